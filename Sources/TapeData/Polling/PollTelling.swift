import TapeDomain
import TapeWebSocket

/// How a polled source is named in the header, and what a recording gets to hear of it.
struct PollTelling: Sendable {
  private let label: FeedSource
  private let recorder: (any LinkRecorder)?
  /// How often it is asked, as it was recorded last.
  private var described: String?

  /// Names a source as `label` does, and records what is told.
  init(label: FeedSource, recorder: (any LinkRecorder)?) {
    self.label = label
    self.recorder = recorder
  }

  /// The source can be asked from now on.
  func connect() { recorder?.connected() }

  /// The state of the link is another.
  func change(to status: FeedStatus) { recorder?.changed(to: status) }

  /// Something is wanted.
  func sent(_ command: FeedCommand) { recorder?.sent(command) }

  /// What the header says of the source; how often it is asked stands in the place of its quality.
  mutating func description(of schedule: PollSchedule, at now: Instant) -> FeedSource {
    let source = FeedSource(
      name: label.name, quality: schedule.words, isSimulated: label.isSimulated,
      activity: schedule.activity, rowQuality: .polled(every: schedule.period.seconds))
    if source.quality != described { record(.described(source), at: now) }
    described = source.quality
    return source
  }

  /// What is needed to read the recording's answers, and the answers themselves.
  func record(_ frame: PollFrame, at now: Instant) {
    guard let recorder else { return }
    recorder.received([.text(frame.bytes[...])], at: now)
  }

  /// What was concluded, and stands in no answer.
  func record(concluded messages: some Sequence<FeedMessage>, at now: Instant) {
    for message in messages {
      switch message {
      case .lost(let symbols): record(.lost(symbols), at: now)
      case .error(_, let symbol?, let words): record(.refused(symbol, words: words), at: now)
      default: break
      }
    }
  }
}
