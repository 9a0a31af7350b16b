import Foundation
import TapeDomain

/// A recording on the disk: one file, or two when there is a limit, of which the older is `FILE.1`.
final class TapeFile {
  private let path: String
  private let limit: TapeLimit?
  private let header: TapeHeader
  private var output: TapeOutput
  /// What the lines so far came to, so that a next file can begin in the middle.
  private var state: TapeState?
  private var beganAt: Int64 = 0
  /// The room of the lines that are written, used again and again.
  private var lines: [UInt8] = []

  /// Makes the file and writes its header.
  ///
  /// - Throws: ``TapeError`` when it cannot be made.
  init(path: String, limit: TapeLimit?, header: TapeHeader, dialect: any FeedDialect) throws(TapeError) {
    self.path = path
    self.limit = limit
    self.header = header
    output = try TapeOutput(path: path)
    state = limit == nil ? nil : TapeState(dialect: dialect)
    try output.write(header.line)
  }

  /// Writes records; goes on in a new file when the limit is reached.
  ///
  /// - Throws: ``TapeError`` with the system's reason.
  func write(_ pieces: [TapeRecords]) throws(TapeError) {
    guard let newest = pieces.last else { return }
    for (place, records) in pieces.enumerated() {
      lines.removeAll(keepingCapacity: true)
      records.appendLines(to: &lines)
      try output.write(lines, moreFollow: place < pieces.count - 1)
    }
    if var state {
      self.state = nil
      for records in pieces { records.forEachEvent { _ = state.apply($0) } }
      self.state = state
    }
    if isFull(at: newest.last) { try rotate(at: newest.last) }
  }

  /// Ends the file.
  ///
  /// - Throws: ``TapeError`` with the system's reason.
  func finish() throws(TapeError) {
    try output.finish()
  }

  private func isFull(at now: Int64) -> Bool {
    switch limit {
    case .size(let size)?: output.size >= size
    case .time(let time)?: now - beganAt >= time.wholeNanoseconds
    case nil: false
    }
  }

  private func rotate(at now: Int64) throws(TapeError) {
    try output.finish()
    rename(path, path + ".1")
    output = try TapeOutput(path: path)
    var lines = header.line
    for event in state?.opening(at: now) ?? [] { TapeLineWriter.append(event, at: now, to: &lines) }
    try output.write(lines)
    beganAt = now
  }
}
