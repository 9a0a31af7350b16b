import Foundation
import TapeData
import TapeDomain
import TapeTUI
import TapeWebSocket

/// `tape symbols`: the instruments of a source whose symbol or name holds each word.
struct SymbolsCommand {
  let options: Options

  /// Prints a line for each: symbol, name, currency, decimals, and its state unless it is traded.
  ///
  /// - Throws: ``UsageError`` without a source, ``StartError`` when its list cannot be had.
  func run() async throws -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    guard options.source != .tape,
      let venue = try SourceParts.make(options, exchange: nil, environment: environment, time: .machine).venue
    else {
      throw UsageError(sentence: "'tape symbols' needs a source: --source \(SourceChoice.venues).")
    }
    guard !venue.profile.listing.paths.isEmpty else {
      throw StartError(
        sentence: "\(venue.profile.title) has no list of instruments: name symbols as it does "
          + "(docs/sources/\(venue.profile.name).md).")
    }
    let log = if let path = options.logFile { try LinkLog(path: path) } else { LinkLog() }
    let trust = TLSTrust(caFile: options.caFile, environment: environment)
    let directory = InstrumentDirectory(
      venue, environment: environment,
      http: HTTPClient(
        trust: trust, proxies: ProxyEnvironment(environment), userAgent: "tape/\(tapeVersion)"),
      log: log, time: .machine)
    await directory.prepare()
    guard venue.context.isComplete else {
      throw StartError(
        sentence: "The list of instruments of \(venue.profile.title) cannot be had. "
          + "See why with 'tape doctor --source \(venue.profile.name)' or --log FILE.")
    }
    let found = await directory.search(options.symbols.map(\.text).joined(separator: " "))
    StandardOutput.write(found.map { Self.line($0) + "\n" }.joined())
    return ExitStatus.fine
  }

  private static func line(_ instrument: VenueInstrument) -> String {
    let state = instrument.session == .open ? nil : instrument.session.rawValue
    let scale = instrument.scale.map { $0 == 1 ? "1 decimal" : "\($0) decimals" }
    let name = TextSanitizer.clean(instrument.name)
    return [instrument.symbol.text, name, TextSanitizer.clean(instrument.currency), scale, state]
      .compactMap { $0 }.joined(separator: "\t")
  }
}
