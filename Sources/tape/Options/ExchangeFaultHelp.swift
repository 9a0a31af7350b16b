import TapeExchange

/// The faults of the exchange, for the help of `tape serve`.
enum ExchangeFaultHelp {
  static let lines = ["Faults, as lines on standard input:"] + FaultParser.usage.map { "  " + $0 }
}
