/// Takes the token from the first line that a command prints.
///
/// The command is run on a thread of its own and without a shell. Its token is kept for a minute, since list, prices and
/// changes ask at the same time, and never longer than the user's wish to try again.
public actor CommandTokenSource: TokenSource {
  /// How long the command may take.
  public static let limit = Duration.seconds(10)
  /// How long a token is used without asking for it again.
  static let keepingTime = Duration.seconds(60)
  /// The most bytes that the command may print.
  static let maximumSize = 16 << 10

  private let words: [String]
  private let limit: Duration
  private let hasKeys: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let thread = StorageQueue(label: "tape.token")
  private var known: (token: AccessToken, since: ContinuousClock.Instant)?
  private var running: Task<Result<AccessToken, TokenError>, Never>?

  /// A source that runs the program `words[0]` with the other words as its arguments; without keys its advice names none.
  public init(words: [String], hasKeys: Bool = true) {
    self.init(words: words, limit: Self.limit, hasKeys: hasKeys, now: { .now })
  }

  /// A source whose command may take that long; `now` is the clock by which its token grows old.
  init(
    words: [String], limit: Duration, hasKeys: Bool = true,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.words = words
    self.limit = limit
    self.hasKeys = hasKeys
    self.now = now
  }

  /// Asks for a command that gives another token.
  public nonisolated var remedy: String {
    "Let \(place) print a valid one and \(hasKeys ? "press r" : "start again"), or restart with TAPE_TOKEN."
  }

  /// The token of the command.
  ///
  /// - Throws: ``TokenError`` when the command cannot be started, fails, takes too long or prints no token. What it
  ///   printed is in no sentence.
  public func token() async throws(TokenError) -> AccessToken? {
    if let known, now() - known.since < Self.keepingTime { return known.token }
    let task = running ?? Task { await run() }
    running = task
    let result = await task.value
    if running == task {
      running = nil
      known = (try? result.get()).map { ($0, now()) }
    }
    return try result.get()
  }

  /// The next token is the command's anew.
  public func renew() async { known = nil }

  private nonisolated var place: String { "token_command \"\(words.first ?? "")\"" }

  private func run() async -> Result<AccessToken, TokenError> {
    let (words, limit) = (words, limit)
    let ending = await thread.run { CommandOutput.run(words, limit: limit, maximum: Self.maximumSize) }
    do throws(TokenError) {
      return .success(try token(of: ending))
    } catch {
      return .failure(error)
    }
  }

  private func token(of ending: CommandOutput.Ending) throws(TokenError) -> AccessToken {
    let place = "The \(place)"
    switch ending {
    case .printed(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw TokenError(sentence: "\(place) printed what is not text. Its first line must be the token.")
      }
      let line = text.prefix { !$0.isNewline }
      if line.isEmpty {
        throw TokenError(sentence: "\(place) printed no token. Its first line must be the token.")
      }
      return try AccessToken(String(line), from: "The first line of \(self.place)")
    case .notStarted(let reason):
      throw TokenError(
        sentence:
          "\(place) cannot be started: \(reason). Its first word must be a program; no shell reads it.")
    case .failed(let status):
      throw TokenError(
        sentence:
          "\(place) failed with status \(status). Run it by hand to see why; it must not ask for anything.")
    case .killed(let signal):
      throw TokenError(sentence: "\(place) was ended by signal \(signal). Run it by hand to see why.")
    case .late:
      let seconds = limit.components.seconds
      throw TokenError(
        sentence: "\(place) did not end within \(seconds) s and was ended. It must not ask for anything.")
    case .tooLarge:
      throw TokenError(sentence: "\(place) printed more than 16 KiB. Its first line must be the token.")
    }
  }
}
