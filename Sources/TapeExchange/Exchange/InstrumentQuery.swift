import TapeDomain

/// Looks for instruments by what a person types.
enum InstrumentQuery {
  /// The most instruments of an answer.
  static let maximum = 50

  /// The instruments whose symbol or name has the text in it, case apart: those whose symbol begins with it first.
  static func matches(_ text: String, in instruments: [ListedInstrument]) -> [ListedInstrument] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return Array(instruments.prefix(maximum)) }
    var first: [ListedInstrument] = []
    var others: [ListedInstrument] = []
    for instrument in instruments {
      let symbol = instrument.symbol.text.lowercased()
      if symbol.hasPrefix(wanted) {
        first.append(instrument)
      } else if symbol.contains(wanted) || instrument.name.lowercased().contains(wanted) {
        others.append(instrument)
      }
    }
    return Array((first + others).prefix(maximum))
  }
}
