/// A source that is asked for prices: how it is asked, and what its answers mean. The rest is the schedule's.
///
/// Prices are whole snapshots numbered by ``VenueContext``, so that nothing above knows that they were polled. What an
/// answer means must depend on the answer, on the answers before it and on the context's clock alone: recordings are
/// played through the same reading.
public protocol PollSource: Sendable {
  /// What the source allows.
  var terms: PollTerms { get }
  /// Forgets what answers before said; called when a run begins.
  func begin()
  /// The request of a job.
  func request(for job: PollJob) -> PollRequest
  /// What an answer says to a job, whatever its status; never throws, since a bad answer is a failure in it.
  func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer
  /// What has to stand on a recording for its answers to be read, as a JSON object without secrets; nil for nothing.
  var preamble: String? { get }
}

extension PollSource {
  /// Nothing to forget.
  public func begin() {}
  /// Nothing.
  public var preamble: String? { nil }
}
