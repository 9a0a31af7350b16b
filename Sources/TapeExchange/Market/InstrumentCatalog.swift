import TapeDomain

/// The instruments of the demo exchange: fifty invented companies, and as many generated ones as are asked for.
enum InstrumentCatalog {
  /// How many have a name of their own.
  static let namedCount = rows.count

  /// The first `count` instruments in display order: the named ones, then SYM0001, SYM0002 and so on.
  static func instruments(_ count: Int = namedCount) -> [ListedInstrument] {
    let named = rows.prefix(max(count, 0)).compactMap { $0.instrument }
    guard count > namedCount else { return named }
    return named + (1...(count - namedCount)).compactMap(generated)
  }

  private static func generated(_ number: Int) -> ListedInstrument? {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    guard let symbol = Symbol("SYM" + padded) else { return nil }
    let price = 1_000 + number * 7_919 % 90_000
    return ListedInstrument(
      symbol: symbol, name: "Simulated \(padded)", currency: number.isMultiple(of: 3) ? "EUR" : "USD",
      scale: 2,
      exchange: number.isMultiple(of: 3) ? "XETR" : "XNAS", startPrice: price,
      previousClose: price + number * 31 % 400 - 200,
      meanMilliseconds: number.isMultiple(of: 20) ? 1_000 : 5_000 + number * 613 % 60_000)
  }

  /// One line of the table below.
  private struct Row {
    let symbol: String
    let name: String
    let currency: String
    let scale: Int
    let exchange: String
    let price: Int
    let previousClose: Int?
    let meanMilliseconds: Int
    let tick: Int
    let session: MarketSession
    let delayMinutes: Int

    init(
      _ symbol: String, _ name: String, _ currency: String, _ scale: Int, _ exchange: String, _ price: Int,
      _ previousClose: Int?, every meanMilliseconds: Int, tick: Int = 1, _ session: MarketSession = .open,
      delay delayMinutes: Int = 0
    ) {
      self.symbol = symbol
      self.name = name
      self.currency = currency
      self.scale = scale
      self.exchange = exchange
      self.price = price
      self.previousClose = previousClose
      self.meanMilliseconds = meanMilliseconds
      self.tick = tick
      self.session = session
      self.delayMinutes = delayMinutes
    }

    var instrument: ListedInstrument? {
      guard let symbol = Symbol(symbol) else { return nil }
      return ListedInstrument(
        symbol: symbol, name: name, currency: currency, scale: scale, exchange: exchange, startPrice: price,
        previousClose: previousClose, tick: tick, meanMilliseconds: meanMilliseconds, session: session,
        delayMinutes: delayMinutes)
    }
  }

