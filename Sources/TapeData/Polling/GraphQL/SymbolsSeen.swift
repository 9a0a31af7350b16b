import Synchronization
import TapeDomain

/// The symbols of which a source has told a price.
final class SymbolsSeen: Sendable {
  private let symbols = Mutex<Set<Symbol>>([])

  /// Whether one of them is that.
  func contains(_ symbol: Symbol) -> Bool { symbols.withLock { $0.contains(symbol) } }

  /// That symbol's price was told.
  func insert(_ symbol: Symbol) { symbols.withLock { _ = $0.insert(symbol) } }

  /// Forgets all of them.
  func forget() { symbols.withLock { $0 = [] } }
}
