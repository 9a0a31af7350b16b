import TapeData
import TapeDomain

/// Writes the last minutes to a file when a key asks for it.
struct FlightSaver: Sendable {
  let recorder: TapeRecorder
  let folder: StateFolder
  let time: TimeSource

  /// Writes them; the sentence says where, or why not.
  func save() async -> String {
    do {
      let path = try folder.newFile(at: time.wall)
      try await recorder.dump(to: path)
      return "The last minutes are in \(path); 'tape replay' plays them."
    } catch let error as StartError {
      return error.sentence
    } catch {
      return "\(error)"
    }
  }
}
