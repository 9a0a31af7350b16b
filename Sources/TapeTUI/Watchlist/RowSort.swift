/// The rule of sorting: by value, what has none last in both directions, equals in the order they came in.
enum RowSort {
  /// The indices of `keys` in their order.
  static func indices<Key: Comparable>(_ keys: [Key?], isDescending: Bool) -> [Int] {
    keys.indices.sorted { left, right in
      switch (keys[left], keys[right]) {
      case (let one?, let other?):
        if one == other { return left < right }
        return isDescending ? one > other : one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return left < right
      }
    }
  }
}
