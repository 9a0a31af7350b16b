/// Wrong usage of the command line: exit status 2.
struct UsageError: Error, Equatable {
  /// What was wrong, with which words, and what is allowed.
  let sentence: String
}
