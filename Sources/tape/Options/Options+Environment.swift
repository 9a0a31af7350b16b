extension Options {
  /// The least time between two frames of a calm screen.
  static let calmTick = Duration.seconds(2)

  /// The options with what the environment adds: `ACCESSIBLE`, unless empty, 0 or false, asks for a calm screen.
  ///
  /// `TAPE_SOURCE` names the source, unless the command line does.
  ///
  /// - Throws: ``UsageError`` for a source that is not known, or options that do not fit it.
  func completed(by environment: [String: String]) throws(UsageError) -> Options {
    var options = self
    if OptionTable.links.contains(command), !namesSource, let name = environment["TAPE_SOURCE"], !name.isEmpty
    {
      options.source = try ValueParser.source(name, of: "TAPE_SOURCE")
    }
    try OptionConflict.check(source: options)
    let accessible = environment["ACCESSIBLE"] ?? ""
    if !["", "0", "false"].contains(accessible.lowercased()) { options.calm = true }
    if options.calm { options.tick = max(options.tick, Self.calmTick) }
    return options
  }
}
