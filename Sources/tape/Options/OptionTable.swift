import TapeTUI

/// Every option of the program, in the order of the help.
enum OptionTable {
  static let all: [Option] =
    playing + watching + looking + arranging + recording + serving + listing + general

  /// The options of one command.
  static func options(of command: CommandName) -> [Option] {
    // What the settings are depends on the options that watching would be given.
    all.filter { $0.commands.contains(command) || (command == .config && $0.commands.contains(.watch)) }
  }

  /// What `tape config` takes beside what watching takes.
  static let config = all.filter { $0.commands.contains(.config) }

  /// The commands that have a screen.
  private static let screens: [CommandName] = [.watch, .demo]

  /// The commands that go to a source of prices.
  static let links: [CommandName] = [.watch, .record, .doctor, .symbols]

  private static let watching: [Option] = [
    Option(
      "--source", "NAME", for: links, SourceChoice.names.joined(separator: ", ")
    ) {
      options, text throws(UsageError) in
      options.source = try ValueParser.source(text, of: "--source")
      options.namesSource = true
    },
    Option(
      "--rest", "[NAME=]URL", for: links, "address of the source's HTTP interface, or of that of source NAME"
    ) {
      options, text in
      if let (name, url) = ValueParser.sourceAddress(text) {
        options.rests[name] = url
      } else {
        options.rest = text
      }
    },
    Option(
      "--server", "[NAME=]URL", for: links,
      "quotes server to watch, or the WebSocket of the source, or of source NAME"
    ) {
      options, text in
      if let (name, url) = ValueParser.sourceAddress(text) {
        options.servers[name] = url
      } else {
        options.server = text
      }
    },
    Option("--token-file", "FILE", for: links, "file with the server's token; only you may read it") {
      options, text in
      options.tokenFile = text
    },
    Option("--ca-file", "FILE", for: links, "trust the authorities in this PEM file alone") {
      options, text in
      options.caFile = text
    },
    Option("--no-compression", for: links, "do not ask the server to compress what it sends") {
      options, _ in
      options.compression = false
    },
    Option(
      "--tick", "TIME", for: screens + [.replay],
      "smallest time between refreshes, 250ms to 60s (default 250ms)"
    ) {
      options, text throws(UsageError) in
      options.tick = try ValueParser.duration(text, of: "--tick", in: .milliseconds(250) ... .seconds(60))
    },
    Option("--once", for: [.watch], "print the prices once, when all are live, and exit") { options, _ in
      options.once = true
    },
    Option("--format", "FORMAT", for: [.watch], "table, json or csv: how --once prints (default table)") {
      options, text throws(UsageError) in
      options.format = try ValueParser.choice(text, of: "--format")
    },
    Option("--timeout", "TIME", for: [.watch], "how long --once waits, 100ms to 1h (default 10s)") {
      options, text throws(UsageError) in
      let allowed = Duration.milliseconds(100) ... .seconds(3600)
      options.timeout = try ValueParser.duration(text, of: "--timeout", in: allowed)
    },
    Option(
      "--color", "WHEN", for: screens + [.replay],
      "auto, never, 16 or 256 (default auto; NO_COLOR is honoured)"
    ) {
      options, text throws(UsageError) in
      options.color = try ValueParser.choice(text, of: "--color")
    },
    Option("--ascii", for: screens + [.replay], "draw with ASCII characters only") { options, _ in
      options.ascii = true
    },
    Option("--no-mouse", for: screens + [.replay], "leave the mouse to the terminal, for selecting text") {
      options, _ in
      options.mouse = false
    },
    Option(
      "--log", "FILE", for: screens + [.record, .doctor, .symbols],
      "append what happens on the link to a file"
    ) {
      options, text in
      options.logFile = text
    },
    Option("--stats", for: screens, "print counts on standard error at exit") { options, _ in
      options.stats = true
    },
  ]

  private static let looking: [Option] = [
    Option("--plain", for: screens, "append lines instead of drawing a screen: for screen readers and logs") {
      options, _ in
      options.plain = true
    },
    Option("--interval", "TIME", for: screens, "how often --plain tells prices, 1s to 1h (default 10s)") {
      options, text throws(UsageError) in
      options.interval = try ValueParser.duration(text, of: "--interval", in: .seconds(1) ... .seconds(3600))
    },
    Option("--threshold", "P", for: screens, "percent a price moves before --plain tells it (default 0.5)") {
      options, text throws(UsageError) in
      options.threshold = try ValueParser.threshold(text, of: "--threshold")
    },
    Option("--no-flash", for: screens + [.replay], "do not tint a price that moved") { options, _ in
      options.flash = false
    },
    Option(
      "--calm", for: screens + [.replay],
      "a still screen: no flash, ages in steps, a frame in 2s (or ACCESSIBLE=1)"
    ) {
      options, _ in
      options.calm = true
    },
  ]

