import Foundation

/// Random numbers of the system, fetched 256 bytes at a time: a call for every mask would be slow.
struct BufferedRandom: RandomNumberGenerator {
  private var words: [UInt64] = []

  mutating func next() -> UInt64 {
    if words.isEmpty { refill() }
    return words.removeLast()
  }

  /// Random bytes, such as for a nonce.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  private mutating func refill() {
    words = [UInt64](repeating: 0, count: 32)
    // 256 bytes is the most that one call gives, and what it gives or refuses whole.
    let isFilled = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
    guard !isFilled else { return }
    var system = SystemRandomNumberGenerator()
    words = words.map { _ in system.next() }
  }
}
