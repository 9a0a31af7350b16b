/// A play for the demo exchange: what goes wrong when, and what the audience is to look at.
///
/// ```
/// # A line is a time since the start and a command.
/// 5s caption Nothing arrives for ten seconds.
/// 5s silence 10s
/// ```
public struct DemoScript: Equatable, Sendable {
  /// What happens at one time.
  public enum Cue: Equatable, Sendable {
    /// The exchange does something wrong.
    case fault(ExchangeFault)
    /// A line for the audience; empty takes the one before away.
    case caption(String)
  }

  /// A cue and its time.
  public struct Entry: Equatable, Sendable {
    /// The time since the start.
    public let time: Duration
    /// What happens then.
    public let cue: Cue
    /// The line of the script that says so, from 1.
    public let line: Int
  }

  /// What happens, in order of time; at one time in the order of the text.
  public let entries: [Entry]

  /// Reads a script: a time and a command on each line, comments that begin with `#`, empty lines.
  ///
  /// - Throws: ``FaultSyntaxError`` for the first line that is wrong, or when no line does anything.
  public init(_ text: String) throws(FaultSyntaxError) {
    var entries: [Entry] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let entry = try Self.entry(of: String(line), number: index + 1) { entries.append(entry) }
    }
    guard !entries.isEmpty else {
      throw FaultSyntaxError(line: 1, message: "no line does anything. \(Self.form)")
    }
    // Sorting alone need not keep the order of equal times.
    let order = entries.indices.sorted { (entries[$0].time, $0) < (entries[$1].time, $1) }
    self.entries = order.map { entries[$0] }
  }

  /// Every command with what it takes, in the order of the help.
  public static let usage = ["caption TEXT"] + FaultParser.usage

  private static let form = "A line is a time and a command, such as \"5s silence 10s\"."

  private static func entry(of line: String, number: Int) throws(FaultSyntaxError) -> Entry? {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    var time = FaultParser.Arguments(line: number, verb: "time", words: [first])
    let at = try time.duration()
    let command = words.count > 1 ? words[1] : ""
    let parts = command.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = parts.first else {
      throw FaultSyntaxError(line: number, message: "no command follows the time. \(form)")
    }
    if verb == "caption" {
      return Entry(time: at, cue: .caption(trimmed(parts.dropFirst().first ?? "")), line: number)
    }
    guard isFault(verb), let fault = try FaultParser.fault(in: command, number: number) else {
      throw FaultSyntaxError(
        line: number, message: "unknown command \"\(verb)\". Known are: \(usage.joined(separator: ", ")).")
    }
    return Entry(time: at, cue: .fault(fault), line: number)
  }

  private static func isFault(_ verb: String) -> Bool {
    FaultParser.usage.contains { $0.prefix { $0 != " " } == verb }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
