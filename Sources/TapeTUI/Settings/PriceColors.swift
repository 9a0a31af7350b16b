/// The colours of what rises and what falls.
public enum PriceColors: String, Hashable, Sendable, CaseIterable {
  /// Rises are green, falls red.
  case greenRed = "green-red"
  /// Rises are red, falls green, as in East Asia.
  case redGreen = "red-green"
  /// Rises are blue, falls orange, for eyes that do not tell red from green.
  case blueOrange = "blue-orange"
}
