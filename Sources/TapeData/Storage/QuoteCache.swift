import Foundation
public import TapeDomain

/// The newest prices and the list of a source, for a start without a network.
///
/// A cache: what cannot be read or kept is done without, and a file that is damaged is made anew.
public final class QuoteCache: Sendable {
  /// How many quotes are kept of all sources; the oldest leave.
  public static let maximumQuotes = 20_000
  /// How often what changed is kept, at most.
  public static let spacing = Duration.seconds(5)

  private let path: String
  private let source: String
  private let queue = StorageQueue(label: "tape.quotes")
  // Touched on the queue only, which runs one piece at a time.
  private nonisolated(unsafe) var file: DatabaseFile?

  /// The cache of `source` in the file at `path`.
  public init(path: String, source: String) {
    self.path = path
    self.source = source
  }

  /// What is known of the source's list.
  public func instruments() async -> [Instrument] {
    await read { try $0.instruments(of: self.source) } ?? []
  }

  /// The quotes that were kept, with the number 0.
  public func quotes() async -> [Quote] {
    await read { try $0.quotes(of: self.source) } ?? []
  }

  /// Keeps the source's list.
  public func keep(_ instruments: [Instrument]) async {
    await write { tables in
      guard try tables.instruments(of: self.source) != instruments else { return }
      try tables.keep(instruments, of: self.source)
    }
  }

  /// Keeps these quotes in place of older ones of their symbols.
  public func keep(_ quotes: [Quote]) async {
    if quotes.isEmpty { return }
    await write {
      try $0.keep(quotes, of: self.source)
      try $0.trim()
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (QuoteCacheTables) throws -> Value
  ) async -> Value? {
    await queue.run { [self] in
      guard (try? isMissing()) == false else { return nil }
      return try? body(QuoteCacheTables(connection: opened().connection))
    }
  }

  private func write(_ body: @escaping @Sendable (QuoteCacheTables) throws -> Void) async {
    await queue.run { [self] in
      guard let file = try? opened(), file.whyReadOnly == nil else { return }
      try? file.connection.transaction { try body(QuoteCacheTables(connection: file.connection)) }
    }
  }

  /// Whether there is no file yet; an open one is not looked into, as in ``ListsStorage``.
  private func isMissing() throws -> Bool {
    if let file, !file.isReplaced { return false }
    file = nil
    return try DatabaseHeader.read(path) == .nothing
  }

  private func opened() throws -> DatabaseFile {
    if let file, !file.isReplaced { return file }
    file = nil
    do {
      file = try open()
    } catch DatabaseError.damaged {
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      file = try open()
    }
    guard let file else { throw DatabaseError.foreign }
    return file
  }

  private func open() throws -> DatabaseFile {
    let file = try DatabaseFile(path: path, schema: QuoteCacheSchema.current)
    // Prices that are lost with the power are had again; waiting for the disk would wear it for nothing.
    try file.connection.execute("PRAGMA synchronous = OFF")
    return file
  }
}
