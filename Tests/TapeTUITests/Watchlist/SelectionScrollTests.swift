import Testing

@testable import TapeTUI

@Suite struct SelectionScrollTests {
  private func scroll(rows: Int, visible: Int) -> SelectionScroll {
    var scroll = SelectionScroll()
    scroll.resize(visibleCount: visible)
    scroll.replaceRows(count: rows, selecting: nil)
    return scroll
  }

  @Test("The screen follows the selection by no more than it must")
  func steps() {
    var scroll = scroll(rows: 50, visible: 10)
    scroll.move(by: 9)
    #expect(scroll.firstVisible == 0)
    scroll.move(by: 1)
    #expect(scroll.selection == 10)
    #expect(scroll.firstVisible == 1)
    scroll.move(by: -9)
    #expect(scroll.firstVisible == 1)
    scroll.move(by: -1)
    #expect(scroll.firstVisible == 0)
  }

  @Test(
    "The wheel moves the screen, and the selection only from its edge",
    arguments: [(3, 3, 5), (6, 6, 6), (100, 40, 40), (-3, 0, 5)])
  func wheel(rows: Int, first: Int, selection: Int) {
    var scroll = scroll(rows: 50, visible: 10)
    scroll.move(by: 5)
    scroll.scroll(by: rows)
    #expect(scroll.firstVisible == first)
    #expect(scroll.selection == selection)
  }

  @Test("A list that fits on the screen does not scroll")
  func wheelShort() {
    var scroll = scroll(rows: 5, visible: 10)
    scroll.scroll(by: 3)
    #expect(scroll.firstVisible == 0)
    #expect(scroll.selection == 0)
  }

  @Test("A page moves screen and selection together")
  func pages() {
    var scroll = scroll(rows: 50, visible: 10)
    scroll.move(by: 3)
    scroll.page(by: 1)
    #expect(scroll.selection == 13)
    #expect(scroll.firstVisible == 10)
    for _ in 0..<9 { scroll.page(by: 1) }
    #expect(scroll.selection == 49)
    #expect(scroll.firstVisible == 40)
    for _ in 0..<9 { scroll.page(by: -1) }
    #expect(scroll.selection == 0)
    #expect(scroll.firstVisible == 0)
  }

  @Test("First and last are reached at once")
  func ends() {
    var scroll = scroll(rows: 50, visible: 10)
    scroll.selectLast()
    #expect(scroll.selection == 49)
    #expect(scroll.firstVisible == 40)
    scroll.selectFirst()
    #expect(scroll.selection == 0)
    #expect(scroll.firstVisible == 0)
  }

  @Test("A smaller screen keeps the selection on it, a larger one is filled")
  func resize() {
    var scroll = scroll(rows: 50, visible: 20)
    scroll.move(by: 15)
    scroll.resize(visibleCount: 5)
    #expect(scroll.firstVisible == 11)
    scroll.selectLast()
    scroll.resize(visibleCount: 30)
    #expect(scroll.firstVisible == 20)
    scroll.resize(visibleCount: -4)
    #expect(scroll.visibleCount == 0)
    #expect(scroll.selection == 49)
  }

  @Test("A selected row that moves in the list stays in its place on the screen")
  func replace() {
    var scroll = scroll(rows: 50, visible: 10)
    scroll.move(by: 20)
    #expect(scroll.firstVisible == 11)
    scroll.replaceRows(count: 50, selecting: 30)
    #expect(scroll.selection == 30)
    #expect(scroll.firstVisible == 21)
  }

  @Test("A selected row that is gone leaves the selection to its neighbour")
  func gone() {
    var scroll = scroll(rows: 10, visible: 5)
    scroll.selectLast()
    scroll.replaceRows(count: 4, selecting: nil)
    #expect(scroll.selection == 3)
    #expect(scroll.firstVisible == 0)
    scroll.replaceRows(count: 0, selecting: nil)
    #expect(scroll.selection == nil)
  }

  @Test("Nothing breaks without rows, with one, or without a screen", arguments: [0, 1, 2], [0, 1, 2])
  func small(rows: Int, visible: Int) {
    var scroll = scroll(rows: rows, visible: visible)
    let steps: [(inout SelectionScroll) -> Void] = [
      { $0.move(by: 1) }, { $0.page(by: 1) }, { $0.selectLast() }, { $0.move(by: -5) }, { $0.page(by: -3) },
      { $0.selectFirst() }, { $0.resize(visibleCount: 0) },
    ]
    for step in steps {
      step(&scroll)
      #expect((scroll.selection == nil) == (rows == 0))
      #expect((0..<max(rows, 1)).contains(scroll.selection ?? 0))
      #expect((0..<max(rows, 1)).contains(scroll.firstVisible))
      #expect(scroll.window(margin: 3).upperBound <= rows)
    }
  }

  @Test("The window reaches three rows beyond the screen, as far as there are rows")
  func window() {
    var scroll = scroll(rows: 50, visible: 10)
    #expect(scroll.window(margin: 3) == 0..<13)
    scroll.move(by: 29)
    #expect(scroll.window(margin: 3) == 17..<33)
    scroll.selectLast()
    #expect(scroll.window(margin: 3) == 37..<50)
  }
}
