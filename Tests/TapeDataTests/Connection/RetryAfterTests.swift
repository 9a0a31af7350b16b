import TapeDomain
import Testing

@testable import TapeData

@Suite struct RetryAfterTests {
  /// 1994-11-06T08:49:37Z, the example of RFC 9110 §5.6.7.
  private let example = Timestamp(seconds: 784_111_777)

  @Test(
    "The three date formats of HTTP are read",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func formats(text: String) {
    #expect(HTTPDate.parse(text) == example)
  }

  @Test(
    "Leap days and the turn of a century are dated right",
    arguments: [
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 31 Dec 2026 23:59:59 GMT", 1_798_761_599),
    ])
  func dates(text: String, seconds: Int64) {
    #expect(HTTPDate.parse(text) == Timestamp(seconds: seconds))
  }

  @Test(
    "What is no date is refused",
    arguments: [
      "", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    ])
  func invalid(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }

  @Test(
    "Seconds and dates become a wait between nothing and an hour",
    arguments: [
      ("30", nil, 30), (" 30 ", nil, 30), ("0", nil, 0), ("99999999999999999999", nil, 3600),
      ("7200", nil, 3600),
      ("Sun, 06 Nov 1994 08:50:37 GMT", nil, 60), ("Sun, 06 Nov 1994 08:00:00 GMT", nil, 0),
      ("Sun, 06 Nov 1994 10:00:10 GMT", "Sun, 06 Nov 1994 10:00:00 GMT", 10),
    ] as [(String, String?, Int)])
  func waits(value: String, date: String?, seconds: Int) {
    #expect(RetryAfter.parse(value, date: date, wall: example) == .seconds(seconds))
  }

  @Test("What cannot be read asks for nothing", arguments: [nil, "", "-1", "1.5", "later"])
  func unreadable(value: String?) {
    #expect(RetryAfter.parse(value, date: nil, wall: example) == nil)
  }
}
