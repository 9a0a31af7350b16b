import Foundation
import TapeData
import TapeDomain
import TapeTUI

/// `tape replay`: plays a tape on the screen, or judges it without one.
struct ReplayCommand {
  let options: Options

  func run() async throws -> Int32 {
    let path = options.tapeFile ?? ""
    if options.check { return try await CheckCommand(options: options, path: path).run() }
    throw StartError(sentence: "Not yet.")
  }
}
