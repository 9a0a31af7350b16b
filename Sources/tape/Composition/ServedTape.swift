import Foundation
import TapeData
import TapeDomain
import TapeExchange

/// A tape as the exchange plays it.
final class ServedTape: RecordedSession {
  private let playback: TapePlayback

  /// Opens a tape at its beginning.
  ///
  /// - Throws: ``TapeError`` when it cannot be read.
  init(path: String) throws(TapeError) {
    playback = try TapePlayback(path: path)
  }

  func next() throws -> (at: Int64, event: RecordedEvent)? {
    while let (at, event) = try playback.next() {
      switch event {
      case .connected: return (at, .connected)
      case .texts(let texts): return (at, .texts(texts))
      case .disconnected: return (at, .disconnected)
      case .list, .subscribed: continue
      }
    }
    return nil
  }

  /// How many events are looked through for a list: it is said about when the first connection is made.
  private static let listEvents = 10_000

  /// The first list of a tape as a server answers it; what was subscribed when it has none.
  ///
  /// - Throws: ``TapeError`` when the tape cannot be read.
  static func list(of path: String) throws(TapeError) -> [UInt8] {
    struct Item: Encodable {
      let symbol: String
      let name: String
    }
    var items: [Item] = []
    let playback = try TapePlayback(path: path)
    events: for _ in 0..<listEvents {
      guard let (_, event) = try playback.next() else { break }
      switch event {
      case .list(let list):
        items = list.map { Item(symbol: $0.symbol.text, name: $0.name) }
        break events
      case .subscribed(let symbols):
        let known = Set(items.map(\.symbol))
        items += symbols.map(\.text).filter { !known.contains($0) }.map { Item(symbol: $0, name: "") }
      case .connected, .texts, .disconnected: continue
      }
    }
    // Text alone can always be written.
    return Array((try? JSONEncoder().encode(["instruments": items])) ?? Data(#"{"instruments":[]}"#.utf8))
  }
}
