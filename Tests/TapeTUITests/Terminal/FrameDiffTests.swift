import Testing

@testable import TapeTUI

extension StyledRun {
  fileprivate init(row: Int, column: Int, text: String, style: Style) {
    self.init(row: row, column: column, scalars: Array(text.unicodeScalars), style: style)
  }
}

@Suite struct FrameDiffTests {
  private static let width = DisplayWidth { $0.value >= 0x3000 ? 2 : 1 }
  private let window = TerminalSize(columns: 10, rows: 3)

  private func canvas(_ rows: [(String, Style)], columns: Int = 10) -> Canvas {
    var canvas = Canvas(size: TerminalSize(columns: columns, rows: 3))
    for (row, line) in rows.enumerated() {
      canvas.draw(line.0, row: row, column: 0, style: line.1, width: Self.width)
    }
    return canvas
  }

  @Test("Equal canvases need nothing")
  func equal() {
    let frame = canvas([("ACME", Style()), ("BNK", Style(.up))])
    #expect(FrameDiff.runs(from: frame, to: frame, window: window).isEmpty)
  }

  @Test("Only the changed part of a changed row is drawn")
  func changedPart() {
    let old = canvas([("AAAA 1.20", Style()), ("BBBB", Style())])
    let new = canvas([("AAAA 1.35", Style()), ("BBBB", Style())])
    let runs = FrameDiff.runs(from: old, to: new, window: window)
    #expect(runs == [StyledRun(row: 0, column: 7, text: "35", style: Style())])
  }

  @Test("Of a row that changes here and there only the changes are drawn, close ones together")
  func changesApart() {
    let old = canvas([("1.20 A 5.0", Style())])
    let new = canvas([("2.30 A 6.0", Style())])
    let runs = FrameDiff.runs(from: old, to: new, window: window)
    #expect(
      runs == [
        StyledRun(row: 0, column: 0, text: "2.3", style: Style()),
        StyledRun(row: 0, column: 7, text: "6", style: Style()),
      ])
  }

  @Test("A change of style alone is drawn")
  func styleOnly() {
    let old = canvas([("AB", Style())])
    let new = canvas([("AB", Style(.stale))])
    let runs = FrameDiff.runs(from: old, to: new, window: window)
    #expect(runs == [StyledRun(row: 0, column: 0, text: "AB", style: Style(.stale))])
  }

  @Test("Each style is a run of its own")
  func stylesSplit() {
    var new = Canvas(size: TerminalSize(columns: 10, rows: 3))
    new.draw("AB", row: 1, column: 0, style: Style(.up), width: Self.width)
    new.draw("CD", row: 1, column: 2, style: Style(.down), width: Self.width)
    let runs = FrameDiff.runs(from: canvas([]), to: new, window: window)
    #expect(
      runs == [
        StyledRun(row: 1, column: 0, text: "AB", style: Style(.up)),
        StyledRun(row: 1, column: 2, text: "CD", style: Style(.down)),
      ])
  }

  @Test("Without an old canvas, or with one of another size, every row is drawn whole")
  func whole() {
    let new = canvas([("A", Style())])
    for old in [nil, canvas([("A", Style())], columns: 9)] {
      let runs = FrameDiff.runs(from: old, to: new, window: window)
      #expect(runs.map(\.row) == [0, 1, 2])
      #expect(runs.map(\.scalars.count) == [10, 10, 10])
    }
  }

  @Test("A wide character is drawn whole when either half changes")
  func wide() {
    let old = canvas([("a日c", Style())])
    #expect(
      FrameDiff.runs(from: old, to: canvas([("a本c", Style())]), window: window)
        == [StyledRun(row: 0, column: 1, text: "本", style: Style())])
    #expect(
      FrameDiff.runs(from: old, to: canvas([("axyc", Style())]), window: window)
        == [StyledRun(row: 0, column: 1, text: "xy", style: Style())])
    var restyled = old
    restyled.draw("日", row: 0, column: 1, style: Style(.up), width: Self.width)
    #expect(
      FrameDiff.runs(from: old, to: restyled, window: window)
        == [StyledRun(row: 0, column: 1, text: "日", style: Style(.up))])
  }

  @Test("Nothing is drawn beyond a window that shrank, not even half a wide character")
  func clipped() {
    let new = canvas([("abc日x", Style()), ("y", Style())])
    let runs = FrameDiff.runs(from: nil, to: new, window: TerminalSize(columns: 4, rows: 1))
    #expect(runs == [StyledRun(row: 0, column: 0, text: "abc ", style: Style())])
    #expect(FrameDiff.runs(from: nil, to: new, window: TerminalSize(columns: 0, rows: 0)).isEmpty)
  }

  @Test("A canvas of no size needs nothing")
  func empty() {
    #expect(
      FrameDiff.runs(from: nil, to: Canvas(size: TerminalSize(columns: 0, rows: 0)), window: window).isEmpty)
  }
}
