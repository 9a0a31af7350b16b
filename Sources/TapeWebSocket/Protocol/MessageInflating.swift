/// Inflates the messages of one direction, piece by piece (RFC 7692 §7.2.2).
public protocol MessageInflating: AnyObject, Sendable {
  /// Appends what the next piece of a message inflates to.
  ///
  /// Stops as soon as `output` holds more than `limit` bytes, so that a small piece cannot fill the memory.
  /// Returns false when the piece is not DEFLATE.
  func inflate(_ piece: ArraySlice<UInt8>, into output: inout [UInt8], limit: Int) -> Bool
  /// Ends a message: takes the four bytes that its sender left out, and appends what is still inside.
  ///
  /// Returns false when the message ends within a block.
  func finish(into output: inout [UInt8], limit: Int) -> Bool
  /// Forgets what came before, for senders that do not look back beyond a message.
  func reset()
}
