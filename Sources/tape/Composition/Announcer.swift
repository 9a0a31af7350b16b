import Synchronization

/// Carries sentences for the user to a screen that may not be there yet.
final class Announcer: Sendable {
  private struct State {
    var waiting: [String] = []
    var tell: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  /// Says a sentence, now or when there is somebody to say it to.
  func say(_ sentence: String) {
    let tell = state.withLock { state in
      if state.tell == nil { state.waiting.append(sentence) }
      return state.tell
    }
    tell?(sentence)
  }

  /// Sentences go there from now on.
  func connect(_ tell: @escaping @Sendable (String) -> Void) {
    let waiting = state.withLock { state in
      state.tell = tell
      defer { state.waiting = [] }
      return state.waiting
    }
    for sentence in waiting { tell(sentence) }
  }
}
