extension LoadState {
  /// Whether there is no list because fetching it failed.
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}
