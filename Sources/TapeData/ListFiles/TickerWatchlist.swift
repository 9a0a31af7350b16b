import TapeDomain

/// The watchlists in the configuration of the program `ticker` (github.com/achannarasappa/ticker): `watchlist`, and one
/// in each of `groups`. Holdings and settings are not taken over, which is said.
enum TickerWatchlist {
  static func read(_ text: String) throws(ListFileFault) -> ListFileContent {
    let root = try SmallYAML.parse(text)
    guard case .mapping(let fields) = root.content else {
      throw ListFileFault(line: root.line, "a key such as 'watchlist:' is expected.")
    }
    var content = ListFileContent()
    for field in fields {
      switch field.key {
      case "watchlist":
        content.lists.append(("ticker", try symbols(field.value)))
      case "groups":
        for group in try items(field.value, of: "groups") { try add(group, to: &content) }
      case "lots", "holdings": content.remarks.append(holdings(field.value.line))
      default: continue
      }
    }
    guard !content.lists.isEmpty else {
      throw ListFileFault("has neither 'watchlist' nor 'groups' at its top.")
    }
    return content
  }

  private static func add(_ group: SmallYAML.Node, to content: inout ListFileContent) throws(ListFileFault) {
    guard case .mapping(let fields) = group.content,
      case .scalar(let name)? = fields.first(where: { $0.key == "name" })?.value.content
    else { throw ListFileFault(line: group.line, "a group needs a 'name'.") }
    if let list = fields.first(where: { $0.key == "watchlist" }) {
      content.lists.append((name, try symbols(list.value)))
    } else {
      content.remarks.append("The group \"\(name)\" (line \(group.line)) has no watchlist.")
    }
    for field in fields where ["lots", "holdings"].contains(field.key) {
      content.remarks.append(holdings(field.value.line))
    }
  }

  private static func symbols(_ node: SmallYAML.Node) throws(ListFileFault) -> [Instrument] {
    var instruments: [Instrument] = []
    for item in try items(node, of: "watchlist") {
      guard case .scalar(let text) = item.content else {
        throw ListFileFault(line: item.line, "a watchlist holds symbols only.")
      }
      instruments.append(Instrument(symbol: try ListFileFault.symbol(text, line: item.line), name: ""))
    }
    return instruments
  }

  private static func items(
    _ node: SmallYAML.Node, of key: String
  ) throws(ListFileFault) -> [SmallYAML.Node] {
    switch node.content {
    case .sequence(let items): return items
    case .scalar(""): return []
    case .scalar, .mapping:
      throw ListFileFault(line: node.line, "'\(key)' is to be a list, a '- ' before each item.")
    }
  }

  private static func holdings(_ line: Int) -> String {
    "The holdings at line \(line) were not taken over: a list has symbols only."
  }
}
