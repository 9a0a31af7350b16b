import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct TickReaderTests {
  private static let fields = [
    #""type":"update""#, #""symbol":"ACME""#, #""seq":1043"#, #""last":18245"#,
    #""time":"2026-11-29T14:03:21.373Z""#,
  ]

  private func tick(_ text: String) -> QuoteTick? {
    var times = RFC3339Reader()
    return TickReader.tick(in: Array(text.utf8).span, times: &times)
  }

  /// What the reader of every frame makes of it.
  private func plain(_ bytes: [UInt8]) -> FeedMessage? {
    var frame = TapeFrame()
    var memory = TapeMemory()
    do throws(JSONFault) {
      try frame.read(bytes.span, memory: &memory)
      return frame.message(received: 0)
    } catch {
      return nil
    }
  }

  @Test("The usual update is read the short way, in every order of its fields")
  func everyOrder() throws {
    let symbol = try #require(Symbol("ACME"))
    let time = Timestamp(nanoseconds: 1_795_961_001_373_000_000)
    let expected = QuoteTick(symbol: symbol, sequence: 1043, time: time, last: 18245)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let fields = Self.fields.shuffled(using: &random)
      #expect(tick("{\(fields.joined(separator: ","))}") == expected)
      #expect(tick("{\(fields.joined(separator: ", ").replacing("\":", with: "\": "))}") == expected)
    }
  }

  @Test(
    "Whatever is not that shape is left to the plain reader",
    arguments: [
      "", "{", "{}", "[]", #"{"type":"update"}"#,
      #"{"type":"snapshot","symbol":"ACME","seq":1,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":0,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2.5,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2e3,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":01,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":null,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2,"last":3,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"AC ME","seq":1,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"A\u0043ME","seq":1,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"","seq":1,"last":2,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2,"time":"2026-11-31T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2,"bid":3,"time":"2026-11-29T14:03:21Z"}"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2,"time":"2026-11-29T14:03:21Z"} x"#,
      #"{"type":"update","symbol":"ACME","seq":1,"last":2,"time":"2026-11-29T14:03:21Z",}"#,
    ])
  func otherShapes(text: String) {
    #expect(tick(text) == nil)
  }

  @Test("What the short way reads is what the plain reader reads, whatever became of the bytes")
  func sameAsPlain() {
    var random = SeededGenerator(seed: 11)
    var short = 0
    let symbols = ["A", "ACME", "BRK.B", "EURUSD=X", "^GSPC", "ABCDEFGHIJKLMNOP", "A\\u0041", "A B", "", "É"]
    for _ in 0..<20_000 {
      let digits = Int.random(in: 1...19, using: &random)
      let number = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let fields = [
        #""type":"update""#, #""symbol":"\#(symbols.randomElement(using: &random) ?? "A")""#,
        #""seq":\#(number)"#,
        #""last":\#(Bool.random(using: &random) ? "-" : "")\#(Int.random(in: 0...99_999, using: &random))"#,
        #""time":"2026-11-29T14:03:2\#(digits % 10).\#(number)Z""#,
      ]
      var bytes = Array("{\(fields.shuffled(using: &random).joined(separator: ","))}".utf8)
      if Bool.random(using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Array(#"{}[]",:\ 0-eéx"#.utf8).randomElement(using: &random) ?? 0
      }
      var times = RFC3339Reader()
      guard let tick = TickReader.tick(in: bytes.span, times: &times) else { continue }
      short += 1
      #expect(plain(bytes) == .update(tick.patch), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(short > 1_000)
  }
}
