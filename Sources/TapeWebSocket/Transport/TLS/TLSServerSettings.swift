/// A server's certificate and key, read and found to fit.
///
/// It may be passed to the thread of the connections, which alone uses it from then on.
public struct TLSServerSettings: Sendable {
  /// What the sessions are made with.
  let context: ThreadConfined<TLSContext>

  /// Reads the files of `identity`.
  public init(_ identity: TLSIdentity) throws(TLSIdentityError) {
    context = ThreadConfined(try TLSContext(identity: identity))
  }
}
