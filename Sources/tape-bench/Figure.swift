import Foundation

/// One measured figure beside the floor of the same run.
struct Figure: Codable {
  /// What was measured.
  var name: String
  /// The figure, a median unless the name says otherwise.
  var value: Double
  /// Its unit.
  var unit: String
  /// The least that anything could need for it, or what it is compared with; nil without one.
  var floor: Double?
  /// What the floor is.
  var floorName: String?

  /// The figure over its floor.
  var ratio: Double? { floor.flatMap { $0 > 0 ? value / $0 : nil } }

  /// Prints the figure as one line of JSON.
  static func print(_ figure: Figure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(Line(figure)) else { return }
    Swift.print(String(decoding: data, as: UTF8.self))
  }

  /// What is printed: the figure and its ratio.
  private struct Line: Encodable {
    let name: String
    let value: Double
    let unit: String
    let floor: Double?
    let floorName: String?
    let ratio: Double?

    init(_ figure: Figure) {
      name = figure.name
      value = Self.rounded(figure.value)
      unit = figure.unit
      floor = figure.floor.map(Self.rounded)
      floorName = figure.floorName
      ratio = figure.ratio.map(Self.rounded)
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
  }
}
