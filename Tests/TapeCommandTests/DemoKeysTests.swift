import TapeDomain
import TapeTUI
import Testing

@testable import tape

@Suite struct DemoKeysTests {
  @Test("F1 to F10 each stand for commands that the exchange understands, in words that fit the help")
  func table() throws {
    #expect(DemoKeys.all.map(\.number) == Array(1...10))
    let acme = try #require(Symbol("ACME"))
    for key in DemoKeys.all {
      #expect(DemoDirector.faults(of: key, for: acme).count == key.commands.count)
      #expect(key.help.count <= 18 && key.label.count <= 9)
    }
  }
}
