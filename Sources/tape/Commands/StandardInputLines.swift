import Foundation

/// The lines of standard input, read on a thread of its own since reading blocks.
enum StandardInputLines {
  /// A line and its number, from 1.
  struct Line: Sendable {
    let number: Int
    let text: String
  }

  /// The lines until the end of the input; one is read only when the previous was taken, as far as a pipe allows.
  static func stream() -> AsyncStream<Line> {
    AsyncStream { continuation in
      let reader = Thread {
        var number = 0
        while let text = readLine(strippingNewline: true) {
          number += 1
          continuation.yield(Line(number: number, text: text))
        }
        continuation.finish()
      }
      reader.start()
    }
  }
}
