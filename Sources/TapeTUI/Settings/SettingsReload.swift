/// What came of reading the settings again.
public enum SettingsReload: Hashable, Sendable {
  /// They are these now; the sentence says what was read.
  case settings(ScreenSettings, String)
  /// They cannot be used, the sentence says why; what was set before stays.
  case refused(String)
}
