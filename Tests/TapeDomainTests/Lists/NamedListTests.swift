import TapeDomain
import TapeTestSupport
import Testing

@Suite struct NamedListTests {
  private let acme = Instrument(symbol: Fixtures.symbol("ACME"), name: "Acme")
  private let bank = Instrument(symbol: Fixtures.symbol("BNK"), name: "Bank")
  private let oro = Instrument(symbol: Fixtures.symbol("ORO"), name: "Oro")

  private func list(_ instruments: [Instrument]) throws -> NamedList {
    NamedList(id: ListID(1), name: try ListName("Core"), instruments: instruments)
  }

  @Test("Every edit is undone by the edit it returns")
  func undo() throws {
    let edits: [ListEdit] = [
      .add(Instrument(symbol: Fixtures.symbol("NEW"), name: "")),
      .add(Instrument(symbol: Fixtures.symbol("NEW"), name: ""), at: 0),
      .remove(bank.symbol), .remove(oro.symbol), .move(acme.symbol, to: 2), .move(oro.symbol, to: 0),
      .replace([oro]),
    ]
    for edit in edits {
      let before = try list([acme, bank, oro])
      var list = before
      let inverse = try list.apply(edit)
      #expect(list != before)
      try list.apply(inverse)
      #expect(list == before, "\(edit)")
    }
  }

  @Test("An instrument is in a list once, also when the list is made or replaced")
  func once() throws {
    var list = try list([acme, bank, acme])
    #expect(list.instruments == [acme, bank])
    let error = #expect(throws: ListError.self) {
      try list.apply(.add(Instrument(symbol: acme.symbol, name: "Another")))
    }
    #expect(error?.sentence == "\"ACME\" is in the list \"Core\" already.")
    try list.apply(.replace([oro, oro]))
    #expect(list.instruments == [oro])
  }

  @Test("What is not in the list is neither removed nor moved, and says so")
  func missing() throws {
    var list = try list([acme])
    for edit in [ListEdit.remove(oro.symbol), .move(oro.symbol, to: 0)] {
      let error = #expect(throws: ListError.self) { try list.apply(edit) }
      #expect(error?.kind == .notFound)
      #expect(error?.sentence == "\"ORO\" is not in the list \"Core\".")
    }
    #expect(list.instruments == [acme])
  }

  @Test("A place beyond the ends is the end")
  func places() throws {
    var list = try list([acme, bank, oro])
    try list.apply(.move(acme.symbol, to: 99))
    #expect(list.instruments == [bank, oro, acme])
    try list.apply(.move(acme.symbol, to: -5))
    #expect(list.instruments == [acme, bank, oro])
  }
}
