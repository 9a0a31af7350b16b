import Foundation
import TapeDomain
import TapeTUI

/// `tape --plain`: lines on standard output until a signal ends the program, or nobody reads them any more.
struct PlainPrinter {
  let options: Options
  let characters: TapeTUI.CharacterSet

  /// Prints for ever; returns only when its task is cancelled.
  @MainActor
  func run(_ model: WatchlistViewModel) async {
    let renderer = PlainRenderer(
      zone: .local, width: characters.width, isUnicode: characters.isUnicode,
      threshold: options.threshold)
    let watch = PlainWatch(model: model, renderer: renderer, time: .machine, interval: options.interval) {
      StandardOutput.write($0.joined(separator: "\n") + "\n")
    }
    await watch.run()
  }
}
