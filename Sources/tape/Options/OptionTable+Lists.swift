/// The options of `tape list`.
extension OptionTable {
  static let listing: [Option] = [
    Option("--format", "FORMAT", for: [.list], "json, csv or txt: how export writes (default txt)") {
      options, text throws(UsageError) in
      options.listFormat = try ValueParser.choice(text, of: "--format")
    },
    Option("--name", "NAME", for: [.list], "what import calls the list") { options, text in
      options.listName = text
    },
    Option("--replace", for: [.list], "let import replace what is in a list of the same name") { options, _ in
      options.replaceList = true
    },
  ]
}
