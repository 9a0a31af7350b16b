import TapeDomain

/// What the dialects of venues have in common: each frame is one JSON value that is read by the venue's own rules, and is counted.
protocol JSONFrameDialect: FeedDialect {
  /// What the copies of the dialect, and requests beside its stream, share.
  var context: VenueContext { get }
  /// How many frames were counted on the connection.
  var received: Int { get set }
  /// Reads one frame and appends what it says.
  ///
  /// - Throws: ``JSONFault`` when it is no JSON.
  mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) throws(JSONFault)
}

extension JSONFrameDialect {
  /// See ``FeedDialect/resume(above:)``.
  public mutating func resume(above number: Int) {
    context.raiseNumbers(above: number)
  }

  /// See ``FeedDialect/decode(_:of:into:)``.
  public mutating func decode(
    _ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage]
  ) {
    for range in frames {
      do throws(JSONFault) {
        try read(bytes.extracting(range), into: &messages)
      } catch {
        messages.append(.malformed(reason: "\(error)"))
      }
      received += 1
    }
  }
}
