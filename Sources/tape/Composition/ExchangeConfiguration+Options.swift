import TapeExchange

extension ExchangeConfiguration {
  /// The exchange that the options describe, alone or inside the program.
  init(_ options: Options) {
    self.init()
    host = options.listenHost
    port = options.listenPort
    token = options.serveToken
    seed = options.seed
    if let count = options.symbolCount { symbolCount = count }
    rate = options.rate
  }
}
