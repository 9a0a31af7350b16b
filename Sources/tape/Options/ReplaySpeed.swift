/// How fast a tape is played.
enum ReplaySpeed: Hashable, Comparable, Sendable {
  /// So many hundredths of its own time.
  case hundredths(Int)
  /// As fast as the machine can.
  case max

  /// The speeds that the keys choose from.
  static let steps: [ReplaySpeed] =
    [25, 50, 100, 200, 500, 1_000, 3_000, 10_000].map { .hundredths($0) } + [.max]

  /// The speed that a text says, such as `1`, `0.5` or `max`; nil when it says none.
  init?(_ text: String) {
    if text == "max" {
      self = .max
      return
    }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...2).contains(decimals.count), parts[0].count <= 4,
      (parts[0] + decimals).utf8.allSatisfy({ $0 &- 48 < 10 }),
      let whole = Int(parts[0]), let part = Int(decimals.count == 1 ? decimals + "0" : decimals)
    else { return nil }
    let value = whole * 100 + part
    guard (10...100_000).contains(value) else { return nil }
    self = .hundredths(value)
  }

  /// The speed as the screen says it, such as `0.5x`.
  var text: String {
    switch self {
    case .max: return "max"
    case .hundredths(let value):
      let part = value % 100
      if part == 0 { return "\(value / 100)x" }
      return "\(value / 100).\(part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)")x"
    }
  }

  /// The next step of the keys, faster or slower.
  func stepped(faster: Bool) -> ReplaySpeed {
    let all = Self.steps
    if faster { return all.first { $0 > self } ?? .max }
    return all.last { $0 < self } ?? all[0]
  }

  /// Orders by how fast.
  static func < (left: ReplaySpeed, right: ReplaySpeed) -> Bool {
    switch (left, right) {
    case (.hundredths(let left), .hundredths(let right)): left < right
    case (.hundredths, .max): true
    case (.max, _): false
    }
  }
}
