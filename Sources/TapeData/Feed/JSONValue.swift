/// A value of a JSON field that is wanted in one shape.
enum JSONValue<Wanted> {
  /// The value has that shape.
  case value(Wanted)
  /// The value is null.
  case null
  /// The value is good JSON of another shape.
  case unfit
}
