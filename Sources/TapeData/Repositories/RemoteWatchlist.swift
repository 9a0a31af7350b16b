import Foundation
import TapeDomain

/// The body of `GET {base}/v1/watchlist`; fields that are not known are ignored.
struct RemoteWatchlist: Decodable {
  /// One line of the list; what is not text counts as missing.
  struct Entry: Decodable {
    let symbol: String?
    let name: String?

    private enum CodingKeys: String, CodingKey { case symbol, name }

    init(from decoder: any Decoder) throws {
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      symbol = try? fields?.decode(String.self, forKey: .symbol)
      name = try? fields?.decode(String.self, forKey: .name)
    }
  }

  let instruments: [Entry]

  /// The list in `body`.
  ///
  /// - Throws: The decoder's error when it is not JSON or has no list.
  init(body: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(body))
  }

  /// The instruments in display order, each symbol once, its first place and name kept; and how many entries have no
  /// valid symbol.
  var usable: (instruments: [Instrument], invalid: Int) {
    let valid = instruments.compactMap { entry in
      entry.symbol.flatMap { Symbol($0) }.map { Instrument(symbol: $0, name: entry.name ?? "") }
    }
    return (Watchlist(name: "", instruments: valid).instruments, instruments.count - valid.count)
  }
}
