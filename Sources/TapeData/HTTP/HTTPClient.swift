import Foundation
import Synchronization
public import TapeWebSocket

/// Makes HTTP requests with libcurl, each on a thread of its own, since curl blocks and the pool must not.
///
/// Whether a host is reached through a proxy is ``ProxyEnvironment``'s to say, as it is for the prices; which proxy that
/// is, curl reads from the same environment by the same rules.
public struct HTTPClient: Sendable {
  private let trust: TLSTrust
  private let proxies: ProxyEnvironment
  private let userAgent: String

  /// A client that believes the authorities of `trust`, goes through `proxies` and calls itself `userAgent`.
  public init(
    trust: TLSTrust = TLSTrust(), proxies: ProxyEnvironment = ProxyEnvironment(), userAgent: String = "tape"
  ) {
    self.trust = trust
    self.proxies = proxies
    self.userAgent = userAgent
  }

  /// Asks for `url` (http or https) and returns the answer, whatever its status, after at most the allowed redirects.
  ///
  /// A header that authorises is not sent to another host, port or scheme than the first.
  ///
  /// - Throws: ``HTTPError`` when there is no whole answer; `.cancelled` at once when the task is cancelled.
  public func get(
    _ url: String, headers: [HTTPHeader] = [], limits: HTTPLimits = HTTPLimits()
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(.get, url, headers: headers, limits: limits)
  }

  /// Makes a request and returns the answer, as ``get(_:headers:limits:)`` does; only a POST has a body.
  public func send(
    _ method: HTTPMethod, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    limits: HTTPLimits = HTTPLimits()
  ) async throws(HTTPError) -> HTTPResponse {
    let transfer = CurlTransfer(
      method: method, url: url, headers: headers, body: body, limits: limits, trust: trust, proxies: proxies,
      userAgent: userAgent)
    let outcome = OneShot<Result<HTTPResponse, HTTPError>>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome.wait(continuation)
        Thread.detachNewThread { outcome.resume(transfer.perform()) }
      }
    } onCancel: {
      // The thread ends within a second, when curl next asks whether to go on; nobody has to wait for it.
      transfer.cancel()
      outcome.resume(.failure(.cancelled))
    }
    return try result.get()
  }
}

extension HTTPClient {
  /// Makes a request to a polled source. A key stands in its headers, so that no redirect is followed.
  public func answer(_ request: PollRequest) async throws(HTTPError) -> HTTPResponse {
    var limits = HTTPLimits()
    limits.maximumRedirects = 0
    return try await send(
      request.body == nil ? .get : .post, request.url, headers: request.headers, body: request.body ?? [],
      limits: limits)
  }
}

/// A value that is awaited once and may come from several sides; the first one counts.
private final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Value, Never>)
    case early(Value)
    case done
  }

  private let state = Mutex(State.empty)

  func wait(_ continuation: CheckedContinuation<Value, Never>) {
    let early = state.withLock { state -> Value? in
      if case .early(let value) = state {
        state = .done
        return value
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  func resume(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .empty:
        state = .early(value)
        return nil
      case .waiting(let continuation):
        state = .done
        return continuation
      case .early, .done:
        return nil
      }
    }
    waiting?.resume(returning: value)
  }
}
