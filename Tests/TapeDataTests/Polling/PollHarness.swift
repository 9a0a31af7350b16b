import Synchronization
import TapeDomain
import TapeTestSupport
import TapeWebSocket

@testable import TapeData

/// A source whose answers are symbols and prices in plain text, such as `A=123`.
final class PlainPollSource: PollSource {
  let terms: PollTerms
  private let numbers = Atomic<Int>(0)

  init(_ terms: PollTerms = .free) { self.terms = terms }

  func request(for job: PollJob) -> PollRequest {
    PollRequest(url: "http://poll.test/" + job.symbols.map(\.text).joined(separator: ","))
  }

  func read(_ response: HTTPResponse, to job: PollJob) -> PollAnswer {
    if let failure = PollFailure(
      response, of: "Plain", remedy: "Set a key.", wall: Timestamp(seconds: 1_800_000_000))
    {
      return PollAnswer(failure: failure)
    }
    let lines = String(decoding: response.body, as: UTF8.self).split(separator: " ")
    return PollAnswer(
      lines.compactMap { line in
        let parts = line.split(separator: "=")
        guard let symbol = Symbol(parts[0]), job.symbols.contains(symbol) else { return nil }
        let number = numbers.wrappingAdd(1, ordering: .relaxed).newValue
        var patch = QuotePatch(symbol: symbol, sequence: number, time: Timestamp(seconds: 1_800_000_000))
        patch.currency = "USD"
        patch.last = .set(Int(parts[1]) ?? 0)
        return .snapshot(patch)
      })
  }
}

/// A polled link under test: each request waits until the test answers it.
actor PollBench {
  private var waiting: [(request: PollRequest, answer: CheckedContinuation<Answer, Never>)] = []
  private let arrivals = WaitingList()
  private var answered = 0
  private(set) var count = 0

  typealias Answer = Result<HTTPResponse, HTTPError>

  func fetch(_ request: PollRequest) async -> Answer {
    count += 1
    return await withCheckedContinuation { continuation in
      waiting.append((request, continuation))
      arrivals.reach(count)
    }
  }

  /// Answers the oldest request, waiting for it to come; returns its URL.
  @discardableResult
  func answer(_ body: String, status: Int = 200, headers: [HTTPHeader] = []) async -> String {
    await reply(.success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
  }

  /// Answers the oldest request, if one waits.
  func answerIfAsked(_ body: String) {
    guard !waiting.isEmpty else { return }
    answered += 1
    waiting.removeFirst().answer.resume(
      returning: .success(HTTPResponse(status: 200, headers: [], body: Array(body.utf8))))
  }

  @discardableResult
  func reply(_ answer: Answer) async -> String {
    answered += 1
    await arrivals.wait(for: answered)
    // A test whose time is over has nothing to answer.
    guard !waiting.isEmpty else { return "" }
    let (request, continuation) = waiting.removeFirst()
    continuation.resume(returning: answer)
    return request.url
  }
}

/// Hears what is recorded.
final class PollRecorder: LinkRecorder {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func connected() { state.withLock { $0.append("connected") } }
  func disconnected(_ how: String) {}
  func changed(to status: FeedStatus) { state.withLock { $0.append(status.logLine) } }
  func sent(_ command: FeedCommand) { state.withLock { $0.append("sent") } }
  func received(_ events: [WebSocketEvent], at now: Instant) {
    for case .text(let bytes) in events {
      state.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }
  }
  func hide(_ secret: String) {}
}
