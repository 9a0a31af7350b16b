import TapeDomain
import TapeWebSocket

/// One connection to the exchange, from its request to its end.
struct ClientSession: Sendable {
  /// How long a client may take to present its token (the protocol, the server's duties).
  static let authenticationTimeout = Duration.seconds(5)

  /// How far it has come.
  enum Phase: Equatable, Sendable {
    /// Its request waits to be answered.
    case requested(HTTPRequestHead)
    /// It is upgraded and has to present a token by then.
    case unproven(deadline: Instant)
    /// It is served.
    case open
    /// Its end has begun: nothing more is sent or read.
    case ending
  }

  /// How far it has come.
  private(set) var phase: Phase
  /// What it is sent.
  var feed: ClientFeed

  private var delayLine = DelayLine()
  private var stall = StallRule()

  /// A connection whose request just arrived.
  init(requesting head: HTTPRequestHead, at now: Instant) {
    phase = .requested(head)
    feed = ClientFeed(openedAt: now)
  }

  /// When something is due for it next, changes of the market apart.
  func nextDue(_ faults: FaultState, at now: Instant) -> Instant? {
    switch phase {
    case .requested: return faults.flow == .shut ? nil : now
    case .unproven(let deadline): return faults.flow == .shut ? nil : deadline
    case .ending: return nil
    case .open:
      guard faults.flow != .shut else { return nil }
      return [delayLine.nextDue, feed.nextDue(flow: faults.flow, at: now)].compactMap { $0 }.min()
    }
  }

  /// Follows a text frame of the client.
  mutating func receive(
    _ frame: ArraySlice<UInt8>, in market: MarketModel, access: AccessPolicy, at now: Instant
  ) -> LinkAction? {
    do throws(ClientError) {
      let command = try CommandDecoder.decode(frame)
      switch phase {
      case .open: feed.follow(command, in: market, at: now)
      case .unproven: return prove(command, access)
      case .requested, .ending: break
      }
    } catch {
      switch phase {
      case .open: feed.reject(error)
      case .unproven: return end(code: 4403, reason: "refused")
      case .requested, .ending: break
      }
    }
    return nil
  }

  /// Does what is due for the connection.
  mutating func step(
    _ moment: Moment, market: MarketModel, list: inout ServerList, changes: [MarketChange],
    access: AccessPolicy, faults: FaultState, load: LinkLoad
  ) -> [LinkAction] {
    switch phase {
    case .ending: return []
    case .unproven(let deadline):
      return deadline <= moment.now && faults.flow != .shut ? [end(code: 4403, reason: "refused")] : []
    case .requested(let head):
      return faults.flow == .shut ? [] : [answer(head, market, &list, access, at: moment.now)]
    case .open: break
    }
    if stall.isStalled(load, at: moment.now) {
      phase = .ending
      return [.reset]
    }
    let frames = feed.step(
      moment, market: market, changes: changes, linkIsClear: load.isClear && delayLine.hasRoom,
      flow: faults.flow)
    delayLine.append(frames, until: moment.now + faults.lateness)
    let released = faults.flow == .shut ? [] : delayLine.take(at: moment.now)
    return released.isEmpty ? [] : [.send(released)]
  }

  /// Changes what it is sent.
  mutating func change(_ body: (inout ClientFeed) -> Void) {
    body(&feed)
  }

  /// Lets everything that a fault held back leave with the next step.
  mutating func releaseDelayed(at now: Instant) {
    delayLine.release(at: now)
  }

  /// Marks the end that somebody else decided on.
  mutating func end() {
    phase = .ending
  }

  private mutating func end(code: UInt16, reason: String) -> LinkAction {
    phase = .ending
    return .close(code: code, reason: reason)
  }

  private mutating func prove(_ command: ClientCommand, _ access: AccessPolicy) -> LinkAction? {
    var token: String?
    if case .auth(let presented) = command { token = presented }
    switch access.verdict(on: token) {
    case .accepted:
      phase = .open
      feed.introduce()
      return nil
    case .expired: return end(code: 4401, reason: "expired")
    case .refused: return end(code: 4403, reason: "refused")
    }
  }

  private mutating func answer(
    _ head: HTTPRequestHead, _ market: MarketModel, _ list: inout ServerList, _ access: AccessPolicy,
    at now: Instant
  ) -> LinkAction {
    switch RequestRouter.route(head, access: access) {
    case .feed:
      feed = ClientFeed(openedAt: now)
      phase = access.needsToken ? .unproven(deadline: now + Self.authenticationTimeout) : .open
      if phase == .open { feed.introduce() }
      return .accept
    case .answer(let answer): return end(answer)
    case .watchlist:
      return end(.ok(FrameEncoder.watchlist(list.indices.map { market.instruments[$0] })))
    case .instruments(let text):
      return end(.ok(FrameEncoder.watchlist(InstrumentQuery.matches(text, in: market.instruments))))
    case .change(let symbol, let adds): return end(list.change(symbol, adds: adds, in: market))
    }
  }

  private mutating func end(_ answer: HTTPAnswer) -> LinkAction {
    phase = .ending
    return .respond(answer)
  }
}
