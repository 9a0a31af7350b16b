import Testing

@testable import TapeWebSocket

@Suite struct CompressionTermsTests {
  private func headers(_ values: [String]) -> [HTTPHeader] {
    values.map { HTTPHeader(name: "sec-websocket-extensions", value: $0) }
  }

  @Test(
    "A client takes every valid answer to its offer",
    arguments: [
      ("permessage-deflate", CompressionTerms()),
      (" permessage-deflate ;server_no_context_takeover", CompressionTerms(serverKeepsContext: false)),
      ("permessage-deflate; client_no_context_takeover", CompressionTerms(clientKeepsContext: false)),
      ("permessage-deflate; server_max_window_bits=8", CompressionTerms(serverWindowBits: 8)),
      ("permessage-deflate; client_max_window_bits=\"10\"", CompressionTerms(clientWindowBits: 10)),
      (
        "permessage-deflate; client_max_window_bits=9; server_max_window_bits = 15; server_no_context_takeover",
        CompressionTerms(serverKeepsContext: false, clientWindowBits: 9)
      ),
    ] as [(String, CompressionTerms)])
  func answers(answer: String, terms: CompressionTerms) throws {
    #expect(try CompressionTerms.accepted(in: headers([answer]), isOffered: true) == terms)
  }

  @Test("No answer is no compression", arguments: [[], [""], [" , "]])
  func noAnswer(values: [String]) throws {
    #expect(try CompressionTerms.accepted(in: headers(values), isOffered: true) == nil)
  }

  @Test(
    "A client fails the handshake for any other answer",
    arguments: [
      "permessage-bzip2", "x-webkit-deflate-frame", "permessage-deflate, permessage-deflate",
      "permessage-deflate, other", "permessage-deflate; server_max_window_bits",
      "permessage-deflate; client_max_window_bits", "permessage-deflate; server_max_window_bits=7",
      "permessage-deflate; client_max_window_bits=16", "permessage-deflate; server_max_window_bits=09",
      "permessage-deflate; server_max_window_bits=0x9", "permessage-deflate; server_no_context_takeover=1",
      "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
      "permessage-deflate; unknown", "permessage-deflate;", "permessage-deflate; =", "; permessage-deflate",
      "permessage-deflate; client_max_window_bits=\"10",
    ])
  func badAnswers(answer: String) throws {
    #expect(throws: WebSocketError.self) {
      try CompressionTerms.accepted(in: headers([answer]), isOffered: true)
    }
    var client = try MachineDriver.connecting(compression: ZlibCompression())
    client.receive(
      Array(
        Wire.response(["Sec-WebSocket-Accept: \(Wire.accept)", "Sec-WebSocket-Extensions: \(answer)"]).utf8))
    guard case .invalidHandshake = client.closure?.error else {
      Issue.record("\(answer) was taken")
      return
    }
  }

  @Test("Compression that was not offered is not taken")
  func unasked() throws {
    var client = try MachineDriver.connecting()
    #expect(!String(decoding: client.sent, as: UTF8.self).contains("Extensions"))
    client.receive(
      Array(
        Wire.response([
          "Sec-WebSocket-Accept: \(Wire.accept)", "Sec-WebSocket-Extensions: permessage-deflate",
        ]).utf8))
    #expect(client.closure?.error != nil)
  }

  @Test("A configuration without compression offers none, and a server with it accepts none")
  func switchedOff() throws {
    var configuration = WebSocketConfiguration()
    configuration.allowsCompression = false
    let client = try MachineDriver.connecting(
      configuration: configuration, compression: ZlibCompression())
    #expect(!String(decoding: client.sent, as: UTF8.self).contains("deflate"))
    let server = WebSocketMachine(
      server: configuration, sha1: ReferenceSHA1.digest, compression: ZlibCompression())
    #expect(server.compression == nil)
  }

  @Test(
    "A server answers the first offer that it can accept",
    arguments: [
      ("permessage-deflate", "permessage-deflate"),
      ("permessage-deflate; client_max_window_bits", "permessage-deflate"),
      ("permessage-deflate; client_max_window_bits=10", "permessage-deflate"),
      (
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
      ),
      ("permessage-deflate; server_max_window_bits=9", "permessage-deflate; server_max_window_bits=9"),
      (
        "other, permessage-deflate; server_max_window_bits=99, permessage-deflate; server_max_window_bits=12",
        "permessage-deflate; server_max_window_bits=12"
      ),
      ("permessage-deflate; unknown", nil), ("permessage-deflate; server_max_window_bits", nil),
      ("other", nil), ("permessage-deflate; ;", nil),
    ] as [(String, String?)])
  func offers(offer: String, answer: String?) throws {
    #expect(try MachineDriver.compressingServer(offered: offer).answer == answer)
  }
}
