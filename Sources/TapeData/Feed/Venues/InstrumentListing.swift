import TapeDomain

/// How a venue's instruments are asked for over HTTP and read.
public protocol InstrumentListing: Sendable {
  /// The paths below the base, in the order in which ``instruments(in:)`` takes their bodies; only the first has to succeed.
  var paths: [String] { get }
  /// The instruments that the bodies of the answers say; a body that could not be had is empty. Nil when the first is not
  /// such a list.
  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]?
}
