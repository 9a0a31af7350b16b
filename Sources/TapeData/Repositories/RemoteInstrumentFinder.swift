public import TapeDomain

/// Finds instruments on a server: `GET {base}/v1/instruments?query=`.
public struct RemoteInstrumentFinder: InstrumentFinder {
  /// The most instruments that are taken of an answer.
  static let maximum = 50

  private let call: ServerCall

  /// A search on that server.
  public init(_ call: ServerCall) {
    self.call = call
  }

  /// The instruments in the server's order.
  public func instruments(matching text: String) async throws -> [Instrument] {
    let response = try await call.send(
      .get, call.server.instrumentsURL(matching: text), for: "look for instruments")
    guard response.status == 200, let list = try? RemoteWatchlist(body: response.body) else {
      throw WatchlistError(
        sentence: "\(call.place) answered HTTP \(response.status) instead of the instruments.")
    }
    return Array(list.usable.instruments.prefix(Self.maximum))
  }
}
