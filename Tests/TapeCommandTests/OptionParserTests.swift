import TapeDomain
import Testing

@testable import tape

@Suite struct OptionParserTests {
  @Test("Without words tape watches its demo four times a second")
  func defaults() throws {
    let options = try OptionParser.parse([])
    #expect(options.command == .watch)
    #expect(options.server == nil)
    #expect(options.tick == .milliseconds(250))
    #expect(!options.once)
  }

  @Test("Options take their value behind a space or an equals sign, and symbols stand anywhere")
  func values() throws {
    let options = try OptionParser.parse(["ACME", "--server=http://h:1", "--tick", "1s", "BRK.B", "ACME"])
    #expect(options.server == "http://h:1")
    #expect(options.tick == .seconds(1))
    #expect(options.symbols.map(\.text) == ["ACME", "BRK.B"])
  }

  @Test("After two dashes everything is a symbol")
  func dashes() throws {
    #expect(try OptionParser.parse(["--", "--server"]).symbols.map(\.text) == ["--server"])
  }

  @Test("Serve takes its own options")
  func serve() throws {
    let options = try OptionParser.parse(["serve", "--listen", "[::1]:0", "--rate", "500", "--symbols", "7"])
    #expect(options.command == .serve)
    #expect(options.listenHost == "::1")
    #expect(options.rate == 500)
    #expect(options.symbolCount == 7)
  }

  @Test("The demo takes what a screen takes, and what a market takes")
  func demo() throws {
    let options = try OptionParser.parse(
      ["demo", "--script", "f", "--seed", "7", "--plain", "--interval", "1m", "--no-flash", "--calm"])
    #expect(options.command == .demo)
    #expect(options.scriptFile == "f")
    #expect(options.seed == 7)
    #expect(options.plain && options.calm && !options.flash)
    #expect(options.interval == .seconds(60))
  }

  @Test(
    "ACCESSIBLE asks for a calm screen unless it is empty, 0 or false; a slower tick stays",
    arguments: [
      (nil, false), ("", false), ("0", false), ("false", false), ("FALSE", false), ("1", true), ("yes", true),
    ] as [(String?, Bool)])
  func accessible(value: String?, calm: Bool) throws {
    let environment = value.map { ["ACCESSIBLE": $0] } ?? [:]
    let options = try OptionParser.parse([]).completed(by: environment)
    #expect(options.calm == calm)
    #expect(options.tick == (calm ? .seconds(2) : .milliseconds(250)))
    #expect(try OptionParser.parse(["--tick", "5s", "--calm"]).completed(by: [:]).tick == .seconds(5))
  }

  @Test(
    "A wrong word is refused with a sentence that says what is allowed",
    arguments: [
      (["--serer", "x"], "Did you mean '--server'?"),
      (["--xyzzyplugh"], "See 'tape --help'"),
      (["--rate", "5"], "belongs to 'tape serve"),
      (["--tick", "100ms"], "250ms to 60s"),
      (["--tick", "1"], "250ms, 1s or 2m"),
      (["--tick", "99999999999999999999s"], "250ms, 1s or 2m"),
      (["--format", "yaml"], "'table', 'json', 'csv'"),
      (["--once=yes"], "takes no value"),
      (["--interval", "500ms"], "1s to 3600s"),
      (["--interval", "2h"], "1s to 3600s"),
      (["--plain", "--once"], "--plain and --once exclude each other"),
      (["--plain", "--stats"], "Leave one out"),
      (["demo", "--tour", "--script", "x"], "--tour and --script exclude each other"),
      (["demo", "ACME"], "takes options only"),
      (["demo", "--server", "http://h"], "belongs to 'tape [options]"),
      (["--tour"], "belongs to 'tape demo"),
      (["--server"], "--server [NAME=]URL"),
      (["A,B"], "'A,B' is no symbol"),
      (["serve", "ACME"], "takes options only"),
      (["serve", "--symbols", "0"], "from 1 to 100000"),
      (["serve", "--listen", "::1:80"], "[::1]:0"),
      (["serve", "--listen", "host:99999"], "127.0.0.1:8080"),
    ])
  func refused(arguments: [String], words: String) throws {
    let error = try #require(throws: UsageError.self) { try OptionParser.parse(arguments) }
    #expect(error.sentence.contains(words))
  }

  @Test("Every option is in the help of its command, and in no other")
  func help() {
    for command in CommandName.allCases {
      let text = Help.text(for: command)
      let signatures = Set(OptionTable.options(of: command).map(\.signature))
      for option in OptionTable.all {
        #expect(text.contains("  \(option.signature) ") == signatures.contains(option.signature))
      }
    }
  }

  @Test("No line of the help is wider than a terminal of 100 columns", arguments: CommandName.allCases)
  func width(command: CommandName) {
    for line in Help.text(for: command).split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
    }
  }
}
