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
      case .list: continue
      }
    }
    return nil
  }

  /// The first list of a tape as a server answers it; an empty one when it has none.
  ///
  /// - Throws: ``TapeError`` when the tape cannot be read.
  static func list(of path: String) throws(TapeError) -> [UInt8] {
    struct Item: Encodable {
      let symbol: String
      let name: String
    }
    var items: [Item] = []
    let playback = try TapePlayback(path: path)
    while let (_, event) = try playback.next() {
      guard case .list(let list) = event else { continue }
      items = list.map { Item(symbol: $0.symbol.text, name: $0.name) }
      break
    }
    // Text alone can always be written.
    return Array((try? JSONEncoder().encode(["instruments": items])) ?? Data(#"{"instruments":[]}"#.utf8))
  }
}
