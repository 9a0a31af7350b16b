import Foundation
public import TapeDomain
import TapeWebSocket

/// The instruments of a venue, from its HTTP interface or from a file that remembers them.
///
/// What is remembered is used at once and renewed behind it, so that prices never wait for a list. A venue whose list cannot be
/// had is watched without names.
public actor InstrumentDirectory {
  /// The age from which on what is remembered is asked for anew.
  static let renewalAge = Duration.seconds(600)
  /// The age from which on what is remembered no longer says which instruments exist.
  static let largestAge = Duration.seconds(7 * 86_400)
  /// How long ``prepare()`` waits for a list that is not remembered.
  static let patience = Duration.seconds(4)
  /// The least time between two tries.
  static let retrySpacing = Duration.seconds(30)
  /// The largest list, in bytes: one venue's are 10 MB.
  static let maximumBodySize = 48 << 20

  private let profile: SourceProfile
  private let base: String
  private let http: HTTPClient
  private let credentials: Credentials?
  private let cache: InstrumentCache?
  private let context: VenueContext
  private let time: TimeSource
  private let log: @Sendable (String) -> Void
  private var work: Task<Void, Never>?
  private var reading: Task<Void, Never>?
  /// When the list that counts was remembered; nil when the venue has said it in this run, and while there is none.
  public private(set) var rememberedAt: Timestamp?
  private var nextTry: Instant?

  /// The directory of a source.
  ///
  /// - Parameters:
  ///   - profile: The source.
  ///   - base: The address of its HTTP interface, without a slash at its end.
  ///   - http: Makes the requests.
  ///   - credentials: The user's keys, for a source that asks for some.
  ///   - cache: Where the list is remembered; nil for nowhere.
  ///   - context: Takes the instruments for the dialect.
  ///   - time: The clocks.
  ///   - log: Takes a line for what went wrong; must not block.
  public init(
    profile: SourceProfile, base: String, http: HTTPClient, credentials: Credentials? = nil,
    cache: InstrumentCache?, context: VenueContext, time: TimeSource,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.profile = profile
    self.base = base
    self.http = http
    self.credentials = credentials
    self.cache = cache
    self.context = context
    self.time = time
    self.log = log
  }

  /// Returns when the instruments are known, or when waiting for them longer would keep prices away.
  public func prepare() async {
    if profile.listing.paths.isEmpty { return }
    await readCache()
    if work == nil, nextTry.map({ $0 <= time.now }) ?? true {
      nextTry = time.now + Self.retrySpacing
      work = Task { await self.renew() }
    }
    if context.isComplete { return }
    let timer = Task { [time] in try? await time.sleep(for: Self.patience) }
    let waiter = Task { [work] in
      await work?.value
      timer.cancel()
    }
    await withTaskCancellationHandler {
      await timer.value
    } onCancel: {
      timer.cancel()
    }
    waiter.cancel()
  }

  /// The instruments whose symbol or name holds each word of `text`, best first; all of them for no text.
  public func search(_ text: String) -> [VenueInstrument] {
    InstrumentSearch.find(text, in: context.all)
  }

  /// Reads what is remembered, once; whoever asks meanwhile waits for it, and does not ask the venue instead.
  private func readCache() async {
    guard let cache else { return }
    let reading = self.reading ?? Task { await self.read(cache) }
    self.reading = reading
    await reading.value
  }

  private func read(_ cache: InstrumentCache) async {
    guard let content = await Self.onThread({ cache.read() }) else { return }
    let age = time.wall - content.savedAt
    guard age >= .zero, age < Self.largestAge else { return }
    context.set(content.instruments)
    rememberedAt = content.savedAt
    if age < Self.renewalAge { nextTry = time.now + (Self.renewalAge - age) }
  }

  private func renew() async {
    defer { work = nil }
    var bodies: [[UInt8]] = []
    for path in profile.listing.paths {
      guard let body = await body(of: path, isNeeded: bodies.isEmpty) else { return }
      bodies.append(body)
    }
    guard let instruments = profile.listing.instruments(in: bodies), !instruments.isEmpty else {
      return log("\(profile.title)'s list of instruments cannot be read")
    }
    context.set(instruments)
    rememberedAt = nil
    guard let cache else { return }
    let content = InstrumentCache.Content(instruments: instruments, savedAt: time.wall)
    if let trouble = await Self.onThread({ cache.write(content) }) { log(trouble) }
  }

  /// The body of an answer; an empty one stands for what is not needed, nil for what is and cannot be had.
  private func body(of path: String, isNeeded: Bool) async -> [UInt8]? {
    let headers = [HTTPHeader(name: "Accept", value: "application/json")] + (credentials?.headers ?? [])
    var limits = HTTPLimits()
    limits.timeout = .seconds(20)
    limits.maximumBodySize = Self.maximumBodySize
    // Keys would be carried to wherever a redirect leads.
    if credentials != nil { limits.maximumRedirects = 0 }
    let trouble: String
    do {
      let response = try await http.get(base + path, headers: headers, limits: limits)
      if response.status == 200 { return response.body }
      trouble = "HTTP \(response.status)"
      if let wait = RetryAfter.parse(response["Retry-After"], date: response["Date"], wall: time.wall) {
        nextTry = max(nextTry ?? time.now, time.now + wait)
      }
    } catch {
      trouble = error.explanation
    }
    log("\(profile.title)'s list of instruments, \(path.prefix { $0 != "?" }): \(trouble)")
    return isNeeded ? nil : []
  }

  /// What blocking work gives, done on a thread of its own.
  private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
