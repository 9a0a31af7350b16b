import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct TapeReaderTests {
  private static let header =
    #"{"tape":1,"source":"tape","protocol":1,"recorded":"2026-11-29T14:03:20Z"}"# + "\n"

  private func entries(_ file: TemporaryTape) throws -> (entries: [TapeEntry], notices: [String]) {
    let reader = try TapeReader(path: file.path)
    var entries: [TapeEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return (entries, reader.notices)
  }

  private func texts(_ words: [String]) -> TapeEvent {
    var texts = TapeTexts()
    for word in words { texts.append(Array(word.utf8)[...]) }
    return .texts(texts)
  }

  @Test(
    "Any text comes back byte for byte",
    arguments: [
      "", "{}", #"{"a":"b\\c\"d"}"#, "tab\tline\nnull\u{0}", "Ελληνική 日本 🎉", "\u{7F}\u{80}\u{2028}",
    ])
  func text(_ text: String) throws {
    var line = Array(Self.header.utf8)
    TapeLineWriter.append(text: Array(text.utf8)[...], at: 7, to: &line)
    let read = try entries(TemporaryTape(line))
    #expect(read.entries == [TapeEntry(at: 7, event: texts([text]))])
    #expect(read.notices == [])
  }

  @Test("Every kind of event comes back as it was")
  func events() throws {
    let acme = Fixtures.symbol("ACME")
    let events: [TapeEvent] = [
      .connected, .disconnected("cut here"), .sent(.subscribe([acme], maxRate: 4)),
      .sent(.unsubscribe([acme])),
      .sent(.resync([acme])), .link(.connecting), .link(.live), .link(.late(since: Instant(nanoseconds: -5))),
      .link(
        .reconnecting(
          attempt: 3, retryAt: Instant(nanoseconds: 9), since: Instant(nanoseconds: 4),
          reason: "No \"route\".")),
      .link(.reconnecting(attempt: 1, retryAt: nil, since: Instant(nanoseconds: 4), reason: "")),
      .link(.suspended),
      .link(.refused(reason: "Token refused.")), .list([Instrument(symbol: acme, name: "Café")]), .binary,
      .lost(7),
      .keyframe(
        TapeKeyframe(connections: 1, isConnected: true, isHeard: true, clock: nil, source: nil, rows: [])),
    ]
    var lines = Array(Self.header.utf8)
    for (index, event) in events.enumerated() { TapeLineWriter.append(event, at: Int64(index), to: &lines) }
    let read = try entries(TemporaryTape(lines))
    #expect(read.entries.map(\.event) == events)
    #expect(read.entries.map(\.at) == Array(0..<Int64(events.count)))
  }

  @Test("Messages of one time are one read, and others are not")
  func reads() throws {
    let lines = #"{"at":1,"in":"a"}"# + "\n" + #"{"at":1,"in":"b"}"# + "\n" + #"{"at":2,"in":"c"}"# + "\n"
    let read = try entries(TemporaryTape(Self.header + lines + #"{"at":2,"connected":true}"# + "\n"))
    #expect(
      read.entries == [
        TapeEntry(at: 1, event: texts(["a", "b"])), TapeEntry(at: 2, event: texts(["c"])),
        TapeEntry(at: 2, event: .connected),
      ])
  }

  @Test("A line that is earlier than the one before is played with it, and said so once")
  func order() throws {
    let lines = [5, 3, 4, 6].map { #"{"at":\#($0),"in":"x\#($0)"}"# + "\n" }.joined()
    let read = try entries(TemporaryTape(Self.header + lines))
    #expect(read.entries.map(\.at) == [5, 6])
    #expect(
      read.notices == [
        "Line 3 of the tape is earlier than the line before it; it is played as if at the same time."
      ])
  }

  @Test(
    "A torn last line is left out with a notice, wherever it is torn, and a whole one without line end is read"
  )
  func torn() throws {
    let last = #"{"at":2,"in":"second"}"#
    for length in 1..<last.utf8.count {
      let read = try entries(
        TemporaryTape(Self.header + #"{"at":1,"in":"first"}"# + "\n" + String(last.prefix(length))))
      #expect(read.entries == [TapeEntry(at: 1, event: texts(["first"]))])
      #expect(
        read.notices == [
          "The tape's last line is torn and was left out, as when a recording is ended hard."
        ])
    }
    let whole = try entries(TemporaryTape(Self.header + last))
    #expect(whole.entries == [TapeEntry(at: 2, event: texts(["second"]))])
    #expect(whole.notices == [])
  }

  @Test("Lines that cannot be read are skipped with one notice, unknown ones without")
  func brokenLines() throws {
    let lines = "nonsense\n{\"at\":1,\"weather\":\"fine\"}\n[]\n\n" + #"{"at":2,"in":"x"}"# + "\n"
    let read = try entries(TemporaryTape(Self.header + lines))
    #expect(read.entries == [TapeEntry(at: 2, event: texts(["x"]))])
    #expect(read.notices == ["Line 2 of the tape can't be read and was skipped."])
  }

  @Test(
    "A time that no recording has is a line that can't be read",
    arguments: [
      #"{"at":9223372036854775807,"in":"x"}"#, #"{"at":9223372036854775807,"connected":true}"#,
      #"{"at":-1,"connected":true}"#, #"{"at":99999999999999999999,"in":"x"}"#,
    ])
  func oddTimes(_ line: String) throws {
    let lines = [#"{"at":1,"in":"a"}"#, line, #"{"at":2,"in":"b"}"#].joined(separator: "\n")
    let read = try entries(TemporaryTape(Self.header + lines + "\n"))
    #expect(read.entries == [TapeEntry(at: 1, event: texts(["a"])), TapeEntry(at: 2, event: texts(["b"]))])
    #expect(read.notices == ["Line 3 of the tape can't be read and was skipped."])
  }

  @Test("A pipe that nobody writes to is refused at once", .timeLimit(.minutes(1)))
  func pipe() throws {
    let file = try TemporaryTape("")
    #expect(mkfifo(file.path + ".pipe", 0o600) == 0)
    let error = #expect(throws: TapeError.self) { try TapeReader(path: file.path + ".pipe") }
    #expect(error?.sentence.contains("is no file") == true)
  }

  @Test("A compressed tape that is cut anywhere is played as far as it goes")
  func cut() throws {
    var lines = Array(Self.header.utf8)
    for at in 0..<2_000 {
      TapeLineWriter.append(text: Array("message \(at * 7919 % 1_000)".utf8)[...], at: Int64(at), to: &lines)
    }
    let gzip = try #require(GzipWriter())
    let whole = gzip.compress(lines, .sync) + gzip.compress([], .finish)
    #expect(try entries(TemporaryTape(whole)).entries.count == 2_000)
    var counts: [Int] = []
    for length in stride(from: 400, to: whole.count, by: 997) {
      let read = try entries(TemporaryTape(Array(whole[..<length])))
      #expect(read.notices.contains { $0.contains("ends early") })
      counts.append(read.entries.count)
    }
    #expect(counts == counts.sorted() && (counts.last ?? 0) > 1_000)
    let twice = try entries(TemporaryTape(whole + whole))
    #expect(twice.notices.contains { $0.contains("can't be read") }, "the second header is no event")
  }

  @Test(
    "What is no tape is refused with a sentence",
    arguments: [
      ("", "is no tape"), ("hello\n", "is no tape"), (#"{"type":"snapshot"}"#, "is no tape"),
      (#"{"tape":2,"source":"tape"}"#, "has version 2 of the format"), (#"{"tape":0}"#, "is no tape"),
    ])
  func noTape(_ text: String, _ words: String) throws {
    let file = try TemporaryTape(text)
    let error = #expect(throws: TapeError.self) { try TapeReader(path: file.path) }
    #expect(error?.sentence.contains(words) == true)
    #expect(error?.sentence.contains(file.path) == true)
  }

  @Test("A tape of a source that is not known here is refused by its name")
  func unknownSource() throws {
    let file = try TemporaryTape(#"{"tape":1,"source":"elsewhere"}"# + "\n")
    let error = #expect(throws: TapeError.self) { try TapePlayer(path: file.path) }
    #expect(error?.sentence.contains("\"elsewhere\"") == true)
  }

  @Test("A line of forty megabytes is skipped, and the memory for it is not kept")
  func longLine() throws {
    var bytes = Array((Self.header + #"{"at":1,"in":""#).utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 40 << 20)
    bytes += Array(("\"}\n" + #"{"at":2,"in":"after"}"# + "\n").utf8)
    let read = try entries(TemporaryTape(bytes))
    #expect(read.entries == [TapeEntry(at: 2, event: texts(["after"]))])
    #expect(read.notices.count == 1)
  }
}
