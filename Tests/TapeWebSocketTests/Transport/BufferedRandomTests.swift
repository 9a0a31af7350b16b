import Testing

@testable import TapeWebSocket

@Suite("Buffered random numbers")
struct BufferedRandomTests {
  @Test("Numbers do not repeat, within a buffer or from one to the next")
  func distinct() {
    var random = BufferedRandom()
    var other = BufferedRandom()
    let numbers = (0..<200).map { _ in random.next() } + (0..<200).map { _ in other.next() }
    #expect(Set(numbers).count == 400)
  }

  @Test("A nonce has as many bytes as were asked for")
  func nonce() {
    var random = BufferedRandom()
    #expect(random.bytes(16).count == 16)
  }
}
