extension JSONTree {
  /// The names of all objects in it, each once.
  var countOfNames: Int {
    switch self {
    case .array(let elements): elements.map(\.countOfNames).reduce(0, +)
    case .object(let fields): fields.count + fields.values.map(\.countOfNames).reduce(0, +)
    case .null, .bool, .integer, .otherNumber, .string: 0
    }
  }
}
