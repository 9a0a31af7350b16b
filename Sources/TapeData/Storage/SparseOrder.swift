/// Numbers that keep rows in an order with room between them, so that a row that moves changes one number.
enum SparseOrder {
  /// The room between two rows that were numbered one after the other.
  static let step: Int64 = 1 << 20

  /// The number of the row at `index` when all are numbered anew.
  static func number(at index: Int) -> Int64 { Int64(index + 1) * step }

  /// A number between those of two neighbours, nil standing for the end of the list; nil when there is no room.
  static func number(between before: Int64?, and after: Int64?) -> Int64? {
    switch (before, after) {
    case (nil, nil): return step
    case (let before?, nil):
      let (number, isOver) = before.addingReportingOverflow(step)
      return isOver ? nil : number
    case (nil, let after?):
      let (number, isOver) = after.subtractingReportingOverflow(step)
      return isOver ? nil : number
    case (let before?, let after?):
      let (room, isOver) = after.subtractingReportingOverflow(before)
      return !isOver && room > 1 ? before + room / 2 : nil
    }
  }
}
