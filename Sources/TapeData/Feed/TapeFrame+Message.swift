import TapeDomain

extension TapeFrame {
  /// What the frame says, as the protocol's fields section asks; `received` frames came before it.
  func message(received: Int) -> FeedMessage {
    guard let kind else { return malformed("it has no type") }
    switch kind {
    case .update:
      if let fault = quoteFault { return fault }
      guard let symbol, let time, case .set(let sequence) = self[.seq] else { return missing }
      return .update(patch(of: symbol, sequence, at: time, scale: self[.scale].applied(to: nil)))
    case .snapshot:
      if let fault = quoteFault { return fault }
      guard let symbol, let time, case .set(let sequence) = self[.seq], let currency else { return missing }
      guard let scale = self[.scale].applied(to: nil) ?? CurrencyExponent.of(currency) else {
        return malformed("the currency \"\(currency)\" is not known and there is no scale")
      }
      return .snapshot(patch(of: symbol, sequence, at: time, scale: scale))
    case .heartbeat:
      if let fault = fault(in: .heartbeat) { return fault }
      let sent = self[.sent].applied(to: nil)
      if let sent, sent < 0 { return malformed("sent is negative") }
      return .heartbeat(time: time, sent: sent, received: received)
    case .market:
      if let fault = fault(in: .market) { return fault }
      guard case .set(let session) = session, let symbols else { return missing }
      return .market(session: session, symbols: symbols)
    case .source:
      if let fault = fault(in: .source) { return fault }
      guard let name else { return missing }
      return .source(FeedSource(name: name, quality: quality ?? "", isSimulated: isSimulated ?? false))
    case .error:
      if let fault = fault(in: .error) { return fault }
      guard code != nil || text != nil else { return missing }
      return .error(code: code ?? "error", symbol: symbol, message: text ?? "")
    case .unknown:
      return .unknown
    }
  }

  private var missing: FeedMessage { malformed("it lacks a field that it needs") }

  /// The frame cannot be read; when it names an instrument, what it said of that one is lost.
  private func malformed(_ reason: String) -> FeedMessage { .malformed(reason: reason, symbol: symbol) }

  private func fault(in fields: TapeFieldSet) -> FeedMessage? {
    guard let field = unfit.intersection(fields).first else { return nil }
    return malformed("\(field) has a value it cannot have")
  }

  /// What a snapshot or update says that it cannot say.
  private var quoteFault: FeedMessage? {
    if let fault = fault(in: .quote) { return fault }
    if case .set(let sequence) = self[.seq], sequence < 1 { return malformed("seq is not positive") }
    if case .set(let minutes) = self[.delay], minutes < 0 { return malformed("delay is negative") }
    if case .set(let scale) = self[.scale], !(0...Money.maximumScale).contains(scale) {
      return malformed("scale is not 0 to 18")
    }
    return nil
  }

  /// The patch that a checked snapshot or update says.
  @inline(__always)
  private func patch(of symbol: Symbol, _ sequence: Int, at time: Timestamp, scale: Int?) -> QuotePatch {
    var patch = QuotePatch(symbol: symbol, sequence: sequence, time: time)
    patch.currency = currency
    patch.scale = scale
    patch.last = self[.last]
    patch.previousClose = self[.previousClose]
    patch.open = self[.open]
    patch.high = self[.high]
    patch.low = self[.low]
    patch.bid = self[.bid]
    patch.ask = self[.ask]
    patch.volume = self[.volume]
    patch.session = session
    patch.delayMinutes = self[.delay]
    return patch
  }
}
