import Dispatch
import Foundation
import TapeTUI

extension Options {
  /// What of the options a screen that runs can change to.
  var screen: ScreenSettings {
    ScreenSettings(
      renderer: WatchlistRenderer.Options(isFlashing: flash, isCalm: calm, columns: columns, keys: keys),
      colors: prices)
  }
}

extension WatchCommand {
  /// Reads the settings again, on a thread that may wait for the disk.
  var reload: @Sendable () async -> SettingsReload {
    { [options, arguments] in
      await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
          continuation.resume(returning: Self.reload(from: options, arguments))
        }
      }
    }
  }

  private static func reload(from old: Options, _ arguments: [String]) -> SettingsReload {
    do {
      let environment = ProcessInfo.processInfo.environment
      let settings = try Settings(environment: environment)
      var new = try settings.options(arguments, for: old.command).completed(by: environment)
      // A screen keeps its pace, and with it its calm.
      new.calm = old.calm
      let waiting = SettingTable.all.filter { setting in
        !setting.isLive && setting.shown(new) != setting.shown(old)
      }.map(\.key)
      let file =
        settings.file.exists ? "Read \"\(settings.file.path)\"." : "There is no \"\(settings.file.path)\"."
      let hint = waiting.isEmpty ? "" : " At the next start: \(waiting.joined(separator: ", "))."
      return .settings(new.screen, file + hint)
    } catch let error as UsageError {
      return .refused(error.sentence)
    } catch {
      return .refused("\(error)")
    }
  }
}
