import TapeDomain

extension LinkState {
  /// The word for that status.
  init(_ status: FeedStatus) {
    self =
      switch status {
      case .connecting: .connecting
      case .live: .live
      case .late: .late
      case .reconnecting: .reconnecting
      case .suspended: .suspended
      case .refused: .refused
      }
  }
}
