import Foundation

extension UnsafeRawBufferPointer {
  /// The place of the first of those bytes in a row; nil where they are not, or are none.
  func place(of words: UnsafeRawBufferPointer) -> Int? {
    guard let start = baseAddress, let first = words.first, let word = words.baseAddress else { return nil }
    var place = 0
    while place + words.count <= count,
      let found = memchr(start + place, Int32(first), count - words.count + 1 - place)
    {
      place = UnsafeRawPointer(found) - start
      if memcmp(found, word, words.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
