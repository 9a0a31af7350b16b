/// Which address to try next (RFC 8305 §5): a value without a clock or a socket.
///
/// A new attempt starts when one has failed, or when ``stagger`` passed without an answer to the last; those
/// before it go on, and the first that connects wins.
struct AddressRace {
  /// The time without an answer after which the next address is tried as well.
  static let stagger = Duration.milliseconds(250)

  /// What to do now.
  enum Step: Equatable {
    /// Try this address, and start to wait for ``AddressRace/stagger`` anew.
    case attempt(SocketAddress)
    /// Wait for the attempts that go on.
    case wait
    /// Every address was tried and none took the connection.
    case giveUp(Lost)
  }

  /// Why no address took the connection.
  struct Lost: Error, Equatable {
    /// The last system error.
    let reason: String
  }

  private var untried: ArraySlice<SocketAddress>
  private var running = 0
  private var lost = Lost(reason: "it has no address")

  /// A race among addresses in the resolver's order.
  init(_ addresses: [SocketAddress]) {
    untried = addresses.interleavedByFamily[...]
  }

  /// The race begins, or the stagger has passed.
  mutating func next() -> Step {
    if let address = untried.popFirst() {
      running += 1
      return .attempt(address)
    }
    return running > 0 ? .wait : .giveUp(lost)
  }

  /// One of the attempts failed.
  mutating func failed(_ error: SystemError) -> Step {
    running -= 1
    lost = Lost(reason: error.description)
    return next()
  }
}
