import TapeDomain
import Testing

@Suite struct ListNameTests {
  @Test(
    "Blanks at the ends do not belong to a name", arguments: ["Core", "  Core", "Core\t", "\u{3000}Core \n"])
  func trimmed(text: String) throws {
    #expect(try ListName(text).text == "Core")
  }

  @Test(
    "A name that is none is refused with a sentence",
    arguments: [
      ("", "needs a name"), (" \t\n", "needs a name"), ("a\u{1B}[31mb", "control characters"),
      ("a\nb", "line ends"), ("\u{200B}\u{202E}", "needs a name"), ("a\u{2028}b", "line ends"),
      (String(repeating: "x", count: 101), "at most 100"),
    ])
  func refused(text: String, words: String) throws {
    let error = #expect(throws: ListError.self) { try ListName(text) }
    #expect(error?.sentence.contains(words) == true)
  }

  @Test(
    "Case and the way marks are written make no other name",
    arguments: [("Core", "cORE"), ("Straße", "STRASSE"), ("é", "E\u{301}"), ("ΣΊΓΜΑΣ", "σίγμας")])
  func sameKey(left: String, right: String) throws {
    let directory = ListDirectory(headers: [ListHeader(id: ListID(1), name: try ListName(left), count: 0)])
    #expect(directory.header(named: try ListName(right)) != nil)
    #expect(throws: ListError.self) { try directory.checkIsFree(try ListName(right)) }
    // A list may get its own name in another case.
    try directory.checkIsFree(try ListName(right), for: ListID(1))
  }

  @Test("Who asks for a list that is not there is told which there are")
  func unknown() throws {
    let headers = try (1...14).map { ListHeader(id: ListID($0), name: try ListName("L\($0)"), count: 0) }
    let error = #expect(throws: ListError.self) {
      try ListDirectory(headers: headers).find(try ListName("Nope"))
    }
    #expect(error?.sentence.hasPrefix("There is no list \"Nope\". There are: \"L1\", ") == true)
    #expect(error?.sentence.hasSuffix("\"L12\" and 2 more.") == true)
  }

  @Test("The key of a list is read back as it was written")
  func keys() {
    for key in [ListKey.own(ListID(7)), .source("quotes.example:8443"), .source("")] {
      #expect(ListKey(text: key.text) == key)
    }
    #expect(ListKey(text: "list:x") == nil)
    #expect(ListKey(text: "nonsense") == nil)
  }
}
