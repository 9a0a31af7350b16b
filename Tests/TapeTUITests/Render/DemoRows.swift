import Foundation
import TapeDomain
import Testing

@testable import TapeTUI

/// Rows like the demo exchange's, with the oddest prices of its list, written as a locale does.
enum DemoRows {
  private static let quotes: [(String, String, String, Int, Int, Int)] = [
    ("ACME", "Acme", "EUR", 2, 182_40, 180_10), ("AQUA", "Aqua Utilities", "USD", 2, 31_17, 31_02),
    ("BRK.X", "Brookside Holdings", "USD", 2, 612_400_00, 610_985_00),
    ("BTC-USD", "Bitcoin", "USD", 2, 94_216_25, 93_870_10), ("CRN", "Cornwall Tin", "GBX", 0, 342, 338),
    ("ELEN", "Ελληνική Ενέργεια", "EUR", 3, 14_305, 14_260),
    ("EURUSD=X", "Euro / US Dollar", "USD", 5, 1_08412, 1_08377),
    ("GULF", "Gulf Petroleum", "KWD", 3, 845, 851), ("JADE", "Jade Ceramics", "HKD", 2, 52_35, 51_90),
    ("NDK", "日本電機", "JPY", 0, 3_415, 3_398), ("ORO", "Oro Minerals", "USD", 2, 1_204_10, 1_219_00),
    ("PRSM", "Prism Display", "USD", 2, 7_42, 5_18), ("SHIB-USD", "Shiba", "USD", 8, 871, 869),
    ("YARN", "Yarn Textiles", "GBX", 1, 87_5, 87_0), ("ZED", "Zed Therapeutics", "USD", 2, 73_19, 70_25),
  ]

  static func rows(locale: String, isUnicode: Bool) throws -> [PriceRowState] {
    var formatter = PriceRowFormatter(locale: Locale(identifier: locale), isUnicode: isUnicode)
    return try quotes.map { symbol, name, currency, scale, last, close in
      let symbol = try #require(Symbol(symbol))
      func money(_ units: Int) -> Money { Money(minorUnits: units, currency: currency, scale: scale) }
      let quote = Quote(
        symbol: symbol, sequence: 1, last: money(last),
        reference: Reference(kind: .previousClose, price: money(close)), time: Fixture.wall)
      var row = formatter.waitingRow(for: Instrument(symbol: symbol, name: name))
      formatter.show(LiveQuote(quote: quote, freshness: .live), after: nil, in: &row)
      row.direction = .up
      return row
    }
  }
}
