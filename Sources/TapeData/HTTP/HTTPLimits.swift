/// How long and how large one HTTP request may become.
public struct HTTPLimits: Equatable, Sendable {
  /// The time for the whole request, redirects included.
  public var timeout = Duration.seconds(10)
  /// The largest body, in bytes.
  public var maximumBodySize = 16 << 20
  /// The largest heads of all answers together, in bytes.
  public var maximumHeadSize = 256 << 10
  /// The most redirects that are followed.
  public var maximumRedirects = 3

  /// The defaults.
  public init() {}
}
