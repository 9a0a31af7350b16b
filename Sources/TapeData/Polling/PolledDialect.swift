import TapeDomain

/// Reads the recordings of a polled source; nothing is ever said to it.
public struct PolledDialect: FeedDialect {
  private let makeSource: @Sendable (String?) -> (any PollSource)?
  private var reading: PollReading?

  /// A dialect of the source that `makeSource` makes from the preamble of a recording, or from none.
  public init(makeSource: @escaping @Sendable (String?) -> (any PollSource)?) {
    self.makeSource = makeSource
    reading = makeSource(nil).map { PollReading($0) }
  }

  /// The source does not speak by itself, so that its silence says nothing.
  public var terms: FeedTerms { Self.terms }

  /// What holds of every polled source.
  public static let terms = {
    var terms = FeedTerms()
    terms.evidence = .polls
    terms.liveness.longestSilence = .seconds(3 * 86_400)
    terms.repairsItself = true
    return terms
  }()

  /// See ``FeedDialect/begin()``.
  public mutating func begin() { reading?.begin() }

  /// See ``FeedDialect/encode(_:)``: nothing.
  public func encode(_ command: FeedCommand) -> [[UInt8]] { [] }

  /// See ``FeedDialect/encode(_:request:)``: nothing.
  public func encode(_ command: FeedCommand, request: Int) -> [[UInt8]] { [] }

  /// See ``FeedDialect/decode(_:of:into:)``.
  public mutating func decode(
    _ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage]
  ) {
    for range in frames {
      guard let frame = PollFrame(bytes.extracting(range)) else {
        messages.append(.malformed(reason: "it is nothing that a recording of polls holds"))
        continue
      }
      switch frame {
      case .answer(let answer): messages += reading?.read(answer).messages ?? []
      case .lost(let symbols): messages.append(.lost(symbols))
      case .refused(let symbol, let words):
        messages.append(.error(code: "refused", symbol: symbol, message: words))
      case .described(let source): messages.append(.source(source))
      // All of it is.
      case .polled: break
      case .preamble(let json): reading = makeSource(json).map { PollReading($0) }
      }
    }
  }
}
