/// The client's side of `CONNECT` (RFC 9110 §9.3.6).
struct HTTPConnectTunnel: ProxyTunnel {
  /// The most bytes that the proxy's answer may have.
  static let maximumAnswer = 16 << 10

  let greeting: [UInt8]
  private let hasLogin: Bool
  private var parser = HandshakeParser<HTTPStatusLine>(limit: Self.maximumAnswer)

  /// A tunnel to that host and port.
  init(host: String, port: Int, login: ProxyURL.Login?) {
    let authority = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    var headers = [HTTPHeader(name: "Host", value: authority)]
    if let login {
      let words = Base64.encode(Array("\(login.user):\(login.password)".utf8))
      headers.append(HTTPHeader(name: "Proxy-Authorization", value: "Basic \(words)"))
    }
    greeting = HTTPRequestHead(method: "CONNECT", target: authority, headers: headers).encoded
    hasLogin = login != nil
  }

  mutating func receive(_ bytes: [UInt8]) -> ProxyTunnelStep {
    var position = 0
    do {
      while let head = try parser.next(in: bytes, at: &position) {
        switch head.startLine.status {
        // Interim answers are bounded by the size of all heads together.
        case 100..<200: continue
        // There is no body, whatever the headers say (§9.3.6): what follows is the server's.
        case 200..<300: return .established(early: Array(bytes[position...]))
        // Tinyproxy says so of a wrong login.
        case 401 where hasLogin: return .failed(.loginRefused)
        case 407: return .failed(loginFailure(head.headers))
        case let status:
          let phrase = head.startLine.reason
          return .failed(.refused("HTTP \(status)" + (phrase.isEmpty ? "" : " \(phrase)")))
        }
      }
      return .goOn(send: [])
    } catch .invalidHandshake(let fault) {
      return .failed(.notAProxy(fault))
    } catch {
      return .failed(.notAProxy("its answer is larger than \(Self.maximumAnswer >> 10) KiB"))
    }
  }

  private func loginFailure(_ headers: [HTTPHeader]) -> ProxyFailure.Reason {
    let schemes = headers.values(named: "Proxy-Authenticate").map { $0.prefix { $0 != " " } }
    if !schemes.isEmpty, !schemes.contains(where: { $0.lowercased() == "basic" }) {
      return .unknownLogin(schemes.joined(separator: ", "))
    }
    return hasLogin ? .loginRefused : .asksForLogin
  }
}
