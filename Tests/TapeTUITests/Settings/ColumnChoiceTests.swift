import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct ColumnChoiceTests {
  @Test("Columns are read in their order, with widths, and written as they were read")
  func read() throws {
    let choice = try ColumnChoice(["symbol:8", "last", "bid", "ask", "name:20", "state"])
    #expect(choice.text == "symbol:8,last,bid,ask,name:20,state")
    #expect(choice.showsDepth)
    #expect(try !ColumnChoice(["symbol", "last", "state"]).showsDepth)
  }

  @Test(
    "What is no choice is refused with what is allowed",
    arguments: [
      ("symbol,price,state", "'price' is no column. Allowed: symbol, name, last,"),
      ("symbol,last,last,state", "The column 'last' stands twice."),
      ("symbol,last:9,state", "only symbol and name take one"),
      ("symbol,name:2,last,state", "a number from 4 to 60"),
      ("symbol,name:x,last,state", "'x' is no width for 'name'"),
      ("last,state", "The column 'symbol' is missing"),
      ("symbol,state", "The column 'last' is missing"),
      ("symbol,last", "The column 'state' is missing"),
      ("", "The column 'symbol' is missing"),
    ])
  func refused(words: String, sentence: String) {
    let error = #expect(throws: SettingRefusal.self) {
      try ColumnChoice(words.split(separator: ",").map(String.init))
    }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test("The user's columns stand in the user's order where there is room, within the screen and apart")
  func order() throws {
    let choice = try ColumnChoice([
      "state", "symbol:10", "bid", "last", "ask", "volume", "name:15", "range", "percent",
    ])
    let widths = Fixture.widths(try Fixture.rows())
    let layout = TableLayout(screen: 160, widths: widths, choice: choice)
    #expect(layout.columns == choice.columns)
    #expect(layout.range(of: .symbol)?.count == 10)
    #expect(layout.range(of: .name)?.count == 15)
    for screen in 20...200 {
      let layout = TableLayout(screen: screen, widths: widths, choice: choice)
      #expect([.symbol, .price, .state].allSatisfy(layout.columns.contains), "at \(screen)")
      let ranges = layout.columns.compactMap { layout.range(of: $0) }
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect((ranges.last?.upperBound ?? 0) <= screen || screen < 24, "at \(screen)")
    }
  }

  @Test(
    "A volume has at most seven columns",
    arguments: [
      (0, "0"), (999_999, "999999"), (1_000_000, "1000K"), (12_345_678, "12345K"), (123_456_789, "123M"),
      (Int.max, "9223P"), (-5, "-5"), (Int.min, "-9223P"),
    ])
  func volume(units: Int, text: String) {
    #expect(VolumeText.text(units) == text)
  }
}
