import TapeData
import TapeDomain
import TapeTestSupport
import Testing

@Suite struct ListFileReaderTests {
  private func read(_ text: String, _ file: String) throws -> [String] {
    try ListFileReader.read(Array(text.utf8), file: file).lists.map { list in
      let words = list.instruments.map { $0.name.isEmpty ? $0.symbol.text : "\($0.symbol)=\($0.name)" }
      return "\(list.name ?? "-"): \(words.joined(separator: " "))"
    }
  }

  @Test(
    "Lists are read from each kind of file",
    arguments: [
      ("ACME\n# all\n\n  BNK  # bank\r\nORO", "x.txt", ["-: ACME BNK ORO"]),
      ("\u{FEFF}ACME", "x", ["-: ACME"]),
      ("symbol;name\nACME;Acme, Inc\n", "x.csv", ["-: ACME=Acme, Inc"]),
      ("Ticker\tName\nACME\tAcme\n", "x.csv", ["-: ACME=Acme"]),
      ("symbol,name\n", "x.csv", ["-: "]),
      ("symbol,name\nACME,\"Acme, \"\"Inc\"\"\"\r\nBNK,\n", "x.csv", ["-: ACME=Acme, \"Inc\" BNK"]),
      ("Name,Other,SYMBOL\nAcme,1,ACME\n", "x.csv", ["-: ACME=Acme"]),
      ("ACME\nBNK,Bank\n", "x.csv", ["-: ACME BNK=Bank"]),
      (
        #"{"name": "Core", "instruments": [{"symbol": "ACME", "name": "Acme"}, "BNK"]}"#, "x.json",
        ["Core: ACME=Acme BNK"]
      ),
      (#"["ACME", {"symbol": "BNK"}]"#, "x", ["-: ACME BNK"]),
      (
        #"{"lists": [{"name": "A", "instruments": []}, {"name": "B", "instruments": ["X"]}]}"#, "x.json",
        ["A: ", "B: X"]
      ),
    ])
  func kinds(text: String, file: String, lists: [String]) throws {
    #expect(try read(text, file) == lists)
  }

  @Test("The watchlists of ticker are taken over, its holdings are not, which is said")
  func ticker() throws {
    let text = """
      # ~/.ticker.yaml
      show-summary: true
      interval: 5
      currency: "USD"
      watchlist:
        - NET   # cloud
        - "BTC-USD"
        - SOL.X
      lots:
        - symbol: "ABNB"
          quantity: 35.0
          unit_cost: 146.00
      groups:
        - name: crypto
          watchlist:
          - SHIB-USD
          - VGX-USD
          holdings:
            - symbol: SOL1-USD
              quantity: 17
        - watchlist: [A, 'B.C']
          name: two words
      """
    let content = try ListFileReader.read(Array(text.utf8), file: ".ticker.yaml")
    #expect(
      try read(text, "/home/u/.ticker.yaml") == [
        "ticker: NET BTC-USD SOL.X", "crypto: SHIB-USD VGX-USD", "two words: A B.C",
      ])
    #expect(content.remarks.count == 2)
    #expect(content.remarks.first?.contains("holdings at line 10") == true)
  }

  @Test(
    "What is not understood is named with its line, and nothing is taken over",
    arguments: [
      ("ACME\nBN K\n", "x.txt", "line 2: one symbol is allowed on a line, there are 2 words."),
      ("ACME\n\"x\"\n", "x.txt", "line 2: '\"x\"' is no symbol"),
      ("symbol,name\nACME,\"a\nb\"\nB\u{20AC},x", "x.csv", "line 4: 'B\u{20AC}' is no symbol"),
      ("symbol\n\"ACME\n", "x.csv", "line 2: a quote is not closed."),
      ("ACME,a\"b\"\n", "x.csv", "line 1: a quote stands within a field."),
      ("{\"name\": 3}", "x.json", "has no \"instruments\""),
      ("{\"name\": \"x\", \"instruments\": 5}", "x.json", "wrong kind"),
      ("[\"A B\"]", "x.json", "entry 1: 'A B' is no symbol"),
      ("{", "x.json", "is no valid JSON"),
      ("watchlist:\n\t- A\n", "x.yaml", "line 2: a tab"),
      ("watchlist:\n  - A\n   - B\n", "x.yaml", "line 3: the indentation"),
      ("watchlist:\n  - &a A\n", "x.yaml", "line 2: '&a A' is a part of YAML that is not read here."),
      ("watchlist:\n  - symbol: A\n", "x.yml", "line 2: a watchlist holds symbols only."),
      ("watchlist: A\n", "x.yaml", "line 1: 'watchlist' is to be a list"),
      ("watchlist:\n- A\nwatchlist:\n- B\n", "x.yaml", "line 3: the key 'watchlist' stands twice."),
      ("interval: 5\n", "x.yaml", "has neither 'watchlist' nor 'groups'"),
      ("groups:\n - watchlist: [A]\n", "x.yaml", "line 2: a group needs a 'name'."),
      ("watchlist: [A,\n B]\n", "x.yaml", "line 1: a list in brackets is to end on its line."),
      ("a: 1\n---\nb: 2\n", "x.yaml", "line 2: a second document begins"),
      ("", "x.yaml", "is empty."),
      ("\n# nothing\n", "x.txt", "has no symbols."),
      ("{\"lists\": []}", "x.json", "has no lists."),
      ("Name,ISIN\nApple,US0378331005\n", "x.csv", "line 1: there is no column 'symbol' among the titles."),
    ])
  func refused(text: String, file: String, words: String) throws {
    let error = #expect(throws: ListError.self) { try ListFileReader.read(Array(text.utf8), file: file) }
    #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
    #expect(error?.sentence.hasPrefix("\"\(file)\" ") == true)
    #expect(error?.sentence.hasSuffix("Nothing was taken over.") == true)
  }

  @Test("What is not UTF-8 is refused")
  func bytes() {
    #expect(throws: ListError.self) { try ListFileReader.read([0x41, 0xFF], file: "x.txt") }
  }

  @Test("No text crashes the reader of YAML", arguments: 0..<400)
  func anyText(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let parts = [
      "watchlist:", "groups:", "- ", "  ", "\n", "name: x", "[", "]", ",", "A", "'", "\"", "#", ":", "-",
      "\t",
    ]
    let text = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
      parts.randomElement(using: &generator) ?? ""
    }.joined()
    _ = try? ListFileReader.read(Array(text.utf8), file: "x.yaml")
  }

  @Test("What is exported is read back as it was", arguments: ListFileFormat.allCases)
  func roundTrip(format: ListFileFormat) throws {
    let instruments = [
      ("^GSPC", "S&P 500"), ("BRK.B", "Berkshire \"B\", Inc"), ("X", ""), ("Y", "two\nlines"),
    ].compactMap { text, name in
      Symbol(text).map { Instrument(symbol: $0, name: name) }
    }
    let list = NamedList(id: ListID(1), name: try ListName("Core \"1\""), instruments: instruments)
    let content = try ListFileReader.read(Array(format.text(of: list).utf8), file: "x.\(format.rawValue)")
    #expect(content.lists.count == 1)
    let names = format == .txt ? instruments.map { _ in "" } : instruments.map(\.name)
    #expect(content.lists[0].instruments.map(\.symbol) == instruments.map(\.symbol))
    #expect(content.lists[0].instruments.map(\.name) == names)
    #expect(content.lists[0].name == (format == .json ? "Core \"1\"" : nil))
  }
}
