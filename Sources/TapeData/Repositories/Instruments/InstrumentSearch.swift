import TapeDomain

/// Finds instruments by what one remembers of them.
enum InstrumentSearch {
  /// The instruments whose symbol or name holds each word of `text`, whatever the case: those whose symbol begins with the
  /// first word come first, then by symbol.
  static func find(_ text: String, in instruments: [VenueInstrument]) -> [VenueInstrument] {
    let words = text.lowercased().split(separator: " ")
    guard let first = words.first else { return instruments }
    let found = instruments.filter { instrument in
      let symbol = instrument.symbol.text.lowercased()
      let name = instrument.name.lowercased()
      return words.allSatisfy { symbol.contains($0) || name.contains($0) }
    }
    let begins = found.filter { $0.symbol.text.lowercased().hasPrefix(first) }
    let others = found.filter { !$0.symbol.text.lowercased().hasPrefix(first) }
    return begins + others
  }
}
