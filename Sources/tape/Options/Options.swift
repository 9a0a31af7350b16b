import TapeData
import TapeDomain
import TapeTUI

/// What the command line asks for.
struct Options {
  /// How `--once` prints.
  enum Format: String, CaseIterable {
    case table
    case json
    case csv
  }

  var command = CommandName.watch
  var wantsHelp = false
  var wantsVersion = false

  /// Where prices come from.
  var source = SourceChoice.tape
  /// Whether the command line names the source, rather than nobody or the environment.
  var namesSource = false
  /// Whether the command line or the environment says where prices come from, which then counts for every list.
  var isSourceGiven = false
  /// Where lists are watched that do not say it, when the list to begin with says it of itself; else nil.
  var home: ListOrigin?
  /// The base URL of a quotes server, or the WebSocket URL of a source; nil runs on the demo exchange, or goes to the
  /// source's own.
  var server: String?
  /// The base URL of a source's HTTP interface; nil is the source's own.
  var rest: String?
  /// The same of sources that single symbols name, by the source's name.
  var servers: [String: String] = [:]
  var rests: [String: String] = [:]
  /// What the settings say of a GraphQL endpoint.
  var graphQL: GraphQLPreset?
  /// Symbols to watch instead of the server's list.
  var symbols: [Symbol] = []
  /// What is in the list of the user's that the screen begins with.
  var listed: [Symbol] = []
  var tokenFile: String?
  /// A program and its arguments, which prints the token.
  var tokenCommand: [String]?
  /// A PEM file with the only authorities that may vouch for the server; nil leaves the system's.
  var caFile: String?
  /// Whether the server is asked to compress what it sends.
  var compression = true
  /// The smallest spacing of refreshes.
  var tick = Duration.milliseconds(250)
  var once = false
  var format = Format.table
  /// How long `--once` waits for a live price of every symbol.
  var timeout = Duration.seconds(10)
  var logFile: String?
  var stats = false
  var ascii = false
  var color = ColorChoice.auto
  /// Whether clicks and the wheel are keys of the program.
  var mouse = true
  /// Lines instead of the full screen.
  var plain = false
  /// How often `--plain` tells prices that moved.
  var interval = Duration.seconds(10)
  /// How much a price must have moved to be told again by `--plain`.
  var threshold = MoveThreshold.halfPercent
  /// Whether somebody can press keys; found out at the start, not an option.
  var hasKeys = true
  /// Whether a price that moved is tinted.
  var flash = true
  /// Whether the screen keeps still: no flash, ages in steps, at most one frame in two seconds.
  var calm = false

  // Recordings
  /// The tape that is recorded, played or served.
  var tapeFile: String?
  /// When a recording goes on in a new file.
  var recordLimit: TapeLimit?
  /// How long `tape record` records; nil until a signal.
  var recordTime: Duration?
  /// How fast a tape is played.
  var speed: ReplaySpeed?
  /// Whether a tape is played without a screen and judged.
  var check = false
  /// Where playing begins and ends, since the tape's first event.
  var from = Duration.zero
  var to: Duration?

  // tape demo
  var scriptFile: String?
  var tour = false

  /// The user's own columns; nil for the standard ones.
  var columns: ColumnChoice?
  /// The colours of what rises and falls.
  var prices = PriceColors.greenRed
  /// Which key does what.
  var keys = KeyMap.standard
  /// How a list is sorted that was not sorted yet.
  var sort = RowOrder.own
  /// The list to begin with; nil for the one shown last.
  var startList: String?
  /// Where lists are watched, by the key of the list's name.
  var listOrigins: [String: ListOrigin] = [:]
  /// The options that the command line gave.
  var given: Set<String> = []
  /// Where the values of settings come from that the command line did not give.
  var origins: [String: Settings.Origin] = [:]

  // tape config
  var writesExample = false

  // tape list
  /// The words behind a command that takes words.
  var words: [String] = []
  var listFormat = ListFileFormat.txt
  var listName: String?
  var replaceList = false

  // tape serve and the demo
  var listenHost = "127.0.0.1"
  var listenPort = 0
  var serveToken: String?
  /// PEM files with which the exchange encrypts; both or none.
  var tlsCertificate: String?
  var tlsKey: String?
  var seed: UInt64 = 1
  var symbolCount: Int?
  /// Updates a second in total; nil is the demo's own pace.
  var rate: Int?
}
