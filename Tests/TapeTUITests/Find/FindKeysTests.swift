import Testing

@testable import TapeTUI

@Suite struct FindKeysTests {
  @Test(
    "While a text is typed, letters are letters",
    arguments: [
      (Key.character("q"), FindAction.insert("q")), (.character(" "), .insert(" ")),
      (.pasted("q"), .insert("q")),
      (.character("銀"), .insert("銀")), (.enter, .accept), (.escape, .cancel), (.backspace, .deleteLast),
      (.control("u"), .clear),
    ])
  func action(key: Key, action: FindAction) {
    #expect(FindKeys.action(for: key) == action)
  }

  @Test(
    "Other keys do nothing there",
    arguments: [Key.up, .alt("q"), .control("a"), .click(row: 4, column: 1), .tab])
  func nothing(key: Key) {
    #expect(FindKeys.action(for: key) == nil)
  }

  @Test("Each key does one thing")
  func unique() {
    let keys = FindKeys.table.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }
}
