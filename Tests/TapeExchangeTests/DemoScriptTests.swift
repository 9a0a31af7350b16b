import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct DemoScriptTests {
  @Test("A script is read in order of time, with captions to the end of their line, without comments")
  func reads() throws {
    let acme = try #require(Symbol("ACME"))
    let script = try DemoScript(
      """
      # time command
      500ms caption   Look at  ACME, please.\t

      2m\tclose XETR
        1s silence 10s
      500ms gap ACME
      0s caption
      """)
    #expect(
      script.entries == [
        .init(time: .zero, cue: .caption(""), line: 7),
        .init(time: .milliseconds(500), cue: .caption("Look at  ACME, please."), line: 2),
        .init(time: .milliseconds(500), cue: .fault(.gap(acme)), line: 6),
        .init(time: .seconds(1), cue: .fault(.silence(.seconds(10))), line: 5),
        .init(time: .seconds(120), cue: .fault(.close(exchange: "XETR")), line: 4),
      ])
  }

  @Test(
    "A wrong line is named with its number and what is allowed",
    arguments: [
      ("soon gap ACME", 1, "500ms, 10s or 2m"),
      ("gap ACME", 1, "\"gap\" is no duration"),
      ("0s drop\n5s", 2, "\"5s silence 10s\""),
      ("# one\n\n3s explode", 3, "caption TEXT, gap SYMBOL"),
      ("1s # no comment here", 1, "unknown command \"#\""),
      ("1s silence", 1, "needs a duration"),
      ("1s drop it", 1, "\"it\" is too much"),
      ("99h drop", 1, "no duration"),
      ("61m drop", 1, "more than 60m"),
      ("# nothing\n", 1, "no line does anything"),
      ("", 1, "no line does anything"),
    ])
  func refuses(text: String, line: Int, words: String) throws {
    let error = try #require(throws: FaultSyntaxError.self) { try DemoScript(text) }
    #expect(error.line == line)
    #expect(error.message.contains(words), "\(error)")
  }

  @Test("The tour takes two minutes, says something at least every 20 seconds, and fits 80 columns")
  func tour() throws {
    let entries = try DemoScript.tour().entries
    let captions = entries.compactMap { entry -> (time: Duration, text: String)? in
      if case .caption(let text) = entry.cue { (entry.time, text) } else { nil }
    }
    #expect(captions.first?.time == .zero)
    #expect(zip(captions, captions.dropFirst()).allSatisfy { $1.time - $0.time <= .seconds(20) })
    let end = try #require(captions.last?.time)
    #expect((Duration.seconds(110)...Duration.seconds(130)).contains(end))
    for caption in captions {
      let isPlain = caption.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      #expect(isPlain && caption.text.count <= 78, "\(caption)")
    }
  }

  @Test("The tour names only what the exchange lists, and shows each kind of trouble")
  func tourFaults() throws {
    let listed = InstrumentCatalog.instruments()
    var kinds = Set<String>()
    for entry in try DemoScript.tour().entries {
      guard case .fault(let fault) = entry.cue else { continue }
      kinds.insert(String("\(fault)".prefix { $0 != "(" }))
      switch fault {
      case .gap(let symbol), .lose(let symbol), .halt(let symbol), .price(let symbol, _):
        #expect(listed.prefix(12).contains { $0.symbol == symbol }, "\(symbol) is not on a small screen")
      case .open(let exchange), .close(let exchange):
        #expect(listed.contains { $0.exchange == exchange })
      default: break
      }
    }
    let needed: Set = ["gap", "lose", "halt", "close", "open", "drop", "silence", "late", "refuse", "burst"]
    #expect(kinds.isSuperset(of: needed))
  }
}
