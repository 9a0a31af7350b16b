import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct JSONWriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 8)
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Integers are written whole", arguments: [0, 7, -1, 10, 1_234_567_890, .max, .min])
  func integers(value: Int) {
    #expect(text { $0.integer(value) } == String(value))
  }

  @Test(
    "Strings are escaped",
    arguments: zip(
      ["ACME", "a\"b\\c", "é日本", "\u{1B}[2J\n", "\u{7F}"],
      [#""ACME""#, #""a\"b\\c""#, #""é日本""#, #""\u001b[2J\u000a""#, #""\u007f""#]))
  func strings(value: String, expected: String) {
    #expect(text { $0.string(value) } == expected)
  }

  @Test(
    "Times are UTC with three fraction digits",
    arguments: zip(
      [0, 1_795_961_001_123_999_999, 951_782_400_000_000_000, 4_107_542_399_999_000_000, -1] as [Int64],
      [
        "1970-01-01T00:00:00.000Z", "2026-11-29T14:03:21.123Z", "2000-02-29T00:00:00.000Z",
        "2100-02-28T23:59:59.999Z", "1969-12-31T23:59:59.999Z",
      ]))
  func times(nanoseconds: Int64, expected: String) {
    #expect(text { $0.time(Timestamp(nanoseconds: nanoseconds)) } == "\"\(expected)\"")
  }
}
