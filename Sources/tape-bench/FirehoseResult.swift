import Foundation

/// What one run of the whole path cost.
struct FirehoseResult: Codable {
  /// Updates that were applied.
  var updates: Int
  /// Gaps in the numbers.
  var gaps: Int
  /// Batches that reached the view model.
  var batches: Int
  /// Seconds from the first connection to the server's end.
  var wall: Double
  /// Seconds of processor time in between, of all threads.
  var cpu: Double
  /// Processor time per update, in nanoseconds.
  var nsPerUpdate: Double
  /// Resident memory at the end, in kilobytes.
  var residentKB: Int

  /// One line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
