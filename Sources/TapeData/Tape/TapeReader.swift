import Foundation
import TapeDomain

/// Reads a tape from its beginning to its end, as much as can be read, whatever its size.
///
/// What is wrong with it on the way is kept in ``notices``, a sentence for each kind.
final class TapeReader {
  /// The longest line that is read, in bytes; a longer one is skipped.
  static let longestLine = 32 << 20

  /// A place to come back to.
  struct Mark {
    fileprivate let input: TapeInput.Mark
    fileprivate let rest: [UInt8]
    fileprivate let reading: Reading
  }

  /// What was read so far came to.
  fileprivate struct Reading {
    var notices: [String] = []
    /// How many bytes there were in all so far, decompressed.
    var decoded = 0
    var outcome = TapeInput.Outcome.more
    var lineNumber = 0
    var lastTime = Int64.min
    var broken = 0
    var unordered = 0
    var texts = TapeTexts()
    var textsAt: Int64 = 0
    var waiting: TapeEntry?
  }

  /// From so many bytes on the messages of one time are more than one event.
  private static let mostTexts = 1 << 20
  /// The most bytes that a mark holds, when there is a choice.
  private static let markSize = 32 << 10

  /// The first line.
  let header: TapeHeader

  private let path: String
  private let input: TapeInput
  private var bytes: [UInt8] = []
  private var start = 0
  private var reading = Reading()

  /// Opens a tape and reads its header.
  ///
  /// - Throws: ``TapeError`` when it cannot be read at all.
  init(path: String) throws(TapeError) {
    self.path = path
    input = try TapeInput(path: path)
    while bytes.firstIndex(of: UInt8(ascii: "\n")) == nil, reading.outcome == .more, bytes.count < 1 << 20 {
      reading.outcome = try input.read(into: &bytes)
    }
    reading.decoded = bytes.count
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
    reading.lineNumber = 1
  }

  /// What was wrong with what was read so far.
  var notices: [String] { reading.notices }

  /// How far the file was read, 0 to 1000; what was decompressed and not yet read counts by its share.
  var permille: Int {
    guard input.size > 0, reading.decoded > 0 else { return 0 }
    let share = (reading.decoded - (bytes.count - start)) * 1000 / reading.decoded
    return min(1000, input.position * share / input.size)
  }

  /// The next event; messages of one read are one event. Nil at the end.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  func next() throws(TapeError) -> TapeEntry? {
    if let entry = reading.waiting {
      reading.waiting = nil
      return entry
    }
    while let range = try nextLine() {
      switch TapeLineReader.read(bytes.span.extracting(range), into: &reading.texts) {
      case .text(let at):
        let time = ordered(at)
        let isFull = reading.texts.bytes.count > Self.mostTexts
        guard reading.texts.ranges.count > 1, time != reading.textsAt || isFull else {
          reading.textsAt = time
          continue
        }
        // The last one is the first of the next read.
        let last = reading.texts.ranges.removeLast()
        var next = TapeTexts()
        next.append(reading.texts.bytes[last])
        reading.texts.bytes.removeLast(last.count)
        let entry = takeTexts()
        reading.texts = next
        reading.textsAt = time
        return entry
      case .other(let entry):
        let entry = TapeEntry(at: ordered(entry.at), event: entry.event)
        guard !reading.texts.ranges.isEmpty else { return entry }
        reading.waiting = entry
        return takeTexts()
      case .unknown: continue
      case .broken: noteBroken()
      }
    }
    return reading.texts.ranges.isEmpty ? nil : takeTexts()
  }

  // MARK: Coming back

  /// This place; nil where it would take much memory, unless it must be here.
  func mark(mustBeHere: Bool = false) -> Mark? {
    guard mustBeHere || bytes.count - start <= Self.markSize else { return nil }
    return Mark(input: input.mark, rest: Array(bytes[start...]), reading: reading)
  }

  /// Reads on from an earlier place.
  func goBack(to mark: Mark) {
    input.goBack(to: mark.input)
    bytes = mark.rest
    start = 0
    reading = mark.reading
  }

  // MARK: Lines

  private func takeTexts() -> TapeEntry {
    defer { reading.texts = TapeTexts() }
    return TapeEntry(at: reading.textsAt, event: .texts(reading.texts))
  }

  /// The time of the next event: a line that is earlier than the one before is taken to be as late.
  private func ordered(_ at: Int64) -> Int64 {
    if at < reading.lastTime {
      reading.unordered += 1
      if reading.unordered == 1 {
        reading.notices.append(
          "Line \(reading.lineNumber) of the tape is earlier than the line before it; "
            + "it is played as if at the same time.")
      }
      return reading.lastTime
    }
    reading.lastTime = at
    return at
  }

  private func noteBroken() {
    reading.broken += 1
    guard reading.broken == 1 else { return }
    reading.notices.append("Line \(reading.lineNumber) of the tape can't be read and was skipped.")
  }

  /// The place of the next whole line in the bytes; nil at the end.
  private func nextLine() throws(TapeError) -> Range<Int>? {
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        let range = start..<end
        start = end + 1
        reading.lineNumber += 1
        if range.isEmpty {
          searched = start
          continue
        }
        return range
      }
      if reading.outcome != .more { return endOfTape() }
      if bytes.count - start > Self.longestLine {
        noteBroken()
        try skipLine()
        searched = start
        continue
      }
      bytes.removeFirst(start)
      start = 0
      searched = bytes.count
      reading.outcome = try input.read(into: &bytes)
      reading.decoded += bytes.count - searched
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
    while reading.outcome == .more {
      bytes.removeAll(keepingCapacity: true)
      reading.outcome = try input.read(into: &bytes)
      reading.decoded += bytes.count
      if let end = lineEnd(from: 0) {
        start = end + 1
        reading.lineNumber += 1
        return
      }
    }
    start = bytes.count
  }

  /// What is left without a line end: the last line of a program that was ended while it wrote.
  private func endOfTape() -> Range<Int>? {
    let rest = start..<bytes.count
    start = bytes.count
    if reading.outcome == .cut {
      reading.outcome = .end
      reading.notices.append(
        "The tape's compressed data ends early, or is damaged; it was played as far as it can be read.")
    }
    guard !rest.isEmpty else { return nil }
    var probe = TapeTexts()
    reading.lineNumber += 1
    if TapeLineReader.read(bytes.span.extracting(rest), into: &probe) != .broken { return rest }
    reading.notices.append(
      "The tape's last line is torn and was left out, as when a recording is ended hard.")
    return nil
  }
}
