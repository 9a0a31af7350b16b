import Foundation
import TapeDomain
import TapeTUI
import Testing

@testable import tape

@Suite struct SettingsTests {
  private let folder = NSTemporaryDirectory() + "tape-settings-" + UUID().uuidString
  private var path: String { folder + "/tape/config.json" }

  private func options(
    _ file: String?, _ arguments: [String] = [], environment: [String: String] = [:],
    command: CommandName = .watch
  ) throws -> Options {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if let file {
      try FileManager.default.createDirectory(atPath: folder + "/tape", withIntermediateDirectories: true)
      try Data(file.utf8).write(to: URL(fileURLWithPath: path))
    }
    let all = environment.merging(["XDG_CONFIG_HOME": folder]) { $1 }
    return try Settings(environment: all).options(arguments, for: command)
  }

  private func sentence(_ file: String, environment: [String: String] = [:]) -> String? {
    do {
      _ = try options(file, environment: environment)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("An option counts more than the environment, that more than the file, that more than the default")
  func order() throws {
    let file = "{ tick: '5s', }  // JSON5"
    #expect(try options(nil).tick == .milliseconds(250))
    #expect(try options(file).tick == .seconds(5))
    #expect(try options(file).origins["tick"] == .file(line: 1))
    let environment = ["TAPE_TICK": "3s"]
    #expect(try options(file, environment: environment).tick == .seconds(3))
    #expect(try options(file, environment: environment).origins["tick"] == .environment("TAPE_TICK"))
    #expect(try options(file, ["--tick", "2s"], environment: environment).tick == .seconds(2))
    #expect(try options(file, ["--tick", "2s"], environment: environment).given == ["--tick"])
    #expect(try options(file, environment: ["TAPE_TICK": ""]).tick == .seconds(5))
  }

  @Test("Every setting of the file counts")
  func everything() throws {
    let options = try options(
      """
      {
        "server": "http://127.0.0.1:1", "token_file": "/t", "ca_file": "/c", "compression": false,
        "columns": ["symbol", "name:12", "last", "state"], "colors": "red-green", "color": "16", "ascii": true,
        "mouse": false, "flash": false, "calm": true, "interval": "20s", "sort": "percent", "list": "Core",
        "lists": {"core": {"server": "http://127.0.0.1:2"}}, "keys": {"quit": "Q", "first": [0, "g"]},
      }
      """)
    #expect(options.server == "http://127.0.0.1:2", "the list's own server")
    #expect(options.tokenFile == "/t" && options.caFile == "/c" && !options.compression)
    #expect(options.columns?.text == "symbol,name:12,last,state")
    #expect(options.prices == .redGreen && options.color == .sixteen)
    #expect(options.ascii && !options.mouse && !options.flash && options.calm)
    #expect(options.interval == .seconds(20) && options.sort == .percent)
    #expect(options.keys.text == "first=0+g quit=Q")
  }

  @Test("The demo has no server, whatever the file says")
  func demo() throws {
    #expect(try options("{server: 'http://x'}", ["demo"], command: .demo).server == nil)
  }

  @Test("A source that is said by what counts more stands without the server and token of what counts less")
  func sourceAndServer() throws {
    let file = "{server: 'http://a', token_file: '/t'}"
    let venue = try options(file, ["--source", "kraken"])
    #expect(venue.source == .venue("kraken") && venue.server == nil && venue.tokenFile == nil)
    let both = try options(file, ["--source", "kraken", "--server", "wss://b"])
    #expect(both.source == .venue("kraken") && both.server == "wss://b")
    let server = try options("{source: 'kraken'}", ["--server", "http://b"])
    #expect(server.source == .tape && server.server == "http://b")
    #expect(try options("{source: 'kraken', server: 'wss://c'}").server == "wss://c")
  }

  @Test("Of the ways to have a token the one that was said by what counts more stands alone")
  func tokens() throws {
    let command = "{token_command: ['pass', 'show', 'a b']}"
    #expect(try options(command).tokenCommand == ["pass", "show", "a b"])
    #expect(try options("{token_command: 'pass show x'}").tokenCommand == ["pass", "show", "x"])
    #expect(try options(command, ["--token-file", "/t"]).tokenCommand == nil)
    #expect(try options(command, environment: ["TAPE_TOKEN_FILE": "/t"]).tokenCommand == nil)
    #expect(try options(command, environment: ["TAPE_TOKEN": "t"]).tokenCommand == nil)
    #expect(try options("{token_file: '/t'}", environment: ["TAPE_TOKEN": "t"]).tokenFile == nil)
    #expect(
      try options("{token_file: '/t'}", ["--token-file", "/u"], environment: ["TAPE_TOKEN": "t"]).tokenFile
        == "/u")
    let other = try options("{token_file: '/t'}", environment: ["TAPE_TOKEN_COMMAND": "pass x"])
    #expect(other.tokenFile == nil && other.tokenCommand == ["pass", "x"])
    #expect(try options(command, ["--source", "kraken"]).tokenCommand == nil)
    #expect(
      try options("{token_command: 'x', lists: {Coins: {source: 'kraken'}}}", ["--list", "coins"])
        .tokenCommand == nil)
    for file in ["{\n token_file: '/t',\n token_command: 'x'}"] {
      let error = #expect(throws: SettingsError.self) { try options(file) }
      #expect(
        error?.sentence.contains("line 3: \"token_file\" and \"token_command\" exclude each other") == true)
    }
  }

  @Test(
    "A list of a source of its own needs neither server nor token of the others, nor do they take its server")
  func listSource() throws {
    let file =
      "{server: 'http://a', token_file: '/t', lists: {Coins: {source: 'kraken'}, Own: {server: 'http://b'}}}"
    let coins = try options(file, ["--list", "coins"])
    #expect(coins.source == .venue("kraken") && coins.tokenFile == nil)
    let own = try options("{source: 'kraken', lists: {Own: {server: 'http://b'}}}", ["--list", "own"])
    #expect(own.source == .tape && own.server == "http://b")
  }

  @Test("A list that is switched to and is to be watched elsewhere says where, and how to get there")
  func elsewhere() throws {
    let file = "{server: 'http://a:1', lists: {'My coins': {source: 'kraken'}, Own: {server: 'http://a:1'}}}"
    let (coins, own, other) = (try ListName("my Coins"), try ListName("Own"), try ListName("Other"))
    let plain = try options(file)
    #expect(
      plain.sentence(on: coins)
        == "\"my Coins\" is to be watched on Kraken, these are prices of a:1. For its own: q, then tape --list 'my Coins'"
    )
    #expect(plain.sentence(on: own) == nil && plain.sentence(on: other) == nil)
    let there = try options(file, ["--list", "My coins"])
    #expect(there.sentence(on: coins) == nil)
    #expect(
      there.sentence(on: other)?.contains("\"Other\" is to be watched on a:1, these are prices of Kraken.")
        == true)
    #expect(try options(file, ["--source", "binance"]).sentence(on: coins) == nil)
  }

  @Test("A server of the command line or the environment counts more than the one of a list")
  func listServer() throws {
    let file = "{lists: {Core: {server: 'http://a'}}}"
    #expect(try options(file, ["--list", "CORE"]).server == "http://a")
    #expect(try options(file, ["--list", "Other"]).server == nil)
    let coins = "{server: 'http://a', lists: {Coins: {source: 'kraken'}}}"
    #expect(try options(coins, ["--list", "coins"]).source == .venue("kraken"))
    #expect(try options(coins, ["--list", "coins"]).server == nil)
    #expect(try options(coins, ["--list", "coins", "--source", "binance"]).source == .venue("binance"))
    #expect(try options(file, ["--list", "Core", "--server", "http://b"]).server == "http://b")
    #expect(
      try options(file, ["--list", "Core"], environment: ["TAPE_SERVER": "http://c"]).server == "http://c")
  }

  @Test(
    "What the file says wrongly is named with its line, its key and what is allowed",
    arguments: [
      ("{\n  tick: '5x' }", ["config.json\" line 2: \"tick\"", "from \"250ms\" to \"60s\""]),
      ("{\n\n \"tick\": 5}", ["line 3: \"tick\"", "A text in quotes is expected."]),
      ("{tick: '1ms'}", ["line 1", "out of range"]),
      ("{tick: null}", ["line 1", "\"tick\""]),
      ("{\n server: 'no url'}", ["line 2: \"server\"", "\"no url\" cannot be used"]),
      ("{\n list: ' '}", ["line 2: \"list\"", "A list needs a name"]),
      (
        "{\n lists: {A: {source: 'kraken'}, ' a': {source: 'binance'}}}",
        ["line 2: \"lists\"", "stands twice"]
      ),
      ("{\n tick: '5s'\n}\n more", ["not valid JSON5 from line 4 on"]),
      ("{\n // tick\n tik: '5s'}", ["line 3: \"tik\" is no setting. Did you mean \"tick\"?"]),
      ("{nonsense: 1}", ["\"nonsense\" is no setting. Allowed: source, server, token_file"]),
      ("{colors: '#é1'}", ["\"colors\"", "Allowed: 'green-red', 'red-green', 'blue-orange'"]),
      ("{columns: ['symbol', 'price']}", ["'price' is no column. Allowed: symbol"]),
      ("{columns: 7}", ["A list of columns is expected."]),
      ("{flash: 'maybe'}", ["true or false"]),
      ("{\"keys\": {\n\"quit\": \"p\"}}", ["line 1: \"keys\"", "'pause' and 'quit'"]),
      ("{keys: {quit: {}}}", ["'quit' needs a key in quotes"]),
      ("{lists: {A: {server: 'ftp://x'}}}", ["\"lists\""]),
      ("{lists: {A: 5}}", ["'A' needs {\"server\": URL} or"]),
      ("{tick: '1s',\n tick: '2s'}", ["line 2: the key \"tick\" stands twice"]),
      ("{\n tick: '5s'\n", ["not valid JSON5"]),
      ("[1]", ["are no object"]),
      ("{tick: '5s'} x", ["not valid JSON5"]),
    ])
  func wrong(file: String, words: [String]) throws {
    let sentence = try #require(self.sentence(file), "it was taken")
    for word in words { #expect(sentence.contains(word), "\(sentence)") }
    #expect(sentence.contains(path))
  }

  @Test("What a variable says wrongly is named with the variable")
  func wrongVariable() throws {
    let sentence = try #require(self.sentence("{}", environment: ["TAPE_COLORS": "pink"]))
    #expect(sentence.contains("The variable TAPE_COLORS: \"colors\""))
    #expect(sentence.contains("red-green"))
  }

  @Test(
    "An empty file, comments alone, a byte order mark and CRLF are fine",
    arguments: ["", "\u{FEFF}{}\r\n", "{\r\n/* c */ tick: \"1s\",\r\n}\r\n"])
  func harmless(file: String) throws {
    _ = try options(file)
  }

  @Test("What is no file is named")
  func folderInstead() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let error = #expect(throws: SettingsError.self) { try Settings(environment: ["XDG_CONFIG_HOME": folder]) }
    #expect(error?.sentence.contains("cannot be read: Is a directory") == true)
  }

  @Test("The example sets nothing as it is, and is valid when all its settings are taken in")
  func example() throws {
    let untouched = try options(SettingsExample.text)
    #expect(untouched.origins.isEmpty)
    var count = 0
    // A setting goes on until the next empty line.
    var isSetting = false
    let lines = SettingsExample.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if SettingTable.all.contains(where: { line.hasPrefix("  // \"\($0.key)\": ") }) {
        count += 1
        // One way to have a token excludes the other.
        isSetting = !line.contains("\"token_command\"")
      } else if !line.hasPrefix("  // ") {
        isSetting = false
      }
      guard isSetting else { return String(line) }
      return "  " + line.dropFirst(5)
    }
    #expect(count == SettingTable.all.count)
    let all = try options(lines.joined(separator: "\n"))
    #expect(all.origins.count == SettingTable.all.count - 1)
    #expect(SettingsExample.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("Every option that a setting names is in the table of options, and its variable is its own")
  func names() {
    let known = Set(OptionTable.all.map(\.name))
    for setting in SettingTable.all { #expect(setting.options.allSatisfy(known.contains), "\(setting.key)") }
    let variables = SettingTable.all.compactMap(\.variable)
    #expect(Set(variables).count == variables.count)
    #expect(variables.allSatisfy { $0.hasPrefix("TAPE_") })
  }

  @Test("The lines of keys are found behind comments, strings and nested values")
  func lines() {
    let lines = SettingLines("{ // a: 1\n \"a\": '{\\'b:',\n/* c:\n */ c: {d: [1, {e: 2}],\n f: 3}}").lines
    #expect(lines["a"] == 2)
    #expect(lines["c"] == 4)
    #expect(lines["c.d"] == 4)
    #expect(lines["c.f"] == 5)
  }

  @Test(
    "No text stops the search for lines",
    arguments: ["{", "{a", "{a:", "[[[[", "\"", "{a:1,,}", "/*", "//", "{]}", "}", "{'a\\"])
  func anyText(text: String) {
    _ = SettingLines(text)
  }
}
