/// Why the program could not run: exit status 1.
struct StartError: Error, CustomStringConvertible {
  /// What happened, to which thing, and what to do next.
  let sentence: String

  var description: String { sentence }
}
