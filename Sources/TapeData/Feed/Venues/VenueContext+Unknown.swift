import TapeDomain

extension VenueContext {
  /// What is said of a symbol that the venue's list does not have, with the one that was probably meant.
  func unknown(_ symbol: Symbol) -> [FeedMessage] {
    let error = FeedMessage.error(code: "unknown_symbol", symbol: symbol, message: "")
    guard let near = nearest(to: symbol) else { return [error] }
    let words = "There is no \(symbol). Did you mean \(near)?"
    return [error, .error(code: "unknown_symbol", symbol: nil, message: words)]
  }

  /// The symbol of an instrument that is written the same but for case and signs between its parts.
  private func nearest(to symbol: Symbol) -> Symbol? {
    let wanted = Self.bare(symbol.text)
    return all.first { Self.bare($0.symbol.text) == wanted }?.symbol
  }

  /// The letters and digits of a symbol in upper case, with the names that venues have for the same thing made one.
  private static func bare(_ text: String) -> String {
    let bare = text.uppercased().filter { $0.isLetter || $0.isNumber }
    return bare.replacing("XBT", with: "BTC").replacing("XDG", with: "DOGE")
  }
}
