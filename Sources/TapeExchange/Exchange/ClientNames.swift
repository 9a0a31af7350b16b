import Synchronization

/// Gives each connection its name, on whatever thread it is accepted.
final class ClientNames: Sendable {
  private let last = Atomic(0)

  /// A name that was not given before.
  func next() -> ClientID {
    ClientID(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
