import TapeTestSupport
import Testing

@testable import TapeWebSocket

/// What an echo client says to those bytes, whole and in random splits, in both roles.
enum ConformanceRig {
  /// The frames that were sent back, in words, and how it ended.
  struct Outcome: Equatable {
    let sent: [String]
    let end: String?
  }

  /// Plays the frames in one piece and in splits, which must make no difference.
  static func play(_ frames: [WireFrame], largest: Int = 7, seeds: Range<UInt64> = 0..<3) throws -> Outcome {
    let whole = try outcome([frames.bytes], asClient: true)
    let masked = frames.map { $0.masked() }.bytes
    #expect(try outcome([masked], asClient: false) == whole)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      #expect(try outcome(random.split(frames.bytes, largest: largest), asClient: true) == whole)
      #expect(try outcome(random.split(masked, largest: largest), asClient: false) == whole)
    }
    return whole
  }

  private static func outcome(_ pieces: [[UInt8]], asClient: Bool) throws -> Outcome {
    var driver = asClient ? try MachineDriver.client(echoes: true) : try MachineDriver.server(echoes: true)
    for piece in pieces { driver.receive(piece) }
    if driver.machine.phase != .open { driver.receiveEnd() }
    return Outcome(sent: try driver.sentFrames, end: Conversation.end(of: driver.closure))
  }
}
