import Testing

@testable import TapeTUI

@Suite struct KeySequenceTests {
  @Test("Arrows are known in both of the terminal's modes", arguments: ["[", "O"])
  func arrows(introducer: String) {
    let keys = ["A", "B", "C", "D"].map { letter in
      KeySequence.all.first { $0.text == "\u{1B}\(introducer)\(letter)" }?.key
    }
    #expect(keys == [.key(.up), .key(.down), .key(.right), .key(.left)])
  }

  @Test("No sequence is listed twice, or begins another")
  func distinct() {
    for (index, sequence) in KeySequence.all.enumerated() {
      for (other, candidate) in KeySequence.all.enumerated() where other != index {
        #expect(!candidate.text.hasPrefix(sequence.text))
      }
    }
  }
}
