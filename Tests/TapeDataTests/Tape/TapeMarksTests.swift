import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct TapeMarksTests {
  /// What somebody sees at a place: every row, the link, the figures and what was judged.
  private struct View: Equatable {
    let now: Instant
    let wall: Timestamp
    let feed: FeedStatus
    let rows: [Symbol: LiveQuote]
    let messages: Int
    let updates: Int
    let judgement: TapeJudgement?
    let isAtEnd: Bool
  }

  private final class Rows {
    var newest: [Symbol: LiveQuote] = [:]
  }

  private func open(_ path: String) throws -> (player: TapePlayer, rows: Rows) {
    let rows = Rows()
    let player = try TapePlayer(path: path, isJudging: true) { _, batch, _ in
      rows.newest.merge(batch.changes) { $1 }
    }
    player.keepMarks()
    return (player, rows)
  }

  /// Watches all that the tape names from here on, and tells what that is given.
  private func look(_ player: TapePlayer, _ rows: Rows, as number: Int) -> View {
    rows.newest = [:]
    let symbols = Set((player.instruments ?? []).map(\.symbol))
    player.watch(symbols, background: [], as: number, tick: .milliseconds(250))
    return View(
      now: player.now, wall: player.wall, feed: player.feed, rows: rows.newest,
      messages: player.messageCount, updates: player.statistics.updates, judgement: player.judgement,
      isAtEnd: player.isAtEnd)
  }

  /// A tape of two symbols and so many updates a millisecond apart, with a hole in the numbers now and then.
  private func longTape(updates: Int, name: String = "long.tape") throws -> TemporaryTape {
    let recorded = Timestamp(seconds: 1_800_000_000)
    var lines = TapeHeader(source: "tape", protocolVersion: 1, recorded: recorded).line
    let symbols = ["ACME", "BNK"]
    TapeLineWriter.append(.connected, at: 0, to: &lines)
    TapeLineWriter.append(.sent(.subscribe(symbols.map(Fixtures.symbol), maxRate: 4)), at: 1, to: &lines)
    for symbol in symbols {
      let text =
        #"{"type":"snapshot","symbol":"\#(symbol)","seq":1,"last":5,"currency":"EUR","#
        + #""time":"2026-11-29T14:03:20Z"}"#
      TapeLineWriter.append(text: Array(text.utf8)[...], at: 2, to: &lines)
    }
    for number in 2..<updates / 2 {
      for symbol in symbols {
        let kind = number % 1_003 == 0 ? "snapshot" : "update"
        let sequence = number + number / 1_003 * 7 + number / 1_000 * 3
        let text =
          #"{"type":"\#(kind)","symbol":"\#(symbol)","seq":\#(sequence),"last":\#(number % 977),"#
          + #""currency":"EUR","time":"2026-11-29T14:03:21Z"}"#
        TapeLineWriter.append(text: Array(text.utf8)[...], at: Int64(number) * 2_000_000, to: &lines)
      }
    }
    guard name.hasSuffix(".gz"), let gzip = GzipWriter() else { return try TemporaryTape(lines, name: name) }
    return try TemporaryTape(gzip.compress(lines, .finish), name: name)
  }

  @Test(
    "A place that was gone back to is the place that is played forward to, on every tape",
    arguments: TapeLibrary.entries)
  func library(_ entry: TapeLibrary.Entry) throws {
    var random = SeededGenerator(seed: 9)
    let (player, rows) = try open(entry.path)
    _ = look(player, rows, as: 1)
    try player.finish()
    let length = Int((player.now - player.start).wholeMilliseconds)
    var number = 2
    for _ in 0..<5 {
      let place = player.start + .milliseconds(Int.random(in: 0...length, using: &random))
      guard try player.goBack(to: place) else {
        #expect(player.header.source == "twelvedata" || player.header.source == "graphql")
        return
      }
      let found = look(player, rows, as: number)
      number += 1
      let (other, otherRows) = try open(entry.path)
      try other.advance(to: place)
      #expect(found == look(other, otherRows, as: 1))
      // And it goes on from there as ever.
      try player.finish()
      #expect(player.judgement?.digest == entry.digest)
    }
  }

  @Test(
    "On a long tape the nearest of many marks is gone back to, plain and compressed",
    arguments: ["long.tape", "long.tape.gz"])
  func long(_ name: String) throws {
    let file = try longTape(updates: 30_000, name: name)
    let (player, rows) = try open(file.path)
    try player.finish()
    let whole = try #require(player.judgement?.digest)
    for milliseconds in [25_000, 24_000, 23_000, 15_234, 3, 0, 29_000, 17_777] {
      let place = player.start + .milliseconds(milliseconds)
      if place < player.now { #expect(try player.goBack(to: place)) } else { try player.advance(to: place) }
      let found = look(player, rows, as: 1)
      let (other, otherRows) = try open(file.path)
      try other.advance(to: place)
      #expect(found == look(other, otherRows, as: 1))
    }
    try player.finish()
    #expect(player.judgement?.digest == whole)
  }

  @Test(
    "A tape's marks are few however long it is, the beginning is one, and they are close where it is played")
  func marks() {
    var marks = TapeMarks(beginning: 0)
    let spacing = TapeMarks<Int>.spacing
    let end = 2_000 * spacing
    for place in stride(from: 0, through: end, by: spacing / 4) where marks.isWanted(at: place) {
      marks.set(place, at: place, limit: 64)
    }
    #expect(marks.count == 64)
    for distance in [1, 2, 5, 20, 100, 500, 1_500] {
      let place = end - distance * spacing
      let mark = marks.last { $0 <= place }
      #expect(place - mark <= max(2 * spacing, distance * spacing / 2), "\(distance) back")
    }
    #expect(marks.last { $0 <= 0 } == 0)
  }

  @Test("Where a tape was gone back to, marks are set anew, and none twice")
  func marksAnew() {
    var marks = TapeMarks(beginning: 0)
    let spacing = TapeMarks<Int>.spacing
    for round in 0..<3 {
      for place in stride(from: 0, through: 10 * spacing, by: 100) where marks.isWanted(at: place) {
        marks.set(place, at: place, limit: 64)
      }
      #expect(marks.count == 11, "round \(round)")
      #expect(marks.last { $0 < spacing } == 0)
    }
  }
}
