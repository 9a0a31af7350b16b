@testable import TapeTUI

/// A terminal that keeps what it was shown, and whose events come from the test.
@MainActor
final class FakeTerminal: Terminal {
  /// What the screen did with the terminal.
  enum Call: Equatable {
    case present(Canvas)
    case invalidate, stop, leave
    case mouse(Bool)
    case prices(PriceColors)
  }

  var size: TerminalSize
  let traits = TerminalTraits(colors: .many, isUnicode: true)
  let width = DisplayWidth.test
  private(set) var calls: [Call] = []
  private let stream: AsyncStream<TerminalEvent>
  private let continuation: AsyncStream<TerminalEvent>.Continuation

  init(size: TerminalSize = TerminalSize(columns: 80, rows: 24)) {
    self.size = size
    (stream, continuation) = AsyncStream.makeStream()
  }

  var canvases: [Canvas] {
    calls.compactMap { call in
      if case .present(let canvas) = call { canvas } else { nil }
    }
  }

  func events() -> AsyncStream<TerminalEvent> { stream }
  func send(_ event: TerminalEvent) { continuation.yield(event) }
  func present(_ canvas: Canvas) { calls.append(.present(canvas)) }
  func invalidate() { calls.append(.invalidate) }
  func setMouse(_ isOn: Bool) { calls.append(.mouse(isOn)) }
  func setPriceColors(_ colors: PriceColors) { calls.append(.prices(colors)) }
  func stop() { calls.append(.stop) }

  func leave() {
    calls.append(.leave)
    continuation.finish()
  }
}
