extension Options {
  /// The least time between two frames of a calm screen.
  static let calmTick = Duration.seconds(2)

  /// The options with what the environment adds: `ACCESSIBLE`, unless empty, 0 or false, asks for a calm screen.
  func completed(by environment: [String: String]) -> Options {
    var options = self
    let accessible = environment["ACCESSIBLE"] ?? ""
    if !["", "0", "false"].contains(accessible.lowercased()) { options.calm = true }
    if options.calm { options.tick = max(options.tick, Self.calmTick) }
    return options
  }
}
