import CCurl
import Synchronization
import TapeWebSocket

/// One request with libcurl's easy interface; ``perform()`` blocks its thread.
final class CurlTransfer: Sendable {
  private let method: HTTPMethod
  private let url: String
  private let headers: [HTTPHeader]
  private let body: [UInt8]
  private let limits: HTTPLimits
  private let trust: TLSTrust
  private let proxies: ProxyEnvironment
  private let userAgent: String
  private let isCancelled = Atomic(false)

  /// curl's own start, once for the process; 0 when it went well.
  private static let start: CURLcode = {
    // OpenSSL starts by our rules, not by curl's.
    _ = TLSVerification()
    return tape_curl_global_init()
  }()

  /// A request that has not begun.
  init(
    method: HTTPMethod = .get, url: String, headers: [HTTPHeader], body: [UInt8] = [], limits: HTTPLimits,
    trust: TLSTrust, proxies: ProxyEnvironment, userAgent: String
  ) {
    self.body = body
    self.method = method
    self.url = url
    self.headers = headers
    self.limits = limits
    self.trust = trust
    self.proxies = proxies
    self.userAgent = userAgent
  }

  /// Makes ``perform()`` return within a second.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Makes the request and waits for its end.
  func perform() -> Result<HTTPResponse, HTTPError> {
    guard url.lowercased().hasPrefix("http"), let target = try? WebSocketURL(url) else {
      return .failure(.invalidRequest(reason: "the URL is no http or https URL"))
    }
    let usesProxy: Bool
    do {
      usesProxy = try proxies.usesProxy(for: target)
    } catch {
      return .failure(.invalidRequest(reason: error.sentence))
    }
    guard Self.start == CURLE_OK, let handle = curl_easy_init() else {
      return .failure(.invalidRequest(reason: "libcurl does not start"))
    }
    defer { curl_easy_cleanup(handle) }
    // A header with a line end would be two.
    var lines = headers.map { "\($0.name): \($0.value)" }
    // Some servers want to be told that a PUT has no body.
    if method == .put { lines.append("Content-Length: 0") }
    if lines.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) {
      return .failure(.invalidRequest(reason: "a header has a control character"))
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) ?? list }
    defer { curl_slist_free_all(list) }
    tape_curl_easy_setopt_ptr(handle, CURLOPT_HTTPHEADER, list)
    configure(handle, for: target, usesProxy: usesProxy)
    if method == .post { post(with: handle) }
    let encryption = CurlEncryption(trust: trust)
    encryption.configure(handle)

    let answer = CurlAnswer(limits: limits) { self.isCancelled.load(ordering: .relaxed) }
    var detail = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = detail.withUnsafeMutableBufferPointer { detail in
      tape_curl_easy_setopt_ptr(handle, CURLOPT_ERRORBUFFER, detail.baseAddress)
      defer { tape_curl_easy_setopt_ptr(handle, CURLOPT_ERRORBUFFER, nil) }
      return answer.perform(handle)
    }
    if let fault = answer.fault { return .failure(fault) }
    if code != CURLE_OK {
      let end = detail.firstIndex(of: 0) ?? detail.endIndex
      let text = String(decoding: detail[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      var connectStatus = 0
      tape_curl_easy_getinfo_long(handle, CURLINFO_HTTP_CONNECTCODE, &connectStatus)
      // Once the tunnel is there, what fails is not the proxy's doing.
      if connectStatus >= 300 { return .failure(.refusedByProxy(status: connectStatus)) }
      return .failure(error(code, detail: text, encryption))
    }
    var status = 0
    tape_curl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
    return .success(HTTPResponse(status: status, headers: answer.headers, body: answer.body))
  }

  private func configure(_ handle: UnsafeMutableRawPointer, for target: WebSocketURL, usesProxy: Bool) {
    let strings: [(CURLoption, String?)] = [
      (CURLOPT_URL, url),
      (CURLOPT_PROTOCOLS_STR, "http,https"),
      (CURLOPT_REDIR_PROTOCOLS_STR, target.isSecure ? "https" : "http,https"),
      (CURLOPT_USERAGENT, userAgent),
      (CURLOPT_CUSTOMREQUEST, method == .get ? nil : method.rawValue),
      // An empty name switches off the proxies of the environment.
      (CURLOPT_PROXY, usesProxy ? nil : ""),
    ]
    for case (let option, let value?) in strings { tape_curl_easy_setopt_ptr(handle, option, value) }
    let numbers: [(CURLoption, Int)] = [
      // Timeouts must not raise signals: other threads run.
      (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_TIMEOUT_MS, Int(limits.timeout / .milliseconds(1))),
      (CURLOPT_FOLLOWLOCATION, 1),
      (CURLOPT_MAXREDIRS, limits.maximumRedirects),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_NOPROGRESS, 0),
    ]
    for (option, value) in numbers { tape_curl_easy_setopt_long(handle, option, value) }
  }

  /// Sends the body along; curl makes a copy of it.
  private func post(with handle: UnsafeMutableRawPointer) {
    tape_curl_easy_setopt_long(handle, CURLOPT_POST, 1)
    tape_curl_easy_setopt_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
    _ = body.withUnsafeBytes { tape_curl_easy_setopt_ptr(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
  }

  private func error(_ code: CURLcode, detail: String, _ encryption: CurlEncryption) -> HTTPError {
    if let failure = encryption.failure(code, detail: detail) { return .tls(failure) }
    let reason = ServerText.clean(detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    switch code {
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(limits.timeout)
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    case CURLE_PARTIAL_FILE: return .truncated
    // An answer without a length ends with the closing notice of TLS, or it is not whole.
    case CURLE_RECV_ERROR where detail.contains("unexpected eof"): return .truncated
    case CURLE_TOO_MANY_REDIRECTS: return .tooManyRedirects(limit: limits.maximumRedirects)
    // What curl calls HTTP/0.9 is anything that does not begin as an answer of HTTP does.
    case CURLE_GOT_NOTHING: return .noAnswer
    case CURLE_UNSUPPORTED_PROTOCOL where detail.contains("HTTP/0.9"): return .notHTTP
    // The scheme of the request itself was checked before.
    case CURLE_UNSUPPORTED_PROTOCOL: return .unsafeRedirect
    // curl refuses headers beyond its limits with this code.
    case CURLE_OUT_OF_MEMORY: return .unreachable(reason: "its headers are too large")
    case CURLE_URL_MALFORMAT: return .invalidRequest(reason: reason)
    default: return .unreachable(reason: reason)
    }
  }
}
