import TapeData
import TapeDomain
import TapeTUI

/// Reads the values of options; every refusal names the option, the value and what is allowed.
enum ValueParser {
  /// A whole number within a range.
  static func integer(
    _ text: String, of option: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        sentence: "'\(text)' is no value for \(option): "
          + "a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// How much or how long is recorded into a file: `100MB`, `500kB`, `1GB`, or a time.
  static func limit(_ text: String, of option: String) throws(UsageError) -> TapeLimit {
    let units = ["kB": 1_000, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
    if let unit = units.first(where: { text.hasSuffix($0.key) }) {
      guard let count = Int(text.dropLast(2)), (1...1_000_000).contains(count), count * unit.value >= 10_000
      else {
        throw UsageError(sentence: "'\(text)' is no size for \(option). Write it like 100MB, at least 10kB.")
      }
      return .size(count * unit.value)
    }
    do {
      return .time(try duration(text, of: option, in: .seconds(1) ... .seconds(86_400)))
    } catch {
      throw UsageError(
        sentence:
          "'\(text)' is no limit for \(option). Write it like 100MB or 1h (10kB to 1000000GB, 1s to 24h).")
    }
  }

  /// How fast a tape is played: a number with at most two decimals, or `max`.
  static func speed(_ text: String, of option: String) throws(UsageError) -> ReplaySpeed {
    guard let speed = ReplaySpeed(text) else {
      throw UsageError(sentence: "'\(text)' is no value for \(option): 0.1 to 1000, or max.")
    }
    return speed
  }

  /// A time such as `250ms`, `1s`, `2m` or `1h`, within a range.
  static func duration(
    _ text: String, of option: String, in range: ClosedRange<Duration>
  ) throws(UsageError) -> Duration {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let factor: Int? =
      switch text.dropFirst(digits.count) {
      case "ms": 1
      case "s": 1000
      case "m": 60_000
      case "h": 3_600_000
      default: nil
      }
    guard let factor, let count = Int(digits), count <= 1_000_000_000 else {
      throw UsageError(sentence: "'\(text)' is no time for \(option). Write it like 250ms, 1s or 2m.")
    }
    let duration = Duration.milliseconds(count * factor)
    guard range.contains(duration) else {
      throw UsageError(
        sentence: "'\(text)' is out of range for \(option): "
          + "\(written(range.lowerBound)) to \(written(range.upperBound)).")
    }
    return duration
  }

  /// A percentage with at most two decimals, such as `0.5`, `1` or `2.25`.
  static func threshold(_ text: String, of option: String) throws(UsageError) -> MoveThreshold {
    guard let threshold = MoveThreshold(percent: text) else {
      throw UsageError(
        sentence: "'\(text)' is no value for \(option): a percentage from 0 to 100 "
          + "with at most two decimals, such as 0.5.")
    }
    return threshold
  }

  /// One of the cases of an enumeration.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, of option: String
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let allowed = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw UsageError(sentence: "'\(text)' is no value for \(option). Allowed: \(allowed).")
    }
    return choice
  }

  /// The name of a source.
  static func source(_ text: String, of option: String) throws(UsageError) -> SourceChoice {
    guard let source = SourceChoice(name: text) else {
      let allowed = SourceChoice.names.map { "'\($0)'" }.joined(separator: ", ")
      throw UsageError(sentence: "'\(text)' is no value for \(option). Allowed: \(allowed).")
    }
    return source
  }

  /// An address that is meant for one source alone, such as `coinbase=ws://127.0.0.1:9000`; nil for one that names none.
  static func sourceAddress(_ text: String) -> (source: String, url: String)? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, SourceCatalog.profile(named: String(parts[0])) != nil else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// A host and a port; the host of an IPv6 address is in brackets, an empty one is the loopback.
  static func endpoint(_ text: String, of option: String) throws(UsageError) -> (String, Int) {
    let problem = UsageError(
      sentence: "'\(text)' is no address for \(option). Write it like 127.0.0.1:8080 or [::1]:0.")
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { throw problem }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      throw problem
    }
    return (host.isEmpty ? "127.0.0.1" : host, port)
  }

  /// A time as the command line writes it, in seconds or milliseconds.
  static func written(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
