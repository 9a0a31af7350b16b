/// How many columns text takes, by the tables of whoever draws it.
///
/// The measure is handed in: the screen uses the C library's, which is the one ncurses uses.
public struct DisplayWidth: Sendable {
  private let width: @Sendable (Unicode.Scalar) -> Int

  /// A measure that gives 0, 1 or 2 columns for a scalar, or -1 for one that cannot be shown.
  public init(_ width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    self.width = width
  }

  /// The columns of one scalar: 0 to 2, or -1 when it cannot be shown; printable ASCII always takes one.
  public func columns(of scalar: Unicode.Scalar) -> Int {
    (0x20...0x7E).contains(scalar.value) ? 1 : width(scalar)
  }
}
