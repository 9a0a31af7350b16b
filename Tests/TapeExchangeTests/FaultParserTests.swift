import TapeDomain
import Testing

@testable import TapeExchange

@Suite struct FaultParserTests {
  @Test("A fault of a symbol is read with it")
  func symbols() throws {
    let brookside = try #require(Symbol("BRK.X"))
    #expect(
      try FaultParser.faults(in: "gap BRK.X\nlose BRK.X\r\nhalt BRK.X\nprice BRK.X -5")
        == [.gap(brookside), .lose(brookside), .halt(brookside), .price(brookside, -5)])
  }

  @Test(
    "Durations are whole numbers with a unit",
    arguments: [
      ("silence 10s", .silence(.seconds(10))),
      ("  mute\t500ms ", .mute(.milliseconds(500))),
      ("refuse 2m", .refuse(.seconds(120))),
      ("burst 5s", .burst(.seconds(5))),
      ("late 5s", .late(.seconds(5), lasting: nil)),
      ("late 5s for 15s", .late(.seconds(5), lasting: .seconds(15))),
      ("late 0s", .late(.zero, lasting: nil)),
      ("drop", .drop), ("malformed", .malformed), ("lose-resync", .loseResync),
      ("expire-token", .expireToken), ("token s3cret", .token("s3cret")),
      ("close XETR", .close(exchange: "XETR")), ("open XETR", .open(exchange: "XETR")),
    ] as [(String, ExchangeFault)])
  func others(line: String, fault: ExchangeFault) throws {
    #expect(try FaultParser.fault(in: line) == fault)
  }

  @Test("Empty lines and comments are nothing", arguments: ["", "   ", "# gap ACME"])
  func nothing(line: String) throws {
    #expect(try FaultParser.fault(in: line) == nil)
  }

  @Test(
    "An error names the line and what is wrong with it",
    arguments: [
      ("explode", #"unknown fault "explode". Known are: gap SYMBOL"#),
      ("gap", #""gap" needs a symbol, such as ACME."#),
      ("gap A,B", #""A,B" is no symbol"#),
      ("silence", #""silence" needs a duration, such as 500ms, 10s or 2m."#),
      ("silence 10", #""10" is no duration"#),
      ("silence -1s", #""-1s" is no duration"#),
      ("silence 1.5s", #""1.5s" is no duration"#),
      ("silence 999999999m", #""999999999m" is more than 60m."#),
      ("silence 99999999999999999999s", "is no duration"),
      ("price ACME 1.5", #""1.5" is no integer"#),
      ("price ACME 9223372036854775807", "is beyond what the market can count with"),
      ("price ACME -9223372036854775808", "is beyond what the market can count with"),
      ("drop now", #""now" is too much; write "drop"."#),
      ("late 5s 15s", #""15s" is too much; write "late DURATION [for DURATION]"."#),
    ])
  func errors(line: String, message: String) {
    let error = #expect(throws: FaultSyntaxError.self) {
      try FaultParser.faults(in: "drop\n\n\(line)\n")
    }
    #expect(error?.line == 3)
    #expect(error?.description.hasPrefix("line 3: ") == true)
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }
}
