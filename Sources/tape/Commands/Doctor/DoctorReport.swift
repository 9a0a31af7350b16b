/// What `tape doctor` found: a line for each thing it looked at.
struct DoctorReport {
  /// How one thing is.
  enum Verdict: String {
    /// As it should be.
    case fine = "ok"
    /// Worth knowing; nothing is wrong.
    case note = "note"
    /// Wrong.
    case failed = "FAIL"
  }

  /// The column of the verdicts.
  private static let width = 14

  private(set) var hasFailed = false
  private let write: (String) -> Void

  /// A report whose lines go to `write` as they are found.
  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Says how one thing is.
  mutating func add(_ subject: String, _ verdict: Verdict, _ words: String) {
    if verdict == .failed { hasFailed = true }
    let name = subject + String(repeating: " ", count: max(1, Self.width - subject.count))
    let mark = verdict.rawValue + String(repeating: " ", count: 5 - verdict.rawValue.count)
    write("\(name)\(mark)\(words)\n")
  }
}
