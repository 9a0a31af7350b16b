/// A value that belongs to one socket thread, in a box that other threads may pass on.
///
/// It may be made elsewhere, but is used only by work that its ``SocketThread`` runs.
struct ThreadConfined<Value>: @unchecked Sendable {  // Other threads carry the box and never look inside.
  /// The value; to be used on its thread only.
  let value: Value

  /// Confines a value from here on.
  init(_ value: Value) {
    self.value = value
  }
}
