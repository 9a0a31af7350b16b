import TapeDomain
import Testing

@testable import TapeData

/// What the ring gave up while nobody looked.
@Suite struct FlightBacklogTests {
  private func piece(_ number: Int, _ kind: TapeRecords.Kind = .text) -> FlightPiece {
    var records = TapeRecords()
    records.append(kind, Array("message \(number)".utf8)[...], at: Int64(number))
    return FlightPiece(records)
  }

  private func texts(_ pieces: [FlightPiece]) -> [String] {
    var texts: [String] = []
    for records in pieces.map(\.records) {
      records.forEach { _, _, place in texts.append(String(decoding: records.bytes[place], as: UTF8.self)) }
    }
    return texts
  }

  @Test("What fits is handed over whole and in order, once")
  func fits() {
    var backlog = FlightBacklog()
    for number in 0..<FlightBacklog.maximumPieces { backlog.add([piece(number)]) }
    #expect(texts(backlog.take()) == (0..<FlightBacklog.maximumPieces).map { "message \($0)" })
    #expect(backlog.isEmpty && backlog.take().isEmpty)
  }

  @Test("What does not fit is counted, how the link went on is kept, and nothing grows")
  func overflows() throws {
    var backlog = FlightBacklog()
    let count = 10 * FlightBacklog.maximumPieces
    for number in 0..<count { backlog.add([piece(number, number == 5 ? .content : .text)]) }
    let lost = backlog.lost
    let taken = backlog.take()
    #expect(taken.count <= FlightBacklog.maximumPieces + 2)
    let texts = texts(taken)
    #expect(texts.first == String(decoding: TapeLineContent(.lost(lost)).bytes, as: UTF8.self))
    #expect(texts[1] == "message 5")
    // Every message is told, kept or counted.
    #expect(lost + texts.count - 1 == count)
    #expect(texts.last == "message \(count - 1)")
  }

  @Test("Not even what is kept grows without end")
  func keeps() {
    var backlog = FlightBacklog()
    var large = TapeRecords()
    large.append(.content, [UInt8](repeating: 65, count: 100_000)[...], at: 0)
    for _ in 0..<(10 * FlightBacklog.maximumPieces) { backlog.add([FlightPiece(large)]) }
    #expect(backlog.take().reduce(0) { $0 + $1.size } < FlightBacklog.maximumKept + 130 * 100_000 + 1000)
  }
}
