import TapeData
import TapeDomain

/// A wire format of single words: `beat`, `error TEXT`, `noise`; what else is a malformed frame.
struct FakeDialect: FeedDialect {
  private var count = 0

  mutating func begin() { count = 0 }

  mutating func decode(_ frames: [Range<Int>], of bytes: Span<UInt8>, into messages: inout [FeedMessage]) {
    for range in frames { read(bytes.extracting(range), into: &messages) }
  }

  private mutating func read(_ frame: Span<UInt8>, into messages: inout [FeedMessage]) {
    let text = frame.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "beat": messages.append(.heartbeat(time: nil, sent: nil, received: count))
    case "error": messages.append(.error(code: "test", symbol: nil, message: words.last ?? ""))
    case "noise": messages.append(.unknown)
    default: messages.append(.malformed(reason: "unknown word"))
    }
    count += 1
  }

  func encode(_ command: FeedCommand) -> [[UInt8]] {
    switch command {
    case .subscribe(let symbols, _): symbols.map { Array("subscribe \($0)".utf8) }
    case .unsubscribe(let symbols): symbols.map { Array("unsubscribe \($0)".utf8) }
    case .resync(let symbols): symbols.map { Array("resync \($0)".utf8) }
    }
  }

  func authentication(token: String) -> [UInt8]? { Array("auth \(token)".utf8) }
}

/// The heartbeat that is frame number `received` of its connection, from 0.
func beat(_ received: Int) -> FeedMessage { .heartbeat(time: nil, sent: nil, received: received) }
