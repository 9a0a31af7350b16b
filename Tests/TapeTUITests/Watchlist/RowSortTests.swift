import TapeDomain
import Testing

@testable import TapeTUI

@Suite struct RowSortTests {
  @Test(
    "Numbers sort by value, what has none is last in both directions",
    arguments: [(false, [5, 1, 2, 3, 0, 4]), (true, [0, 3, 2, 1, 5, 4])])
  func direction(isDescending: Bool, order: [Int]) {
    #expect(RowSort.indices([100, 9, 10, 11, nil, -1], isDescending: isDescending) == order)
  }

  @Test("Equals keep the order they came in, in both directions", arguments: [false, true])
  func stable(isDescending: Bool) {
    #expect(RowSort.indices([nil, 7, nil, 7, 7], isDescending: isDescending) == [1, 3, 4, 0, 2])
  }

  @Test("s goes round the orders")
  func cycle() {
    var orders = [RowOrder.own]
    for _ in 0..<4 { orders.append((orders.last ?? .own).next) }
    #expect(orders == [.own, .symbol, .percent, .last, .own])
  }
}
