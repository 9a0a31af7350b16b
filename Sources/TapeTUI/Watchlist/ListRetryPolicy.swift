/// How long a failed list waits for its next try: 1, 2, 4, 8, 16, then every 30 seconds.
///
/// Not spread by chance: clients that lose a server come back with their link, which is.
enum ListRetryPolicy {
  /// The longest wait.
  static let cap = Duration.seconds(30)

  /// The wait after that many failures in a row, from 1.
  static func delay(afterFailures failures: Int) -> Duration {
    min(.seconds(1 << min(max(failures - 1, 0), 5)), cap)
  }
}
