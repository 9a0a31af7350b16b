/// A number of units in at most seven columns, in whole thousands, millions and so on when it is long.
enum VolumeText {
  /// Such as `120400`, `12345K`, `98765M`.
  static func text(_ volume: Int) -> String {
    var magnitude = volume.magnitude
    let sign = volume < 0 ? "-" : ""
    guard magnitude > 999_999 else { return sign + String(magnitude) }
    for suffix in ["K", "M", "B", "T", "P", "E"] {
      magnitude /= 1000
      if magnitude <= 99_999 { return sign + String(magnitude) + suffix }
    }
    return sign + String(magnitude) + "E"
  }
}
