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
      for fault in Self.faults(of: key, for: symbol) { await exchange.apply(fault) }
    }
  }

  /// Plays a script from now on, to its end or until the task is cancelled.
  func play(_ script: DemoScript, caption: @MainActor (String) -> Void) async {
    var schedule = ScriptSchedule(script, from: time.now)
    while let due = schedule.nextDue {
      do { try await time.sleep(until: due) } catch { return }
      for cue in schedule.takeDue(at: time.now) {
        switch cue {
        case .fault(let fault): await exchange.apply(fault)
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
