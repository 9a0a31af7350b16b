/// The frames of one step, in order, and what is left of its budget.
struct StepOutput: Sendable {
  /// The frames.
  private(set) var frames: [OutboundFrame] = []
  /// How many of them are text.
  private(set) var textCount = 0

  private var budget: Int

  /// An output of about `budget` bytes: the frame that reaches it is the last.
  init(budget: Int) {
    self.budget = budget
  }

  /// Whether another frame may be added.
  var hasRoom: Bool { budget > 0 }

  /// Adds a text frame.
  mutating func text(_ bytes: [UInt8]) {
    frames.append(.text(bytes))
    textCount += 1
    budget -= bytes.count
  }

  /// Adds a pong.
  mutating func pong(_ payload: [UInt8]) {
    frames.append(.pong(payload))
    budget -= payload.count
  }
}
