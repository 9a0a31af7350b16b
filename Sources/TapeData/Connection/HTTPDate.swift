import TapeDomain

/// Reads the dates of HTTP headers without a locale (RFC 9110 §5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time that `text` says in one of HTTP's three formats; nil when it is none of them.
  static func parse(_ text: String) -> Timestamp? {
    let words = text.split { " ,-".contains($0) }.map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT":
      // Sun, 06 Nov 1994 08:49:37 GMT, or Sunday, 06-Nov-94 08:49:37 GMT.
      return time(day: words[1], month: words[2], year: words[3], clock: words[4])
    case 5:
      // Sun Nov  6 08:49:37 1994.
      return time(day: words[2], month: words[1], year: words[4], clock: words[3])
    default:
      return nil
    }
  }

  private static func time(day: String, month: String, year: String, clock: String) -> Timestamp? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard let day = number(day), (1...31).contains(day), let index = months.firstIndex(of: month),
      let year = fullYear(year), parts.count == 3,
      let hour = parts[0], hour < 24, let minute = parts[1], minute < 60, let second = parts[2], second < 61
    else { return nil }
    let days = CivilTime.daysSince1970(year: year, month: index + 1, dayOfMonth: day)
    return Timestamp(seconds: Int64(days * 86_400 + hour * 3600 + minute * 60 + second))
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.count <= 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  private static func fullYear(_ text: String) -> Int? {
    guard let year = number(text) else { return nil }
    if text.utf8.count == 2 { return year < 70 ? 2000 + year : 1900 + year }
    return text.utf8.count == 4 && year >= 1970 ? year : nil
  }
}
