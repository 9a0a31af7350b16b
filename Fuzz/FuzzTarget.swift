import Foundation

/// What the fuzzer may be pointed at; the environment's `FUZZ_TARGET` chooses.
enum FuzzTarget: String {
  /// Frames of either side, in random reads.
  case frames
  /// The server's answer to the upgrade, or a client's request, in random reads.
  case handshake
  /// A frame of the feed, beside Foundation's reader.
  case feed
  /// A frame of a venue that needs no key.
  case venues
  /// Numbers and amounts, beside Foundation's `Decimal`.
  case numbers

  /// The target that the environment names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("FUZZ_TARGET is \"\(name)\"; it must be frames, handshake, feed, venues or numbers")
    }
    return target
  }()

  /// Tries one input; stops the process when it finds something.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .frames: FrameTarget.run(bytes)
    case .handshake: HandshakeTarget.run(bytes)
    case .feed: FeedTarget.run(bytes)
    case .venues: VenueTarget.run(bytes)
    case .numbers: NumberTarget.run(bytes)
    }
  }
}

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Stops at a finding with both sides of it.
func check(_ holds: Bool, _ finding: @autoclosure () -> String) {
  if !holds { fatalError(finding()) }
}
