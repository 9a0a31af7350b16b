public import TapeDomain

/// How much a price must have moved since it was last told to be told again.
public struct MoveThreshold: Hashable, Sendable {
  /// Half a percent.
  public static let halfPercent = MoveThreshold(hundredths: 50)
  /// Every move.
  public static let none = MoveThreshold(hundredths: 0)

  /// Hundredths of a percent, 0 to 10,000.
  public let hundredths: Int

  /// A threshold of so many hundredths of a percent.
  public init(hundredths: Int) {
    self.hundredths = min(max(0, hundredths), 10_000)
  }

  /// A threshold from plain digits, such as `0.5`; nil for anything else, for more than two decimals or 100.
  public init?(percent text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : "0"
    guard let whole = Self.number(parts[0], 1...3), let part = Self.number(decimals, 1...2) else {
      return nil
    }
    let hundredths = whole * 100 + (decimals.utf8.count == 1 ? part * 10 : part)
    guard hundredths <= 10_000 else { return nil }
    self.init(hundredths: hundredths)
  }

  /// Whether the way from one price to another is at least the threshold.
  ///
  /// Prices that cannot be compared, of another currency or scale, and a price after zero, are a move.
  public func isReached(from old: Money, to new: Money) -> Bool {
    guard old != new else { return false }
    guard old.currency == new.currency, old.scale == new.scale, old.minorUnits != 0 else { return true }
    let (difference, isTooLarge) = new.minorUnits.subtractingReportingOverflow(old.minorUnits)
    if isTooLarge { return true }
    let moved = UInt64(difference.magnitude).multipliedFullWidth(by: 10_000)
    let needed = UInt64(old.minorUnits.magnitude).multipliedFullWidth(by: UInt64(hundredths))
    return (moved.high, moved.low) >= (needed.high, needed.low)
  }

  private static func number(_ digits: Substring, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