  // Symbol, name, currency, scale, exchange, price, previous close, mean milliseconds between updates.
  private static let rows: [Row] = [
    Row("ACME", "Acme", "EUR", 2, "XETR", 182_40, 180_10, every: 100),
    Row("ALP", "Alpenbahn", "EUR", 2, "XETR", 64_85, 65_02, every: 2_400),
    Row("AQUA", "Aqua Utilities", "USD", 2, "XNYS", 31_17, 31_02, every: 4_100),
    Row("BNK", "Bankhaus Nord", "EUR", 2, "XETR", 41_02, 41_13, every: 900),
    Row("BRK.X", "Brookside Holdings", "USD", 2, "XNYS", 612_400_00, 610_985_00, every: 15_000, tick: 50),
    Row("BTC-USD", "Bitcoin", "USD", 2, "CRYPTO", 94_215_50, 93_870_10, every: 100, tick: 25),
    Row("CAFE", "Café Lumière", "EUR", 2, "XPAR", 27_64, 27_90, every: 3_300),
    Row("CIRR", "Cirrus Cloud", "USD", 2, "XNAS", 148_92, 146_30, every: 700),
    Row("CRN", "Cornwall Tin", "GBX", 0, "XLON", 342, 338, every: 6_200),
    Row("DLT", "Delta Freight", "USD", 2, "XNYS", 58_40, 58_77, every: 1_900),
    Row("DRK", "Drakkar Shipping", "EUR", 2, "XPAR", 112_30, 110_95, every: 5_000, tick: 5),
    Row("ECHO", "Echo Audio", "USD", 2, "XNAS", 9_14, 9_31, every: 1_300),
    Row("ELEN", "Ελληνική Ενέργεια", "EUR", 3, "XATH", 14_305, 14_260, every: 8_000, tick: 5),
    Row("EURUSD=X", "Euro / US Dollar", "USD", 5, "FX", 1_08412, 1_08377, every: 100),
    Row("FJRD", "Fjord Salmon", "EUR", 2, "XETR", 19_72, 19_55, every: 2_800),
    Row("FLX", "Flux Robotics", "USD", 2, "XNAS", 233_18, 228_40, every: 450),
    Row("GLCR", "Glacier Water", "USD", 2, "XNYS", 76_05, 76_05, every: 120_000),
    Row("GRN", "Grün Energie", "EUR", 2, "XETR", 33_28, 32_71, every: 1_100),
    Row("GULF", "Gulf Petroleum", "KWD", 3, "XKUW", 845, 851, every: 20_000),
    Row("HLIX", "Helix Genomics", "USD", 2, "XNAS", 87_66, 91_20, every: 1_500),
    Row("HRBR", "Harbor Insurance", "USD", 2, "XNYS", 104_33, 104_01, every: 3_700),
    Row("IVY", "Ivy Publishing", "GBX", 0, "XLON", 1_186, 1_190, every: 45_000),
    Row("JADE", "Jade Ceramics", "HKD", 2, "XHKG", 52_35, 51_90, every: 4_000, .closed),
    Row("KIWI", "Kiwi Foods", "USD", 2, "XNAS", 15_08, 15_11, every: 9_500),
    Row("KRYP", "Krypton Semiconductors", "USD", 2, "XNAS", 418_77, 409_60, every: 150),
    Row("LMN", "Lumen Optics", "EUR", 2, "XETR", 71_19, 70_84, every: 2_200),
    Row("LYNX", "Lynx Security", "USD", 2, "XNAS", 62_47, 63_80, every: 1_700),
    Row("MAPL", "Maple Timber", "USD", 2, "XNYS", 44_90, 44_62, every: 180_000),
    Row("MTR", "Métro Réseaux", "EUR", 2, "XPAR", 23_41, 23_38, every: 7_300),
    Row("NDK", "日本電機", "JPY", 0, "XTKS", 3_415, 3_398, every: 2_000, .closed),
    Row("NOVA", "Nova Listing", "USD", 2, "XNAS", 26_50, nil, every: 1_000),
    Row("ORO", "Oro Minerals", "USD", 2, "XNYS", 1_204_10, 1_219_00, every: 800, tick: 5),
    Row("OSLO", "Oslo Maritime", "EUR", 2, "XETR", 12_87, 12_92, every: 11_000),
    Row("PLM", "Palm Resorts", "USD", 2, "XNYS", 38_26, 37_99, every: 3_000),
    Row("PRSM", "Prism Display", "USD", 2, "XNAS", 7_42, 7_18, every: 2_600),
    Row("QNT", "Quanta Materials", "EUR", 2, "XETR", 259_60, 261_15, every: 1_400, tick: 5),
    Row("QUIL", "Quill Software", "USD", 2, "XNAS", 121_04, 119_87, every: 1_200),
    Row("RHN", "Rhein Chemie", "EUR", 2, "XETR", 47_73, 47_50, every: 1_800),
    Row("ROTR", "Rotor Aviation", "USD", 2, "XNYS", 196_55, 195_12, every: 2_100, delay: 15),
    Row("SAKU", "桜食品", "JPY", 0, "XTKS", 1_872, 1_880, every: 5_000, .closed),
    Row("SHIB-USD", "Shiba", "USD", 8, "CRYPTO", 871, 869, every: 600),
    Row("SOL", "Solara Power", "EUR", 2, "XPAR", 8_93, 8_77, every: 2_700),
    Row("TERN", "Tern Airways", "EUR", 2, "XETR", 16_14, 16_39, every: 2_000),
    Row("TIDE", "Tidewater Energy", "USD", 2, "XNYS", 53_81, 53_20, every: 4_500),
    Row("UMBR", "Umbra Pictures", "USD", 2, "XNAS", 18_36, 18_02, every: 13_000),
    Row("VALE.T", "谷間精密", "JPY", 0, "XTKS", 9_960, 9_905, every: 3_000, tick: 10, .closed),
    Row("VRDE", "Verde Agrícola", "EUR", 2, "XPAR", 29_07, 29_30, every: 6_600),
    Row("WLD", "Wolden Steel", "EUR", 2, "XETR", 84_26, 83_11, every: 150_000),
    Row("YARN", "Yarn Textiles", "GBX", 1, "XLON", 87_5, 87_0, every: 24_000, tick: 5),
    Row("ZED", "Zed Therapeutics", "USD", 2, "XNAS", 73_19, 70_25, every: 1_000, .pre),
  ]
}
