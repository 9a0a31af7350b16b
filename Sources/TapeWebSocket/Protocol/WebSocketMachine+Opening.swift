extension WebSocketMachine {
  /// Server role, after `.request`: accepts the upgrade with 101 and these further header fields.
  ///
  /// Returns false when the request is no valid upgrade (RFC 6455 §4.2.1) or none waits; it is then answered
  /// with 400 or 426. Frames that came behind the request are read by the next ``receive(_:using:)``, so the
  /// driver calls that once more, with no bytes.
  public mutating func accept(headers: [HTTPHeader]) -> Bool {
    guard case .deciding(let handshake) = stage else { return false }
    do {
      let terms = compression == nil ? nil : CompressionTerms.chosen(from: handshake.request.headers)
      output += try handshake.acceptance(headers: headers, compression: terms, sha1: sha1).encoded
      stage = .open
      agree(on: terms)
      return true
    } catch {
      output += handshake.response(
        status: error.status, reason: error.phrase, headers: error.headers,
        body: Array("\(error.rule)\n".utf8))
      stage = .finished(unreported: .abnormal(.invalidHandshake(error.rule)))
      return false
    }
  }

  /// Server role, after `.request`: answers with a plain HTTP response and `Connection: close`.
  ///
  /// `Content-Length` is set here. Ignored when no request waits.
  public mutating func respond(status: Int, reason: String, headers: [HTTPHeader], body: [UInt8]) {
    guard case .deciding(let handshake) = stage else { return }
    output += handshake.response(status: status, reason: reason, headers: headers, body: body)
    stage = .finished(unreported: .abnormal(nil))
  }

  /// Client: reads the server's answer, and frames behind it.
  mutating func receiveResponse(
    _ bytes: [UInt8], _ handshake: consuming ClientHandshake, into events: inout [WebSocketEvent],
    using random: inout some RandomNumberGenerator
  ) {
    // A failure leaves it so; and the handshake's buffers, now held once, grow in place.
    stage = .finished(unreported: nil)
    var position = 0
    do throws(WebSocketError) {
      guard let response = try handshake.receive(bytes, at: &position) else {
        stage = .connecting(handshake)
        return
      }
      let terms = try handshake.compressionTerms(in: response)
      stage = .open
      agree(on: terms)
      events.append(.opened(response))
      receiveFrames(in: bytes, from: position, into: &events, using: &random)
    } catch {
      events.append(.closed(.abnormal(error)))
    }
  }

  /// Server: reads the request's head and keeps what is behind it.
  mutating func receiveRequest(
    _ bytes: [UInt8], _ parser: consuming HandshakeParser<HTTPRequestLine>,
    into events: inout [WebSocketEvent]
  ) {
    // As in receiveResponse.
    stage = .finished(unreported: nil)
    var position = 0
    do throws(WebSocketError) {
      guard let head = try parser.next(in: bytes, at: &position) else {
        stage = .listening(parser)
        return
      }
      let handshake = ServerHandshake(head)
      events.append(.request(handshake.request))
      stage = .deciding(handshake)
      early = Array(bytes[position...])
    } catch {
      output += ServerHandshake.response(to: error)
      events.append(.closed(.abnormal(error)))
    }
  }

  /// From here on messages may be compressed, in both directions.
  private mutating func agree(on terms: CompressionTerms?) {
    guard let terms, let compression else { return }
    decoder.allowsCompression = true
    assembler.inflation = Inflation(compression, terms, receivedBy: role)
    deflation = Deflation(compression, terms, sentBy: role)
  }

  /// Server: keeps what comes before the owner has answered, within the limit of one message.
  mutating func keepEarly(_ bytes: [UInt8], into events: inout [WebSocketEvent]) {
    early += bytes
    guard early.count > configuration.maximumMessageSize else { return }
    stage = .finished(unreported: nil)
    events.append(.closed(.abnormal(.messageTooLarge(limit: configuration.maximumMessageSize))))
  }

  /// The bytes of a read behind those that were kept.
  mutating func takeEarly(before bytes: [UInt8]) -> [UInt8] {
    guard !early.isEmpty else { return bytes }
    defer { early = [] }
    return early + bytes
  }
}
