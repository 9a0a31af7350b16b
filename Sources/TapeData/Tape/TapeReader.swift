import Foundation
import TapeDomain

/// Reads a tape from its beginning to its end, as much as can be read, whatever its size.
///
/// What is wrong with it on the way is kept in ``notices``, a sentence for each kind.
final class TapeReader {
  /// The longest line that is read, in bytes; a longer one is skipped.
  static let longestLine = 32 << 20

  /// The first line.
  let header: TapeHeader
  /// What was wrong with what was read so far.
  private(set) var notices: [String] = []

  private let path: String
  private let input: TapeInput
  private var bytes: [UInt8] = []
  /// How many bytes there were in all so far, decompressed.
  private var decoded = 0
  private var start = 0
  private var outcome = TapeInput.Outcome.more
  private var lineNumber = 0
  private var lastTime = Int64.min
  private var broken = 0
  private var unordered = 0
  private var texts = TapeTexts()
  private var textsAt: Int64 = 0
  private var waiting: TapeEntry?

  /// Opens a tape and reads its header.
  ///
  /// - Throws: ``TapeError`` when it cannot be read at all.
  init(path: String) throws(TapeError) {
    self.path = path
    input = try TapeInput(path: path)
    while bytes.firstIndex(of: UInt8(ascii: "\n")) == nil, outcome == .more, bytes.count < 1 << 20 {
      outcome = try input.read(into: &bytes)
    }
    decoded = bytes.count
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    do {
      header = try TapeHeader(line: Array(bytes[..<end]))
    } catch .newer(let version) {
      throw TapeError(
        sentence: "The tape \"\(path)\" has version \(version) of the format, and this program reads version "
          + "\(TapeHeader.version). Play it with a newer tape.")
    } catch {
      throw TapeError(
        sentence: "\"\(path)\" is no tape: its first line is none of a recording. "
          + "Make one with 'tape record FILE' or --record FILE.")
    }
    start = min(end + 1, bytes.count)
    lineNumber = 1
  }

  /// How far the file was read, 0 to 1000; what was decompressed and not yet read counts by its share.
  var permille: Int {
    guard input.size > 0, decoded > 0 else { return 0 }
    let share = (decoded - (bytes.count - start)) * 1000 / decoded
    return min(1000, input.position * share / input.size)
  }

  /// The next event; messages of one read are one event. Nil at the end.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  func next() throws(TapeError) -> TapeEntry? {
    if let entry = waiting {
      waiting = nil
      return entry
    }
    while let range = try nextLine() {
      switch TapeLineReader.read(bytes.span.extracting(range), into: &texts) {
      case .text(let at):
        let time = ordered(at)
        guard texts.ranges.count > 1, time != textsAt else {
          textsAt = time
          continue
        }
        // The last one is the first of the next read.
        let last = texts.ranges.removeLast()
        var next = TapeTexts()
        next.append(texts.bytes[last])
        texts.bytes.removeLast(last.count)
        let entry = takeTexts()
        texts = next
        textsAt = time
        return entry
      case .other(let entry):
        let entry = TapeEntry(at: ordered(entry.at), event: entry.event)
        guard !texts.ranges.isEmpty else { return entry }
        waiting = entry
        return takeTexts()
      case .unknown: continue
      case .broken: noteBroken()
      }
    }
    return texts.ranges.isEmpty ? nil : takeTexts()
  }

  private func takeTexts() -> TapeEntry {
    defer { texts = TapeTexts() }
    return TapeEntry(at: textsAt, event: .texts(texts))
  }

  /// The time of the next event: a line that is earlier than the one before is taken to be as late.
  private func ordered(_ at: Int64) -> Int64 {
    if at < lastTime {
      unordered += 1
      if unordered == 1 {
        notices.append(
          "Line \(lineNumber) of the tape is earlier than the line before it; it is played as if at the same time."
        )
      }
      return lastTime
    }
    lastTime = at
    return at
  }

  private func noteBroken() {
    broken += 1
    if broken == 1 { notices.append("Line \(lineNumber) of the tape can't be read and was skipped.") }
  }

  /// The place of the next whole line in the bytes; nil at the end.
  private func nextLine() throws(TapeError) -> Range<Int>? {
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        let range = start..<end
        start = end + 1
        lineNumber += 1
        if range.isEmpty {
          searched = start
          continue
        }
        return range
      }
      if outcome != .more { return endOfTape() }
      if bytes.count - start > Self.longestLine {
        noteBroken()
        try skipLine()
        searched = start
        continue
      }
      bytes.removeFirst(start)
      start = 0
      searched = bytes.count
      outcome = try input.read(into: &bytes)
      decoded += bytes.count - searched
    }
  }

  private func lineEnd(from place: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard place < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + place, 0x0A, bytes.count - place)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private func skipLine() throws(TapeError) {
    while outcome == .more {
      bytes.removeAll(keepingCapacity: true)
      outcome = try input.read(into: &bytes)
      decoded += bytes.count
      if let end = lineEnd(from: 0) {
        start = end + 1
        lineNumber += 1
        return
      }
    }
    start = bytes.count
  }

  /// What is left without a line end: the last line of a program that was ended while it wrote.
  private func endOfTape() -> Range<Int>? {
    let rest = start..<bytes.count
    start = bytes.count
    if outcome == .cut {
      outcome = .end
      notices.append(
        "The tape's compressed data ends early, or is damaged; it was played as far as it can be read.")
    }
    guard !rest.isEmpty else { return nil }
    var probe = TapeTexts()
    lineNumber += 1
    if TapeLineReader.read(bytes.span.extracting(rest), into: &probe) != .broken { return rest }
    notices.append("The tape's last line is torn and was left out, as when a recording is ended hard.")
    return nil
  }
}
