import TapeDomain

/// The settings of file and environment: what the command line starts from.
struct Settings {
  /// Where a value comes from.
  enum Origin: Hashable {
    case file(line: Int?)
    case environment(String)
  }

  let file: SettingsFile
  private let environment: [String: String]

  /// Reads the settings file of the environment's folders.
  ///
  /// - Throws: ``SettingsError``, ``StartError``.
  init(environment: [String: String]) throws {
    self.environment = environment
    file = try SettingsFile(path: try UserFolders(environment: environment).settings())
    for key in file.values.keys.sorted() where !SettingTable.all.contains(where: { $0.key == key }) {
      throw unknown(key)
    }
  }

  /// The options that the command line then changes: the environment's values before the file's.
  ///
  /// - Throws: ``SettingsError`` for a value that is not allowed, with its place.
  func options(for command: CommandName) throws(SettingsError) -> Options {
    var options = Options()
    for setting in SettingTable.all where isUsed(setting, by: command) {
      if let value = file.values[setting.key] {
        try set(setting, value, of: file.place(of: setting.key), in: &options)
        options.origins[setting.key] = .file(line: file.line(of: setting.key))
      }
      if let variable = setting.variable, let text = environment[variable], !text.isEmpty {
        try set(setting, .text(text), of: "The variable \(variable)", in: &options)
        options.origins[setting.key] = .environment(variable)
      }
    }
    return options
  }

  /// The options of a command line on top of the settings; a list of the user's brings its server.
  func options(_ arguments: [String], for command: CommandName) throws -> Options {
    var options = try OptionParser.parse(arguments, from: try self.options(for: command))
    options.isSourceGiven =
      !options.given.isDisjoint(with: ["--server", "--source"])
      || ["TAPE_SERVER", "TAPE_SOURCE"].contains { !(environment[$0] ?? "").isEmpty }
    try reconcile(&options)
    if let name = options.startList { options.follow(try ListName(name)) }
    try options.followRoutes()
    return options
  }

  /// A source that was said by what counts more stands without the server and the token of what counts less, and a server
  /// without such a source.
  private func reconcile(_ options: inout Options) throws(SettingsError) {
    func rank(_ key: String, _ option: String) -> Int {
      if options.given.contains(option) { return 3 }
      switch options.origins[key] {
      case .environment: return 2
      case .file: return 1
      case nil: return 0
      }
    }
    let (source, server) = (rank("source", "--source"), rank("server", "--server"))
    if source > server {
      options.server = nil
    } else if server > source, source == 1 {
      options.source = .tape
    }
    let (file, command) = (rank("token_file", "--token-file"), rank("token_command", ""))
    let isTokenGiven = !(environment["TAPE_TOKEN"] ?? "").isEmpty
    // What counts more stands alone: a source without a token, the variable with the token itself, the other way.
    let least = max(options.source.profile == nil ? 0 : source, isTokenGiven ? 2 : 0)
    if file < max(least, command) { options.tokenFile = nil }
    if command < max(least, file) { options.tokenCommand = nil }
    if options.tokenFile != nil, options.tokenCommand != nil {
      let place = command == 1 ? self.file.place(of: "token_command") : "The environment"
      throw SettingsError(
        sentence: "\(place): \"token_file\" and \"token_command\" exclude each other. Leave one out.")
    }
  }

  private func set(
    _ setting: Setting, _ value: SettingValue, of place: String, in options: inout Options
  ) throws(SettingsError) {
    do {
      try setting.set(&options, value)
    } catch {
      throw SettingsError(
        sentence:
          "\(place): \"\(setting.key)\" is not what it may be. "
          + (error.sentence.contains("Allowed: ")
            ? error.sentence : "\(error.sentence) Allowed: \(setting.allowed).")
      )
    }
  }

  /// A demo has no server; what serves has no screen.
  private func isUsed(_ setting: Setting, by command: CommandName) -> Bool {
    let isOfLink = [
      "source", "server", "rest", "token_file", "token_command", "ca_file", "compression", "lists", "rest",
      "graphql",
    ]
    .contains(setting.key)
    return (command != .demo && command != .replay) || !isOfLink
  }

  private func unknown(_ key: String) -> SettingsError {
    let known = SettingTable.all.map(\.key)
    let nearest = known.map { ($0, EditDistance.between(key, $0)) }.min { $0.1 < $1.1 }
    let hint =
      nearest.flatMap { $0.1 <= max(2, key.count / 3) ? "Did you mean \"\($0.0)\"?" : nil }
      ?? "Allowed: \(known.joined(separator: ", "))."
    return SettingsError(sentence: "\(file.place(of: key)): \"\(key)\" is no setting. \(hint)")
  }
}

extension UserFolders {
  /// The settings file.
  func settings() throws(StartError) -> String { try config() + "/config.json" }
}
