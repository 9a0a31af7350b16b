import TapeData

/// Looks at the user's keys for a source.
struct DoctorKeys {
  let profile: SourceProfile
  let environment: [String: String]

  /// Says whether they are there; false when one is missing.
  func look(_ report: inout DoctorReport) -> Bool {
    guard !profile.keys.isEmpty else { return true }
    do {
      _ = try profile.credentials(in: environment)
    } catch {
      report.add("key", .failed, error.sentence)
      return false
    }
    let names = profile.keys.map(\.name).joined(separator: " and ")
    report.add("key", .fine, "\(names) \(profile.keys.count == 1 ? "is" : "are") set")
    return true
  }

  /// Says what a key that was accepted is good for.
  func accepted(_ report: inout DoctorReport) {
    guard !profile.keys.isEmpty else { return }
    report.add("key accepted", .fine, "by \(profile.title)")
    if !profile.limits.isEmpty { report.add("limits", .note, profile.limits + ", with a usual key") }
  }
}
