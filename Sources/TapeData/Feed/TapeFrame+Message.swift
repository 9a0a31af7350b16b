import TapeDomain

extension TapeFrame {
  /// What the frame says, as the protocol's fields section asks; `received` frames came before it.
  func message(received: Int) -> FeedMessage {
    guard let kind else { return .malformed(reason: "it has no type") }
    switch kind {
    case .update:
      if let fault = fault(in: .quote) { return fault }
      guard let patch = patch() else { return missing }
      return .update(patch)
    case .snapshot:
      if let fault = fault(in: .quote) { return fault }
      guard let currency, var patch = patch() else { return missing }
      patch.scale = patch.scale ?? CurrencyExponent.of(currency)
      guard patch.scale != nil else {
        return .malformed(reason: "the currency \"\(currency)\" is not known and there is no scale")
      }
      return .snapshot(patch)
    case .heartbeat:
      if let fault = fault(in: .heartbeat) { return fault }
      let sent = self[.sent].applied(to: nil)
      if let sent, sent < 0 { return .malformed(reason: "sent is negative") }
      return .heartbeat(time: time, sent: sent, received: received)
    case .market:
      if let fault = fault(in: .market) { return fault }
      guard case .set(let session) = session, let symbols else { return missing }
      return .market(session: session, symbols: symbols)
    case .error:
      if let fault = fault(in: .error) { return fault }
      guard let code else { return missing }
      return .error(code: code, symbol: symbol, message: text ?? "")
    case .unknown:
      return .unknown
    }
  }

  private var missing: FeedMessage { .malformed(reason: "it lacks a field that it needs") }

  private func fault(in fields: TapeFieldSet) -> FeedMessage? {
    guard let field = unfit.intersection(fields).first else { return nil }
    return .malformed(reason: "\(field) has a value it cannot have")
  }

  /// The patch of a snapshot or update; nil when a field that both need is missing or out of range.
  @inline(__always)
  private func patch() -> QuotePatch? {
    guard let symbol, let time, case .set(let sequence) = self[.seq], sequence >= 1 else { return nil }
    let scale = self[.scale].applied(to: nil)
    let delay = self[.delay]
    if let scale, !(0...Money.maximumScale).contains(scale) { return nil }
    if case .set(let minutes) = delay, minutes < 0 { return nil }
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
    patch.delayMinutes = delay
    return patch
  }
}
