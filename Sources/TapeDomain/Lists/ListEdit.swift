/// One change of what is in a list.
public enum ListEdit: Hashable, Sendable {
  /// Adds an instrument at a place, which counts from 0; at the end without one.
  case add(Instrument, at: Int? = nil)
  /// Takes an instrument out.
  case remove(Symbol)
  /// Moves an instrument to a place, which counts from 0.
  case move(Symbol, to: Int)
  /// Puts these in place of everything; a symbol that comes again is merged into its first place.
  case replace([Instrument])
}
