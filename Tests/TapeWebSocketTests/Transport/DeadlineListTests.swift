import Testing

@testable import TapeWebSocket

@Suite("The list of deadlines")
struct DeadlineListTests {
  private let start = ContinuousClock.now

  private func due(_ list: inout DeadlineList<String>, after delay: Duration) -> [String] {
    var actions: [String] = []
    while let action = list.takeDue(at: start + delay) { actions.append(action) }
    return actions
  }

  @Test("Actions are taken at their time, earliest first, equals in the order they were added")
  func order() {
    var list = DeadlineList<String>()
    _ = list.add(at: start + .seconds(2), "c")
    _ = list.add(at: start + .seconds(1), "a")
    _ = list.add(at: start + .seconds(1), "b")

    #expect(list.next == start + .seconds(1))
    #expect(due(&list, after: .milliseconds(999)) == [])
    #expect(due(&list, after: .seconds(1)) == ["a", "b"])
    #expect(due(&list, after: .seconds(9)) == ["c"])
    #expect(list.next == nil)
  }

  @Test("A cancelled action is not taken, and cancelling it again cancels no other")
  func cancelling() {
    var list = DeadlineList<String>()
    let first = list.add(at: start, "a")
    _ = list.add(at: start, "b")
    list.cancel(first)
    list.cancel(first)
    #expect(due(&list, after: .zero) == ["b"])
  }
}
