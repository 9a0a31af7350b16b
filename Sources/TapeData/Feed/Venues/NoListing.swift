/// The listing of a source whose instruments nobody asks for: what a symbol is, its answers say.
struct NoListing: InstrumentListing {
  let paths: [String] = []

  func instruments(in bodies: [[UInt8]]) -> [VenueInstrument]? { nil }
}
