import TapeTestSupport
import Testing

@testable import TapeWebSocket

@Suite struct UTF8ValidatorTests {
  static let valid: [[UInt8]] = [
    [], Array("plain ASCII, longer than eight bytes".utf8), Array("κόσμε".utf8), Array("日本語 €uro".utf8),
    [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0],
    [UInt8](repeating: 0x61, count: 31) + Array("é".utf8) + [UInt8](repeating: 0x62, count: 70),
  ]

  /// Bytes, and the place of the first one that cannot stand there; their count when only an end is missing.
  static let invalid: [([UInt8], Int)] = [
    ([0x80], 0), ([0xBF], 0), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
    ([0xFF], 0),
    ([0xE0, 0x9F, 0xBF], 1), ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
    ([0xF4, 0x90, 0x80, 0x80], 1), ([0xC3, 0x28], 1), ([0xE2, 0x82, 0x28], 2), ([0xF0, 0x9F, 0x92, 0x41], 3),
    (Array("eight by".utf8) + [0xFF], 8), (Array("eight bytes and more ".utf8) + [0xC3, 0xC3], 22),
    ([0xC3], 1), ([0xE2, 0x82], 2), ([0xF0, 0x9F, 0x92], 3),
    (Array("κόσμε".utf8) + [0xED, 0xA0, 0x80] + Array("edited".utf8), 11),
  ]

  @Test("Valid text is accepted whole, and split at every byte", arguments: valid)
  func acceptsValid(bytes: [UInt8]) {
    for place in 0...bytes.count {
      var validator = UTF8Validator()
      let accepted = [validator.accept(bytes[..<place]), validator.accept(bytes[place...])]
      #expect(accepted == [true, true])
      #expect(validator.isComplete)
    }
  }

  @Test("Invalid text is refused when the offending byte comes, wherever it is split", arguments: invalid)
  func refusesInvalid(bytes: [UInt8], place: Int) {
    for split in 0...place {
      var validator = UTF8Validator()
      let accepted = [validator.accept(bytes[..<split]), validator.accept(bytes[split..<place])]
      #expect(accepted == [true, true])
      let isFine = validator.accept(bytes[place...].prefix(1)) && validator.isComplete
      #expect(!isFine)
    }
  }

  @Test("It agrees with the standard library on random bytes")
  func agrees() {
    var random = SeededGenerator(seed: 8)
    let pool: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4,
      0xF5,
    ]
    var valid = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...6, using: &random)
      let bytes = (0..<length).map { _ in pool[Int.random(in: 0..<pool.count, using: &random)] }
      var validator = UTF8Validator()
      let isValid = validator.accept(bytes[...]) && validator.isComplete
      #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
      valid += isValid ? 1 : 0
    }
    #expect(valid > 1_000)
  }

  @Test(
    "A text message with invalid UTF-8 fails with 1007 at the offending byte, within its frame",
    arguments: invalid)
  func failsInFrame(bytes: [UInt8], place: Int) throws {
    var client = try MachineDriver.client()
    let frame = WireFrame.text(bytes: bytes).bytes
    let header = frame.count - bytes.count
    client.receive(Array(frame.prefix(header + min(place, bytes.count - 1))))
    #expect(client.closure == nil)
    client.receive(Array(frame.dropFirst(header + min(place, bytes.count - 1)).prefix(1)))
    #expect(client.closure?.error == .invalidUTF8)
    #expect(try client.sentFrames == ["close 1007"])
  }

  @Test("A scalar may be split over fragments, with a ping between", arguments: valid)
  func fragments(bytes: [UInt8]) throws {
    var client = try MachineDriver.client()
    for place in 0...bytes.count {
      client.forget()
      client.receive([
        .text(bytes: Array(bytes[..<place]), isFinal: false), .ping(),
        .more(bytes: Array(bytes[place...]), isFinal: true),
      ])
      #expect(client.events == [.ping([]), .text(bytes[...])])
    }
  }

  @Test("A binary message may hold anything")
  func binary() throws {
    var client = try MachineDriver.client()
    client.receive([.binary([0xFF, 0xC0])])
    #expect(client.events == [.binary([0xFF, 0xC0])])
  }
}

extension UTF8Validator {
  fileprivate mutating func accept(_ bytes: ArraySlice<UInt8>) -> Bool {
    let span = bytes.span
    return accept(span.bytes)
  }
}
