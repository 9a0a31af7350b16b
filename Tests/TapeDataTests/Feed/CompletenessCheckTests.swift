import Testing

@testable import TapeData

@Suite struct CompletenessCheckTests {
  @Test("A difference is a loss once, and the count starts from there (rule 3)")
  func losses() {
    var check = CompletenessCheck()
    let heartbeats = [(0, 0), (10, 10), (21, 20), (31, 30), (41, 40), (50, 48), (60, 58), (60, 59)]
    let outcomes = heartbeats.map { check.isComplete(sent: $0.0, received: $0.1) }
    #expect(outcomes == [true, true, false, true, true, false, true, false])
  }

  @Test("The largest number is no trap")
  func largest() {
    var check = CompletenessCheck()
    #expect(check.isComplete(sent: .max, received: 3) == false)
    #expect(check.isComplete(sent: 0, received: 4) == false)
  }
}
