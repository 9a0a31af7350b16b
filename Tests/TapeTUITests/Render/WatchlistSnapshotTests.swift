import Foundation
import TapeTestSupport
import Testing

@testable import TapeTUI

@Suite struct WatchlistSnapshotTests {
  static let sizes = [TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 120, rows: 40)]
  static let narrow = [TerminalSize(columns: 40, rows: 12), TerminalSize(columns: 20, rows: 4)]

  @Test("The list while everything is live", arguments: sizes + narrow)
  func live(size: TerminalSize) throws {
    try check(Fixture.longState(), size, "live")
  }

  @Test(
    "The list while the link is down: every price with its age, and the banner", arguments: sizes + narrow)
  func down(size: TerminalSize) throws {
    try check(Fixture.downState(), size, "down")
  }

  @Test("The list in ASCII", arguments: sizes)
  func ascii(size: TerminalSize) throws {
    let renderer = try Fixture.renderer(isUnicode: false)
    try check(Fixture.downState(), size, "ascii", renderer)
    let canvas = renderer.canvas(for: try Fixture.downState(), at: Fixture.moment, size: size)
    #expect(canvas.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("The help", arguments: sizes)
  func help(size: TerminalSize) throws {
    var state = try Fixture.longState()
    state.isHelpShown = true
    try check(state, size, "help")
  }

  @Test("A refusal says what to do, on two lines where one is too short", arguments: sizes)
  func refused(size: TerminalSize) throws {
    var state = try Fixture.longState()
    state.link = .refused
    state.banner = Banner(
      text: "Token refused by the server. Put a valid one into /home/ada/.config/tape/token and press r, "
        + "or restart with TAPE_TOKEN.",
      reason: "", attempt: nil, retryAt: nil, canRetry: false)
    state.message = "Acme, 182 euros 45, up 1.3 percent"
    try check(state, size, "refused")
  }

  @Test("A list that could not be fetched says why", arguments: sizes)
  func failed(size: TerminalSize) throws {
    var state = Fixture.state([])
    state.link = .connecting
    state.list = .failed(
      "Cannot reach https://quotes.example.com: connection refused. Trying again; r tries at once.")
    try check(state, size, "failed")
  }

  private func check(
    _ state: WatchlistViewState, _ size: TerminalSize, _ name: String, _ renderer: WatchlistRenderer? = nil
  ) throws {
    let renderer = try renderer ?? Fixture.renderer()
    let layers = renderer.canvas(for: state, at: Fixture.moment, size: size).layers
    let file = "\(name)-\(size.columns)x\(size.rows).txt"
    let mismatch = Snapshot.mismatch(layers, named: file)
    if mismatch != nil { Attachment.record(layers, named: file) }
    #expect(mismatch == nil)
  }
}
