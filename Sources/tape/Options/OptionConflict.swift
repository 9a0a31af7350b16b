/// Options that make no sense together.
enum OptionConflict {
  /// Refuses options that exclude each other, naming both.
  static func check(_ options: Options) throws(UsageError) {
    if options.plain, options.once { throw exclusive("--plain", "--once") }
    if options.tour, options.scriptFile != nil { throw exclusive("--tour", "--script") }
    if options.plain, options.stats {
      throw UsageError(sentence: "--stats prints at exit, and --plain ends by a signal only. Leave one out.")
    }
  }

  private static func exclusive(_ left: String, _ right: String) -> UsageError {
    UsageError(sentence: "The options \(left) and \(right) exclude each other. Leave one out.")
  }
}
