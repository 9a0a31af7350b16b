import TapeDomain
import Testing

@testable import TapeData

@Suite struct RFC3339ReaderTests {
  private func read(_ text: String) -> Int64? {
    var reader = RFC3339Reader()
    return reader.timestamp(of: Array(text.utf8).span)?.nanoseconds
  }

  @Test(
    "A time is read to the nanosecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999999Z", -1),
      ("2000-02-29T12:00:00Z", 951_825_600_000_000_000),
      ("2026-11-29T14:03:21.123Z", 1_795_961_001_123_000_000),
      ("2026-11-29t14:03:21.123z", 1_795_961_001_123_000_000),
      ("2026-11-29T14:03:21.123456789Z", 1_795_961_001_123_456_789),
      ("2026-11-29T14:03:21.000000001Z", 1_795_961_001_000_000_001),
      ("2026-11-29T15:03:21.123+01:00", 1_795_961_001_123_000_000),
      ("2026-11-29T08:33:21.123-05:30", 1_795_961_001_123_000_000),
      ("2026-11-29T14:03:21-00:00", 1_795_961_001_000_000_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000_000_000),
      ("2016-12-31T15:59:60.5-08:00", 1_483_228_800_500_000_000),
      ("2262-04-11T23:47:16.854775807Z", Int64.max),
      ("1677-09-21T00:12:44Z", -9_223_372_036_000_000_000),
      ("2100-03-01T00:00:00Z", 4_107_542_400_000_000_000),
    ])
  func times(text: String, expected: Int64) {
    #expect(read(text) == expected)
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", "2026-11-29", "2026-11-29T14:03:21", "2026-11-29 14:03:21Z", "2026-11-29T14:03Z",
      "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
      "2026-01-01T00:00:61Z", "2026-01-01T00:00:60Z", "2026-12-31T23:59:60+01:00", "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+24:00",
      "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
      "2026-01-01T00:00:00ZZ",
      "2026-01-01T00:00:00.5", "2026-1-01T00:00:00.0Z", "+026-01-01T00:00:00Z", "1600-01-01T00:00:00Z",
      "2262-04-11T23:47:16.854775808Z", "2300-01-01T00:00:00Z", "2026/01/01T00:00:00Z",
      "2026-01-01T00.00.00Z",
    ])
  func refusals(text: String) {
    #expect(read(text) == nil)
  }

  @Test("Times of the same minute are read each by itself")
  func sameMinute() {
    var reader = RFC3339Reader()
    let texts = [
      "2026-11-29T14:03:21Z", "2026-11-29T14:03:59.5Z", "2026-11-29T14:04:00Z", "2026-11-29T14:03:00+01:00",
    ]
    let seconds = texts.map {
      reader.timestamp(of: Array($0.utf8).span).map { $0.nanoseconds / 1_000_000_000 }
    }
    #expect(seconds == [1_795_961_001, 1_795_961_039, 1_795_961_040, 1_795_957_380])
    #expect(reader.timestamp(of: Array("2026-11-29T14:03:00".utf8).span) == nil)
  }

  @Test("A reader that remembers reads every time as one that does not, in any order")
  func memory() {
    let texts = [
      "2026-11-29T14:03:21.123Z", "2026-11-29T14:03:21.124Z", "2026-11-29T14:04:21.123Z",
      "2026-11-29T14:04:00Z", "2026-11-29T14:04:21.12Z", "2026-11-29T14:03:21.12xZ",
      "2026-11-29T14:03:21+01:0", String(repeating: "\0", count: 24), "2026-11-29T14:03\0\0\0\0\0\0\0\0",
    ]
    for first in texts {
      for second in texts {
        for third in texts {
          var reader = RFC3339Reader()
          let times = [first, second, third].map { reader.timestamp(of: Array($0.utf8).span)?.nanoseconds }
          #expect(times == [first, second, third].map(read), "\(first) \(second) \(third)")
        }
      }
    }
  }
}
