/// What the thread of a recorder works with.
///
/// `@unchecked Sendable`: it is handed to that thread once and used by nobody else; to be dropped when a thread's
/// body may take over what is not copyable.
final class TapeWriter: @unchecked Sendable {
  private var file: TapeFile?
  /// What everything came to that the flight recorder has given up.
  private var base: TapeState

  /// A writer of that file.
  init(file: TapeFile?, base: TapeState) {
    self.file = file
    self.base = base
  }

  /// Takes in what the flight recorder gave up.
  func forget(_ old: [FlightPiece]) {
    for piece in old { piece.records.forEachEvent { _ = base.apply($0) } }
  }

  /// Writes to the file; why it was given up, when it was.
  func write(_ records: [TapeRecords]) -> String? {
    attempt { file throws(TapeError) in try file.write(records) }
  }

  /// Ends the file.
  func finish() -> String? {
    let trouble = attempt { file throws(TapeError) in try file.finish() }
    file = nil
    return trouble
  }

  /// Writes a file of its own that begins with what was forgotten.
  func dump(_ ring: [FlightPiece], header: TapeHeader, to path: String) -> Result<Void, TapeError> {
    do throws(TapeError) {
      let output = try TapeOutput(path: path)
      let at = ring.first?.first ?? 0
      var lines = header.line
      if base.isBegun {
        for event in base.opening(at: at) { TapeLineWriter.append(event, at: at, to: &lines) }
      }
      for piece in ring {
        piece.records.appendLines(to: &lines)
        try output.write(lines, moreFollow: true)
        lines.removeAll(keepingCapacity: true)
      }
      try output.write(lines, moreFollow: true)
      try output.finish()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func attempt(_ body: (TapeFile) throws(TapeError) -> Void) -> String? {
    guard let file else { return nil }
    do throws(TapeError) {
      try body(file)
      return nil
    } catch {
      self.file = nil
      return error.sentence
    }
  }
}