  private static let recording: [Option] = [
    Option("--record", "FILE", for: screens, "record the session to a file; compressed when it ends in .gz") {
      options, text in
      options.tapeFile = text
    },
    Option(
      "--record-limit", "LIMIT", for: screens + [.record],
      "begin the file anew at 100MB or 1h; the one before is FILE.1"
    ) { options, text throws(UsageError) in
      options.recordLimit = try ValueParser.limit(text, of: "--record-limit")
    },
    Option("--for", "TIME", for: [.record], "record so long, 1s to 24h (default: until Ctrl-C)") {
      options, text throws(UsageError) in
      options.recordTime = try ValueParser.duration(text, of: "--for", in: .seconds(1) ... .seconds(86_400))
    },
    Option("--speed", "N", for: [.replay], "0.1 to 1000 times as fast, or max (default 1; max with --check)")
    {
      options, text throws(UsageError) in
      options.speed = try ValueParser.speed(text, of: "--speed")
    },
    Option("--from", "TIME", for: [.replay], "begin so far into the tape, such as 90s or 2m") {
      options, text throws(UsageError) in
      options.from = try ValueParser.duration(text, of: "--from", in: .zero ... .seconds(31_536_000))
    },
    Option("--to", "TIME", for: [.replay], "end so far into the tape") {
      options, text throws(UsageError) in
      options.to = try ValueParser.duration(text, of: "--to", in: .zero ... .seconds(31_536_000))
    },
    Option("--check", for: [.replay], "no screen: judge every row, and print a digest of all that was shown")
    {
      options, _ in
      options.check = true
    },
    Option("--tape", "FILE", for: [.serve], "play a recording to each client instead of a market") {
      options, text in
      options.tapeFile = text
    },
  ]

  private static let playing: [Option] = [
    Option("--tour", for: [.demo], "show every state of the screen in two minutes, with captions") {
      options, _ in
      options.tour = true
    },
    Option("--script", "FILE", for: [.demo], "play the faults and captions of a file") { options, text in
      options.scriptFile = text
    },
  ]

  private static let serving: [Option] = [
    Option(
      "--listen", "HOST:PORT", for: [.serve], "where to listen; port 0 takes a free one (default 127.0.0.1:0)"
    ) { options, text throws(UsageError) in
      (options.listenHost, options.listenPort) = try ValueParser.endpoint(text, of: "--listen")
    },
    Option("--token", "TOKEN", for: [.serve], "token that clients must send") { options, text in
      options.serveToken = text
    },
    Option("--tls-cert", "FILE", for: [.serve], "serve https and wss with this certificate chain (PEM)") {
      options, text in
      options.tlsCertificate = text
    },
    Option("--tls-key", "FILE", for: [.serve], "private key of the certificate (PEM, no password)") {
      options, text in
      options.tlsKey = text
    },
    Option(
      "--seed", "N", for: [.serve, .demo, .record],
      "seed of the market; the same seed moves the same prices (default 1)"
    ) { options, text throws(UsageError) in
      options.seed = UInt64(try ValueParser.integer(text, of: "--seed", in: 0...Int.max))
    },
    Option(
      "--symbols", "N", for: [.serve, .demo, .record], "number of instruments, 1 to 100000 (default 50)"
    ) {
      options, text throws(UsageError) in
      options.symbolCount = try ValueParser.integer(text, of: "--symbols", in: 1...100_000)
    },
    Option("--rate", "N", for: [.serve, .demo, .record], "updates a second in total, 0 to 1000000") {
      options, text throws(UsageError) in
      options.rate = try ValueParser.integer(text, of: "--rate", in: 0...1_000_000)
    },
  ]

  private static let general: [Option] = [
    Option("--help", for: CommandName.allCases, "show this help") { options, _ in
      options.wantsHelp = true
    },
    Option("--version", for: CommandName.allCases, "show the version") { options, _ in
      options.wantsVersion = true
    },
  ]
}
