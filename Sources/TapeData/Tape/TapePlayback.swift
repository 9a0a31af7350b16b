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
  }

  private let reader: TapeReader

  /// Opens a tape at its beginning.
  ///
  /// - Throws: ``TapeError`` when it cannot be read.
  public init(path: String) throws(TapeError) {
    reader = try TapeReader(path: path)
  }

  /// What comes next and when, in nanoseconds; nil at the end.
  ///
  /// A tape that begins in the middle of a session begins with a connection here.
  ///
  /// - Throws: ``TapeError`` when the file cannot be read on.
  public func next() throws(TapeError) -> (at: Int64, event: Event)? {
    while let entry = try reader.next() {
      switch entry.event {
      case .connected: return (entry.at, .connected)
      case .keyframe(let frame): if frame.isConnected { return (entry.at, .connected) }
      case .disconnected: return (entry.at, .disconnected)
      case .list(let list): return (entry.at, .list(list))
      case .texts(let texts): return (entry.at, .texts(texts.ranges.map { Array(texts.bytes[$0]) }))
      case .binary, .sent, .link, .lost: continue
      }
    }
    return nil
  }
}
