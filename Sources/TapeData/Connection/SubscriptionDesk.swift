import TapeDomain

/// Says to a source what is wanted of it on one connection, as its terms allow, until each symbol is confirmed or refused.
///
/// Commands are spaced and in batches; what is not confirmed in time is asked for again; and one wrong symbol never costs
/// the others: where the source does not say which it was, the batch is halved until it is found.
struct SubscriptionDesk: Equatable, Sendable {
  /// What the owner of the connection has to do.
  enum Action: Equatable, Sendable {
    /// Say this on the connection.
    case send(FeedCommand, request: Int)
    /// Tell whoever watches.
    case say(FeedMessage)
  }

  private enum Phase: Equatable { case queued, asked, subscribed, refused }

  private struct Request: Equatable {
    let subscribes: Bool
    let batch: [Symbol]
    var open: Set<Symbol>
    let deadline: Instant
  }

  /// How often patience may double while no answer comes.
  private static let mostDoublings = 3

  private let terms: CommandTerms
  private let limitDelay: Duration
  private var phases: [Symbol: Phase] = [:]
  private var leaving: [Symbol] = []
  private var joining: [Symbol] = []
  /// Batches to be asked for as they are: halves of one that was refused, and what was not confirmed.
  private var batches: [[Symbol]] = []
  private var requests: [Int: Request] = [:]
  private var lastRequest = 0
  private var nextAllowed: Instant
  private var unanswered = 0

  /// The desk of a connection on which nothing may be said before `now`.
  init(terms: FeedTerms, commands: CommandTerms, at now: Instant) {
    self.terms = commands
    limitDelay = terms.limitDelay ?? .seconds(5)
    nextAllowed = now
  }

  /// What is wanted on this connection, in order of name.
  var wanted: [Symbol] { phases.keys.filter { phases[$0] != .refused }.sorted() }

  /// Whether nothing is wanted on this connection that the source has.
  var isIdle: Bool { phases.values.allSatisfy { $0 == .refused } }

  /// Whether everything that is wanted was confirmed.
  var isSettled: Bool { joining.isEmpty && batches.isEmpty && !requests.values.contains { $0.subscribes } }

  /// When ``advance(to:)`` has something to do next; nil when nothing is waited for.
  var nextDeadline: Instant? {
    let expiry = requests.values.map(\.deadline).min()
    guard hasQueue, mayAsk else { return expiry }
    return min(expiry ?? nextAllowed, nextAllowed)
  }

  /// Takes in what the repository wants.
  mutating func take(_ command: FeedCommand, at now: Instant) -> [Action] {
    switch command {
    case .subscribe(let symbols, _): for symbol in symbols { join(symbol) }
    case .unsubscribe(let symbols): for symbol in symbols { leave(symbol) }
    case .resync(let symbols): for symbol in symbols { askAgain(symbol) }
    }
    return say(at: now)
  }

  /// Takes in what the source answers.
  mutating func take(_ answer: FeedAnswer, at now: Instant) -> [Action] {
    unanswered = 0
    var actions: [Action] = []
    let number = answer.request ?? request(of: answer)
    switch answer.outcome {
    case .accepted: accept(answer, request: number)
    case .later(let words):
      slowDown(number, at: now)
      actions.append(.say(.error(code: "later", symbol: nil, message: words)))
    case .unknownSymbol, .refused, .noRoom: actions += refuse(answer, request: number)
    }
    return actions + say(at: now)
  }

  /// A quote of the symbol came, which confirms it whatever was answered.
  mutating func heard(_ symbol: Symbol, at now: Instant) -> [Action] {
    guard phases[symbol] == .asked else { return [] }
    for number in requests.keys where requests[number]?.subscribes == true { close(symbol, of: number) }
    phases[symbol] = .subscribed
    return say(at: now)
  }

  /// Time has passed.
  mutating func advance(to now: Instant) -> [Action] {
    for (number, request) in requests.sorted(by: { $0.key < $1.key }) where request.deadline <= now {
      requests[number] = nil
      unanswered += 1
      let rest = request.batch.filter { request.open.contains($0) && phases[$0] == .asked }
      if request.subscribes { queue(rest) }
    }
    return say(at: now)
  }

  // MARK: What is wanted

  private mutating func join(_ symbol: Symbol) {
    if let place = leaving.firstIndex(of: symbol) {
      // Still subscribed: what is said anew brings the quote that is waited for.
      leaving.remove(at: place)
      phases[symbol] = .subscribed
      return askAgain(symbol)
    }
    guard phases[symbol] == nil else { return }
    phases[symbol] = .queued
    joining.append(symbol)
  }

  private mutating func leave(_ symbol: Symbol) {
    switch phases.removeValue(forKey: symbol) {
    case .asked, .subscribed: leaving.append(symbol)
    case .queued:
      joining.removeAll { $0 == symbol }
      for place in batches.indices { batches[place].removeAll { $0 == symbol } }
      batches.removeAll(where: \.isEmpty)
    case .refused, nil: break
    }
  }

  /// The quote that a subscription brings did not come: it is given up and taken out anew.
  private mutating func askAgain(_ symbol: Symbol) {
    guard phases[symbol] == .subscribed else { return phases[symbol] == nil ? join(symbol) : () }
    phases[symbol] = .queued
    if !leaving.contains(symbol) { leaving.append(symbol) }
    joining.append(symbol)
  }

