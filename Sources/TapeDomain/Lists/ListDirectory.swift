/// The lists that there are, in their order; no two have the same name, case apart.
public struct ListDirectory: Equatable, Sendable {
  /// The lists in their order.
  public let headers: [ListHeader]

  /// A directory of those lists.
  public init(headers: [ListHeader] = []) {
    self.headers = headers
  }

  /// The list of that name, case apart; nil when there is none.
  public func header(named name: ListName) -> ListHeader? {
    let key = name.key
    return headers.first { $0.name.key == key }
  }

  /// The list of that name, case apart.
  ///
  /// - Throws: ``ListError`` that names the lists there are.
  public func find(_ name: ListName) throws(ListError) -> ListHeader {
    if let header = header(named: name) { return header }
    throw ListError(.notFound, "There is no list \"\(name)\". \(known)")
  }

  /// Refuses a name that another list has; `renamed` is the list that is to get it.
  public func checkIsFree(_ name: ListName, for renamed: ListID? = nil) throws(ListError) {
    guard let other = header(named: name), other.id != renamed else { return }
    throw ListError(
      .refused,
      "There is a list \"\(other.name)\" already (upper and lower case are the same). Choose another name.")
  }

  private var known: String {
    if headers.isEmpty { return "There are no lists yet: 'tape list new NAME' makes one." }
    let names = headers.prefix(12).map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "There are: \(names)\(headers.count > 12 ? " and \(headers.count - 12) more" : "")."
  }
}
