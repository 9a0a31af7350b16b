import TapeData
import TapeExchange

/// A source that has the exchange accept a new token each time it is asked for one.
actor RenewingTokens: TokenSource {
  nonisolated let remedy = "Ask again."

  private let exchange: DemoExchange
  private var issued = 0

  init(exchange: DemoExchange) {
    self.exchange = exchange
  }

  func token() async throws(TokenError) -> AccessToken? {
    issued += 1
    let text = "token-\(issued)"
    await exchange.apply(.token(text))
    return try AccessToken(text, from: "The test")
  }
}
