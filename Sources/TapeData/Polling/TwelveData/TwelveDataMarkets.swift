import Synchronization
import TapeDomain

/// When the markets of Twelve Data open, as its answers about them say, in the time zones of their exchanges.
final class TwelveDataMarkets: Sendable {
  private struct State {
    var openings: [String: Timestamp] = [:]
    /// The markets of the symbols that were seen closed.
    var closed: [Symbol: String] = [:]
  }

  private let state = Mutex(State())

  /// Forgets everything.
  func begin() {
    state.withLock { $0 = State() }
  }

  /// A symbol of that market was seen, open or closed.
  func note(_ market: String?, of symbol: Symbol, isClosed: Bool) {
    state.withLock { state in
      state.closed[symbol] = isClosed ? market : nil
    }
  }

  /// When that market opens; nil when nobody said so, or its zone is not known.
  func opening(of market: String?, after wall: Timestamp) -> MarketOpening? {
    guard let market, let zone = Self.zones[market] else { return nil }
    guard let time = state.withLock({ $0.openings[market] }), time > wall else { return nil }
    return MarketOpening(time: time, zone: zone)
  }

  /// Reads the states of all markets at `wall`; returns the symbols of closed ones of which there is more to say now.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON array.
  func read(_ bytes: Span<UInt8>, wall: Timestamp) throws(JSONFault) -> [Symbol] {
    var openings: [String: Timestamp] = [:]
    var scanner = JSONScanner()
    var more = try scanner.begin(.array, in: bytes)
    while more {
      let fields = try scanner.texts(of: ["code", "name", "is_market_open", "time_to_open"], in: bytes)
      if fields["is_market_open"] == "false", let wait = fields["time_to_open"].flatMap(Self.seconds) {
        // What is left of a wait is told in seconds; markets open at whole minutes.
        let opening = (wall.wholeSeconds + wait + 30) / 60 * 60
        for code in [fields["code"], fields["name"]].compactMap({ $0 }) {
          openings[code] = Timestamp(seconds: Int64(opening))
        }
      }
      more = try scanner.next(.array, in: bytes)
    }
    try scanner.end(in: bytes)
    return state.withLock { state in
      state.openings = openings
      return state.closed.filter { openings[$0.value] != nil }.map(\.key).sorted()
    }
  }

  /// The seconds of a wait such as `15:29:47`; nil for none.
  private static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0...999).contains(hours), (0...59).contains(minutes), (0...59).contains(seconds)
    else { return nil }
    let total = hours * 3600 + minutes * 60 + seconds
    return total > 0 ? total : nil
  }

  /// The time zones of exchanges by their market identifier codes (ISO 10383), and by the names that answers may have instead.
  private static let zones: [String: String] = {
    var zones: [String: String] = [:]
    for (zone, codes) in codesByZone {
      for code in codes.split(separator: " ") { zones[String(code)] = zone }
    }
    return zones
  }()

  private static let codesByZone = [
    "America/New_York": "XNYS XNAS XNGS XNMS XNCM XASE ARCX BATS IEXG OTCM NYSE NASDAQ AMEX",
    "America/Toronto": "XTSE XTSX TSX TSXV", "America/Sao_Paulo": "BVMF", "America/Mexico_City": "XMEX BMV",
    "Europe/London": "XLON LSE", "Europe/Dublin": "XDUB", "Europe/Lisbon": "XLIS",
    "Europe/Paris": "XPAR", "Europe/Amsterdam": "XAMS", "Europe/Brussels": "XBRU",
    "Europe/Berlin": "XETR XFRA XSTU XMUN XHAM XBER XETRA FSX", "Europe/Zurich": "XSWX SIX",
    "Europe/Madrid": "XMAD BMEX BME", "Europe/Rome": "XMIL MTA", "Europe/Vienna": "XWBO",
    "Europe/Stockholm": "XSTO OMX", "Europe/Helsinki": "XHEL OMXH", "Europe/Copenhagen": "XCSE OMXC",
    "Europe/Oslo": "XOSL", "Europe/Warsaw": "XWAR", "Europe/Istanbul": "XIST",
    "Asia/Tokyo": "XTKS JPX TSE", "Asia/Hong_Kong": "XHKG HKEX", "Asia/Shanghai": "XSHG XSHE SSE SZSE",
    "Asia/Seoul": "XKRX KRX", "Asia/Taipei": "XTAI TWSE", "Asia/Singapore": "XSES SGX",
    "Asia/Kolkata": "XNSE XBOM NSE BSE", "Australia/Sydney": "XASX ASX", "Pacific/Auckland": "XNZE",
    "Africa/Johannesburg": "XJSE JSE", "Asia/Tel_Aviv": "XTAE TASE",
  ]
}
