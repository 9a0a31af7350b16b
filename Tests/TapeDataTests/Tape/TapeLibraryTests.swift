import Foundation
import TapeDomain
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct TapeLibraryTests {
  @Test("Every tape that is there is in the manifest, and there are more than twelve")
  func manifest() {
    #expect(TapeLibrary.entries.map(\.file).sorted() == TapeLibrary.files)
    #expect(TapeLibrary.entries.count > 12)
  }

  @Test(
    "A tape gives the batches that it always gave, and no row breaks a rule", arguments: TapeLibrary.entries)
  func digest(_ entry: TapeLibrary.Entry) throws {
    let player = try TapePlayer(path: entry.path, isJudging: true)
    try player.finish()
    let judgement = try #require(player.judgement)
    #expect(judgement.violations == [])
    #expect(judgement.digest == entry.digest)
    #expect(judgement.batches > 0 && judgement.checks > 0)
  }

  @Test(
    "The digest is the same in whatever steps a tape is played, and whoever else watches",
    arguments: TapeLibrary.entries)
  func steps(_ entry: TapeLibrary.Entry) throws {
    var random = SeededGenerator(seed: 5)
    let acme = Fixtures.symbol("ACME")
    for step in [1, 40, 900] {
      let player = try TapePlayer(path: entry.path, isJudging: true)
      var number = 1
      while !player.hasPlayedAll {
        let length = Int.random(in: 1...step * 2, using: &random)
        try player.advance(to: player.now + .milliseconds(length))
        if Int.random(in: 0..<20, using: &random) == 0 {
          player.release(number)
          number += 1
          player.watch([acme], background: [Fixtures.symbol("BNK")], as: number, tick: .milliseconds(100))
        }
      }
      try player.finish()
      #expect(player.judgement?.digest == entry.digest)
    }
  }

  @Test(
    "Another price anywhere gives another digest", arguments: ["ordered.tape", "gap.tape", "silence.tape"])
  func otherPrice(_ name: String) throws {
    let entry = try #require(TapeLibrary.entries.first { $0.file == name })
    let text = try String(contentsOfFile: entry.path, encoding: .utf8)
    let changed = text.replacingOccurrences(of: #"\"last\":18245"#, with: #"\"last\":18246"#)
    #expect(changed != text)
    let file = try TemporaryTape(changed)
    let player = try TapePlayer(path: file.path, isJudging: true)
    try player.finish()
    #expect(player.judgement?.digest != entry.digest)
    #expect(player.judgement?.violations == [])
  }
}
