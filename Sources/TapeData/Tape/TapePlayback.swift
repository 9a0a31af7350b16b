public import TapeDomain

/// A tape as what it said to a client: for a server that plays it.
public final class TapePlayback {
  /// What a tape says to a client.
  public enum Event: Equatable, Sendable {
    /// A connection was made.
    case connected
    /// These text messages came in one go.
    case texts([[UInt8]])
    /// The connection ended.
    case disconnected
    /// The list was answered.
    case list([Instrument])
    /// The client asked for those.
    case subscribed([Symbol])
  }

  private let reader: TapeReader
  /// What waits to be said, as a keyframe came to it.
  private var waiting: (at: Int64, event: Event)?
  /// The count of a connection that the tape does not have from its beginning.
  private var count: HeartbeatCount?

  /// Opens a tape at its beginning.
  ///
  /// - Throws: ``TapeError`` when it cannot be read, or its source is not known.
  public init(path: String) throws(TapeError) {
    reader = try TapeReader(path: path)
    guard SourceCatalog.hasDialect(named: reader.header.source) else {
      throw .unknownSource(reader.header.source, path: path)
    }
  }

  /// What comes next and when, in nanoseconds; nil at the end.
  ///
  /// A tape that begins in the middle of a session begins with a connection here, and one of the native protocol with
  /// the snapshots of what was known then.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  public func next() throws(TapeError) -> (at: Int64, event: Event)? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    while let entry = try reader.next() {
      switch entry.event {
      case .connected:
        count = nil
        return (entry.at, .connected)
      case .keyframe(let frame):
        guard frame.isConnected else { continue }
        if reader.header.source == "tape" {
          var count = HeartbeatCount()
          waiting = (entry.at, .texts(frame.messages.map { count.move($0) }))
          self.count = count
        }
        return (entry.at, .connected)
      case .disconnected: return (entry.at, .disconnected)
      case .list(let list): return (entry.at, .list(list))
      case .texts(let texts):
        let messages = texts.ranges.map { Array(texts.bytes[$0]) }
        return (entry.at, .texts(messages.map { count?.move($0) ?? $0 }))
      case .sent(.subscribe(let symbols, _)): return (entry.at, .subscribed(symbols))
      case .binary, .sent, .link, .lost: continue
      }
    }
    return nil
  }
}
