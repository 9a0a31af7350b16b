import Synchronization
import TapeData

/// A source that gives one text after the other, and the last one for ever.
final class FakeTokens: TokenSource {
  private let texts: Mutex<[String]>
  let remedy = "Put a valid one into FILE and press r, or restart with TAPE_TOKEN."

  init(_ texts: String...) {
    self.texts = Mutex(texts)
  }

  func token() async throws(TokenError) -> AccessToken? {
    let text = texts.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    return try text.map { text throws(TokenError) in try AccessToken(text, from: "TEST") }
  }
}
