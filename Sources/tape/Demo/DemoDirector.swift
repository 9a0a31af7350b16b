import TapeDomain
import TapeExchange
import TapeTUI

/// What the demo does to its own exchange: a script by the clock, faults at a key.
struct DemoDirector: Sendable {
  let exchange: DemoExchange
  let time: TimeSource

  /// The demo's keys for the screen.
  var controls: DemoControls {
    DemoControls(keys: DemoKeys.all) { [exchange] key, symbol in
      var objection: String?
      for fault in Self.faults(of: key, for: symbol) { objection = await exchange.apply(fault) ?? objection }
      return objection
    }
  }

  /// Finds out whether the exchange can do everything a script asks for.
  ///
  /// - Throws: ``StartError`` that names the first line that it cannot.
  func check(_ script: DemoScript, named name: String) async throws {
    // The market lists the same instruments for as long as it is open, so an objection stays true.
    for entry in script.entries.sorted(by: { $0.line < $1.line }) {
      guard case .fault(let fault) = entry.cue, let objection = await exchange.objection(to: fault) else {
        continue
      }
      throw StartError(sentence: "The script \"\(name)\", line \(entry.line): \(objection)")
    }
  }

  /// Plays a script from now on, to its end or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - caption: Shows a line of the script.
  ///   - objection: Tells why a fault did nothing.
  func play(
    _ script: DemoScript, caption: @MainActor (String) -> Void, objection: @MainActor (String) -> Void
  ) async {
    var schedule = ScriptSchedule(script, from: time.now)
    while let due = schedule.nextDue {
      do { try await time.sleep(until: due) } catch { return }
      for entry in schedule.takeDue(at: time.now) {
        switch entry.cue {
        case .fault(let fault):
          if let reason = await exchange.apply(fault) {
            await objection("The script, line \(entry.line): \(reason)")
          }
        case .caption(let text): await caption(text)
        }
      }
    }
  }

  /// The faults of a key; none when it needs a symbol and there is none.
  static func faults(of key: FaultKey, for symbol: Symbol?) -> [ExchangeFault] {
    // The table's commands are right, as a test proves; a symbol has no space to break a line with.
    (key.commands(for: symbol) ?? []).compactMap { try? FaultParser.fault(in: $0) }
  }
}
