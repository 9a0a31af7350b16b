import Foundation
import Synchronization
import TapeData
import TapeDomain
import TapeTUI

/// Plays a tape for a screen: the player steps on a thread of its own, and what it gives out waits here to be taken.
final class ReplayDeck: Sendable {
  /// What the thread is asked to do.
  enum Request {
    case command(ReplayKey)
    case pause
    case watch(Int, Set<Symbol>, background: Set<Symbol>)
    case release(Int)
    case stop
  }

  private struct Shared {
    var requests: [Request] = []
    var mailboxes: [Int: ReplayMailbox] = [:]
    var watches = 0
    var list: [Instrument]?
    var isListFinal = false
    var listWaiters: [CheckedContinuation<Void, Never>] = []
    var isOver = false
  }

  private let shared = Mutex(Shared())
  private let wake = DispatchSemaphore(value: 0)

  /// Wakes the thread with a request.
  func ask(_ request: Request) {
    shared.withLock { $0.requests.append(request) }
    wake.signal()
  }

  // MARK: The thread's side

  /// What was asked for since the last time.
  func takeRequests() -> [Request] {
    shared.withLock { shared in
      defer { shared.requests = [] }
      return shared.requests
    }
  }

  /// Returns at the deadline, or at once when something is asked for.
  func wait(until deadline: Instant?, at now: Instant) {
    guard let deadline else { return wake.wait() }
    let rest = max(0, (deadline - now).wholeNanoseconds)
    _ = wake.wait(timeout: .now() + .nanoseconds(Int(rest)))
  }

  /// Hands a batch to a watch.
  func deliver(_ batch: QuoteBatch, to watch: Int) {
    let match = shared.withLock { shared in
      shared.mailboxes[watch]?.add(batch)
      return shared.mailboxes[watch]?.match()
    }
    match?.waiter.resume(returning: match?.batch)
  }

  /// The tape says what the list is, or will not say more.
  func publish(list: [Instrument]?, isFinal: Bool) {
    let waiters = shared.withLock { shared in
      shared.list = list
      shared.isListFinal = isFinal
      guard list != nil || isFinal else { return [CheckedContinuation<Void, Never>]() }
      defer { shared.listWaiters = [] }
      return shared.listWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Nothing is played any more.
  func end() {
    publish(list: nil, isFinal: true)
    let waiters = shared.withLock { shared in
      shared.isOver = true
      defer { shared.mailboxes = [:] }
      return shared.mailboxes.values.compactMap(\.waiter)
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  // MARK: The screen's side

  private func next(of watch: Int) async -> QuoteBatch? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (match, isOver) = shared.withLock { shared in
          guard !Task.isCancelled, !shared.isOver, shared.mailboxes[watch] != nil else {
            return (nil as (waiter: CheckedContinuation<QuoteBatch?, Never>, batch: QuoteBatch)?, true)
          }
          shared.mailboxes[watch]?.waiter = continuation
          return (shared.mailboxes[watch]?.match(), false)
        }
        if isOver { continuation.resume(returning: nil) }
        match?.waiter.resume(returning: match?.batch)
      }
    } onCancel: {
      release(watch)
    }
  }

  private func release(_ watch: Int) {
    let waiter = shared.withLock { $0.mailboxes.removeValue(forKey: watch)?.waiter }
    waiter?.resume(returning: nil)
    ask(.release(watch))
  }
}

extension ReplayDeck: WatchQuotesUseCase {
  func watch(_ symbols: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    watch(symbols, background: [])
  }

  func watch(_ symbols: Set<Symbol>, background: Set<Symbol>) -> AsyncStream<QuoteBatch> {
    let number = shared.withLock { shared in
      shared.watches += 1
      shared.mailboxes[shared.watches] = ReplayMailbox()
      return shared.watches
    }
    ask(.watch(number, symbols, background: background))
    return AsyncStream { await self.next(of: number) }
  }
}

extension ReplayDeck: WatchlistRepository {
  /// The list as the tape says it, as soon as it does.
  func instruments() async throws -> [Instrument] {
    await withCheckedContinuation { continuation in
      let isThere = shared.withLock { shared in
        let isThere = shared.list != nil || shared.isListFinal
        if !isThere { shared.listWaiters.append(continuation) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
    if let list = shared.withLock({ $0.list }) { return list }
    throw WatchlistError(sentence: "The tape has no list and no prices.", isRefusal: true)
  }
}
