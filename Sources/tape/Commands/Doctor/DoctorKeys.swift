import TapeData

/// Looks at the user's keys for a source.
struct DoctorKeys {
  let profile: SourceProfile
  let environment: [String: String]
  /// What the settings say of a GraphQL endpoint.
  var preset: GraphQLPreset?

  /// Says whether they are there; false when one is missing.
  func look(_ report: inout DoctorReport) -> Bool {
    if let preset { return look(preset, &report) }
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

  /// Says whether the headers of the settings can be filled.
  private func look(_ preset: GraphQLPreset, _ report: inout DoctorReport) -> Bool {
    do {
      let filled = try preset.filled(from: environment)
      let isKeyed = !filled.secrets.isEmpty
      report.add(
        "key", isKeyed ? .fine : .note,
        isKeyed
          ? "every variable that the headers name is set" : "the headers name no variable of the environment")
      return true
    } catch {
      report.add("key", .failed, error.sentence)
      return false
    }
  }

  /// Says what a key that was accepted is good for.
  func accepted(_ report: inout DoctorReport) {
    if let preset {
      if let filled = try? preset.filled(from: environment), !filled.secrets.isEmpty {
        report.add("key accepted", .fine, "by \(preset.name)")
      }
      let minute = preset.perMinute.map { ", \($0) requests a minute" } ?? ""
      let day = preset.perDay.map { ", \($0) a day" } ?? ""
      return report.add(
        "limits", .note, "\(preset.chunk) symbols a request\(minute)\(day), as the settings say")
    }
    guard !profile.keys.isEmpty else { return }
    report.add("key accepted", .fine, "by \(profile.title)")
    if !profile.limits.isEmpty { report.add("limits", .note, profile.limits + ", with a usual key") }
  }
}
