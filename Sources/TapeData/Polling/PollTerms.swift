/// What a polled source allows, and how it is best asked.
public struct PollTerms: Equatable, Sendable {
  /// What sentences call the source.
  public var title: String
  /// The most symbols of one request.
  public var mostSymbols: Int
  /// Whether each symbol of a request costs a credit; else each request does.
  public var chargesSymbols: Bool
  /// Whether an answer that is an error costs as much as another.
  public var chargesErrors = true
  /// The credits of any second; nil for no limit.
  public var perSecond: Int?
  /// The credits of any minute; nil for no limit.
  public var perMinute: Int?
  /// The credits of a day in UTC; nil for no limit.
  public var perDay: Int?
  /// The most requests that are under way at once.
  public var parallel = 1
  /// The shortest time from one price of a symbol to the next.
  public var shortestPeriod: Duration
  /// The same of a symbol whose market is closed, when that is longer; nil for no difference.
  public var closedPeriod: Duration?
  /// The least wait after the source said that it was asked too often and not until when.
  public var limitDelay = Duration.seconds(60)

  /// Terms of those values.
  public init(title: String, mostSymbols: Int, chargesSymbols: Bool, shortestPeriod: Duration) {
    self.title = title
    self.mostSymbols = max(1, mostSymbols)
    self.chargesSymbols = chargesSymbols
    self.shortestPeriod = shortestPeriod
  }

  /// The credits of a job.
  func cost(of job: PollJob) -> Int {
    guard case .quotes(let symbols) = job, chargesSymbols else { return 1 }
    return symbols.count
  }

  /// The credits of asking for so many symbols once.
  func cost(ofSymbols count: Int) -> Int {
    chargesSymbols ? count : (count + mostSymbols - 1) / mostSymbols
  }
}
