import Foundation
import TapeData
import TapeDomain

/// The scanner beside JSONDecoder on the same frames; the results have to be the same.
struct DecodeBench {
  /// What JSONDecoder makes of an update.
  private struct Update: Decodable {
    let type: String
    let symbol: String
    let seq: Int
    let last: Int
    let time: String
  }

  private let frames: SampleFrames

  /// A measurement with fewer frames when `isQuick`.
  init(isQuick: Bool) {
    frames = SampleFrames(updates: isQuick ? 4_000 : 40_000, symbols: 50)
  }

  /// Nanoseconds an update.
  func run() throws -> [Figure] {
    try compare()
    let times = try Rounds.medians(of: [
      { _ = scan() },
      { _ = try decode() },
    ])
    let scale = 1e9 / Double(frames.ranges.count)
    return [
      Figure(
        name: "decode: scanner", value: times[0] * scale, unit: "ns an update", floor: times[1] * scale,
        floorName: "JSONDecoder")
    ]
  }

  private func compare() throws {
    let ticks = scan()
    let updates = try decode()
    guard ticks.count == updates.count else { throw BenchFault("The scanner left out an update.") }
    var times = Set<String>()
    for (tick, update) in zip(ticks, updates) {
      let isSame =
        update.type == "update" && tick.symbol.text == update.symbol && tick.sequence == update.seq
        && tick.last == update.last && tick.time.rfc3339(fractionDigits: 3) == update.time
      guard isSame else { throw BenchFault("The scanner read \(tick) where JSONDecoder reads \(update).") }
      times.insert(update.time)
    }
    guard times.count > 100 else { throw BenchFault("The frames are all of the same time.") }
  }

  private func scan() -> [QuoteTick] {
    var dialect = TapeDialect()
    var messages: [FeedMessage] = []
    dialect.begin()
    dialect.decode(frames.ranges, of: frames.bytes.span, into: &messages)
    return messages.flatMap { message -> [QuoteTick] in
      if case .ticks(let run) = message { run } else { [] }
    }
  }

  private func decode() throws -> [Update] {
    let decoder = JSONDecoder()
    let data = Data(frames.bytes)
    return try frames.ranges.map { try decoder.decode(Update.self, from: data[$0]) }
  }
}
