public import Foundation

/// The locale that the environment asks for, by the rules of POSIX.
public enum EnvironmentLocale {
  /// The variables that decide how prices are written, the strongest first.
  static let variables = ["LC_ALL", "LC_MONETARY", "LC_NUMERIC", "LANG"]

  /// Scripts that glibc writes as a modifier, such as `sr_RS@latin`.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// The locale of the first variable that is set and not empty; nil for the C locale, when none is, or it is no name.
  public static func locale(_ environment: [String: String]) -> Locale? {
    let name = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return name.flatMap(identifier).map { Locale(identifier: $0) }
  }

  /// Whether this is the C locale, by any of its names.
  public static func isPOSIX(_ locale: Locale) -> Bool {
    ["", "C", "POSIX", "en_US_POSIX", "en-US-posix", "en-US-u-va-posix"].contains(locale.identifier)
  }

  /// `de_DE` from `de_DE.UTF-8@euro`, or nil for C, POSIX and what is not a locale's name.
  private static func identifier(_ name: String) -> String? {
    let modifier = name.split(separator: "@", maxSplits: 1).dropFirst().first
    let base = name.prefix { $0 != "." && $0 != "@" }
    let parts = base.split(separator: "_", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (2...3).contains(parts[0].count), parts.allSatisfy(isWord) else {
      return nil
    }
    if parts.count == 2, !(2...3).contains(parts[1].count) { return nil }
    let script = modifier.flatMap { scripts[String($0)] }
    return ([String(parts[0]), script] + parts.dropFirst().map { String($0) })
      .compactMap { $0 }.joined(separator: "_")
  }

  private static func isWord(_ part: Substring) -> Bool {
    !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
