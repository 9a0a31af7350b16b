/// Why a measurement could not be made, or came out wrong.
struct BenchFault: Error, CustomStringConvertible {
  /// The sentence that is shown.
  let description: String

  /// A fault of that sentence.
  init(_ sentence: String) {
    description = sentence
  }
}