  private mutating func queue(_ batch: [Symbol]) {
    guard !batch.isEmpty else { return }
    for symbol in batch { phases[symbol] = .queued }
    batches.append(batch)
  }

  // MARK: What was answered

  /// The command that an answer without a number is about.
  private func request(of answer: FeedAnswer) -> Int? {
    if !terms.numbersAnswers { return requests.keys.first }
    return requests.keys.sorted().first { number in
      answer.symbols.contains { requests[number]?.open.contains($0) ?? false }
    }
  }

  private mutating func accept(_ answer: FeedAnswer, request number: Int?) {
    guard let number, let request = requests[number] else { return }
    guard request.subscribes else {
      requests[number] = nil
      return
    }
    for symbol in answer.symbols.isEmpty ? request.batch : answer.symbols where request.open.contains(symbol)
    {
      if phases[symbol] == .asked { phases[symbol] = .subscribed }
      close(symbol, of: number)
    }
  }

  private mutating func close(_ symbol: Symbol, of number: Int) {
    requests[number]?.open.remove(symbol)
    if requests[number]?.open.isEmpty == true { requests[number] = nil }
  }

  private mutating func refuse(_ answer: FeedAnswer, request number: Int?) -> [Action] {
    guard let number, let request = requests[number] else {
      // It is about nothing that was asked for: the user reads it.
      let symbols = answer.symbols.filter { phases[$0] != nil }
      guard symbols.isEmpty else { return symbols.map { refuse($0, answer.outcome) } }
      switch answer.outcome {
      case .refused(let words): return [.say(.error(code: "refused", symbol: nil, message: words))]
      case .noRoom(let words):
        return [.say(.error(code: FeedMessage.noRoomCode, symbol: nil, message: words))]
      default: return []
      }
    }
    guard request.subscribes else {
      // What cannot be unsubscribed is not subscribed.
      requests[number] = nil
      return []
    }
    let culprits = answer.symbols.filter { request.open.contains($0) }
    if culprits.isEmpty {
      requests[number] = nil
      return divide(request, answer.outcome)
    }
    let actions = culprits.map { refuse($0, answer.outcome) }
    if terms.isAllOrNothing {
      requests[number] = nil
      queue(request.batch.filter { request.open.contains($0) && phases[$0] == .asked })
    } else {
      for symbol in culprits { close(symbol, of: number) }
    }
    return actions
  }

  /// One of these was wrong, and the source does not say which.
  private mutating func divide(_ request: Request, _ outcome: FeedAnswer.Outcome) -> [Action] {
    let rest = request.batch.filter { request.open.contains($0) && phases[$0] == .asked }
    if rest.count == 1 { return [refuse(rest[0], outcome)] }
    queue(Array(rest.prefix(rest.count / 2)))
    queue(Array(rest.dropFirst(rest.count / 2)))
    return []
  }

  private mutating func refuse(_ symbol: Symbol, _ outcome: FeedAnswer.Outcome) -> Action {
    phases[symbol] = .refused
    switch outcome {
    case .refused(let words): return .say(.error(code: "refused", symbol: symbol, message: words))
    case .noRoom(let words): return .say(.error(code: FeedMessage.noRoomCode, symbol: symbol, message: words))
    default: return .say(.error(code: "unknown_symbol", symbol: symbol, message: ""))
    }
  }

  private mutating func slowDown(_ number: Int?, at now: Instant) {
    nextAllowed = max(nextAllowed, now + limitDelay)
    guard let number, let request = requests.removeValue(forKey: number), request.subscribes else { return }
    queue(request.batch.filter { request.open.contains($0) && phases[$0] == .asked })
  }

  // MARK: What is said

  private var hasQueue: Bool { !leaving.isEmpty || !batches.isEmpty || !joining.isEmpty }

  private var mayAsk: Bool { terms.numbersAnswers || requests.isEmpty }

  private mutating func say(at now: Instant) -> [Action] {
    guard hasQueue, mayAsk, nextAllowed <= now else { return [] }
    nextAllowed = now + terms.spacing
    lastRequest += 1
    if !leaving.isEmpty {
      let batch = Array(leaving.prefix(terms.maximumSymbols))
      leaving.removeFirst(batch.count)
      open(batch, subscribes: false, at: now)
      return [.send(.unsubscribe(batch), request: lastRequest)]
    }
    let batch: [Symbol]
    if batches.isEmpty {
      batch = Array(joining.prefix(terms.maximumSymbols))
      joining.removeFirst(batch.count)
    } else {
      batch = batches.removeFirst()
    }
    for symbol in batch { phases[symbol] = .asked }
    open(batch, subscribes: true, at: now)
    return [.send(.subscribe(batch, maxRate: 0), request: lastRequest)]
  }

  private mutating func open(_ batch: [Symbol], subscribes: Bool, at now: Instant) {
    guard terms.isAnswered else {
      for symbol in batch where phases[symbol] == .asked { phases[symbol] = .subscribed }
      return
    }
    let patience = terms.patience * (1 << min(unanswered, Self.mostDoublings))
    requests[lastRequest] = Request(
      subscribes: subscribes, batch: batch, open: Set(batch), deadline: now + patience)
  }
}
