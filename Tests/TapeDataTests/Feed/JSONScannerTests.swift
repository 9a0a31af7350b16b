import Foundation
import TapeTestSupport
import Testing

@testable import TapeData

@Suite struct JSONScannerTests {
  @Test(
    "An integer is read exactly, or is unfit when 64 bits cannot hold it",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-42", -42), ("9007199254740993", 9_007_199_254_740_993),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("18446744073709551616", nil), ("18446744073709551617", nil),
      ("100000000000000000000000000000", nil), ("1.0", nil), ("1e3", nil), ("1E+3", nil), ("-0.0", nil),
      ("\"5\"", nil), ("true", nil), ("[1]", nil), ("{\"a\":1}", nil),
    ] as [(String, Int?)])
  func integers(text: String, expected: Int?) throws {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    let value = try scanner.integer(in: bytes.span)
    try scanner.end(in: bytes.span)
    switch value {
    case .value(let integer): #expect(integer == expected)
    case .null: Issue.record("read as null")
    case .unfit: #expect(expected == nil)
    }
  }

  @Test(
    "A string is read with its escapes",
    arguments: [
      (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC""#, "A\u{E9}\u{20AC}"), (#""\ud83d\ude00 ok""#, "\u{1F600} ok"),
      ("\"caf\u{E9} \u{1F600}\"", "caf\u{E9} \u{1F600}"), (#""\u0000""#, "\0"),
      (#""12345678\n12345678""#, "12345678\n12345678"),
    ])
  func strings(text: String, expected: String) throws {
    #expect(try JSONTree.scan(Array(text.utf8)) == .string(expected))
  }

  @Test(
    "What is not JSON is refused",
    arguments: [
      "", " ", "nul", "tru", "TRUE", "nan", "+1", "01", "-", "-a", "1.", ".5", "1.e3", "1e", "1e+", "0x10",
      "1_000",
      "\"", "\"a", #""\x""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\u0041""#,
      #""\udc00""#, "\"a\nb\"", "\"1234567\t\"", "\"\u{0}\"", "'a'", "[", "]", "[1", "[1,", "[1,]", "[,1]",
      "[1 2]",
      "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{\"a\" 1}",
      "{\"a\":1 \"b\":2}",
      "{1:1}", "[1}", "{\"a\":1]", "1 2", "{} {}", "[]x", "\u{FEFF}1", "// c\n1", "1\u{0}", "1\u{A0}",
    ])
  func refusals(text: String) {
    #expect(throws: JSONFault.self) { try JSONTree.scan(Array(text.utf8)) }
    #expect(throws: JSONFault.self, "also when it is skipped") {
      let bytes = Array("{\"unknown\":\(text)}".utf8)
      var scanner = JSONScanner()
      try scanner.skipValue(in: bytes.span)
      try scanner.end(in: bytes.span)
    }
  }

  @Test("Unknown values of any shape are skipped, numbers of any size without complaint")
  func skipping() throws {
    let text = #" { "a" : [ {"b":[[],{}," \u00e9 ]}"]} , -1.5e+400, 99999999999999999999, null ] , "c":{} } "#
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    try scanner.skipValue(in: bytes.span)
    try scanner.end(in: bytes.span)
  }

  @Test(
    "A value may nest 64 levels deep and no deeper", arguments: [(64, true), (65, false), (100_000, false)])
  func depth(levels: Int, isRead: Bool) {
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
      let inner = open == "[" ? "" : "1"
      let text = String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
      let bytes = Array(text.utf8)
      var scanner = JSONScanner()
      let outcome = Result { () throws(JSONFault) in try scanner.skipValue(in: bytes.span) }
      #expect(((try? outcome.get()) != nil) == isRead)
    }
  }

  @Test("A fault says what is wrong and where")
  func faults() {
    let fault = #expect(throws: JSONFault.self) { try JSONTree.scan(Array(#"{"a":01}"#.utf8)) }
    #expect(fault?.description == "bad number at byte 5")
  }

  @Test("Generated texts read the same as with Foundation, or both refuse", arguments: 0..<40)
  func generated(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var text = Array(Self.value(depth: 4, &generator).utf8)
      if Bool.random(using: &generator) { Self.damage(&text, &generator) }
      let mine = try? JSONTree.scan(text)
      let theirs = try? JSONDecoder().decode(JSONTree.self, from: Data(text))
      // Foundation reads `1.0` as an integer and refuses a number that a Double cannot hold; we do neither.
      if theirs == nil, mine?.hasOtherNumber == true { continue }
      #expect(mine?.matches(theirs) ?? (theirs == nil), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
    let space = [" ", "", "", "\n", "\t "].randomElement(using: &generator) ?? ""
    let kind = Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator)
    let text: String =
      switch kind {
      case 0: "null"
      case 1: Bool.random(using: &generator) ? "true" : "false"
      case 2:
        String(Int.random(in: .min ... .max, using: &generator) >> Int.random(in: 0..<64, using: &generator))
      case 3: "\(Int.random(in: -99...99, using: &generator)).5"
      case 4: "9\(UInt64.random(in: 10_000_000_000_000_000_000 ... .max, using: &generator))"
      case 5, 6: string(&generator)
      case 7:
        "["
          + (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth: depth - 1, &generator) }
          .joined(separator: ",") + "]"
      default:
        "{"
          + (0..<Int.random(in: 0..<4, using: &generator)).map { number in
            "\"k\(number)\"\(space):" + value(depth: depth - 1, &generator)
          }.joined(separator: ",") + "}"
      }
    return space + text + space
  }

  private static func string(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "ACME", "\u{E9}", "\u{1F600}", #"\n"#, #"\""#, #"\\"#, #"\u0041"#, #"\ud83d\ude00"#, " ", "/",
    ]
    let count = Int.random(in: 0..<12, using: &generator)
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined() + "\""
  }

  /// Changes one byte so that the text may no longer be JSON; it stays UTF-8.
  private static func damage(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    let bytes = Array("{}[]\",:\\ 0123456789eE+-.untfal\n\u{1}".utf8)
    let places = text.indices.filter { text[$0] < 0x80 }
    guard let place = places.randomElement(using: &generator),
      let byte = bytes.randomElement(using: &generator)
    else {
      return
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: text.remove(at: place)
    case 1: text[place] = byte
    default: text.insert(byte, at: place)
    }
  }
}
