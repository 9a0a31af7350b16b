/// The statuses that the program ends with; 128 + n stands for an end by signal n.
enum ExitStatus {
  /// All went well.
  static let fine: Int32 = 0
  /// It could not run; the reason is on standard error.
  static let failed: Int32 = 1
  /// The command line was wrong.
  static let usage: Int32 = 2
  /// Some price of `--once` was not live.
  static let notLive: Int32 = 3
}
