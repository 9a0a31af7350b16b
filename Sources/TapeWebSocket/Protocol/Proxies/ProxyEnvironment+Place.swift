extension ProxyEnvironment {
  /// Which proxy `url` is reached through, by its host and port and the variable that names it, never with its login; nil
  /// when it is reached directly.
  ///
  /// - Throws: ``ProxySettingError`` when the variable names no proxy that can be used.
  public func place(for url: WebSocketURL) throws(ProxySettingError) -> (place: String, variable: String)? {
    try proxy(for: url).map { ($0.place, $0.variable) }
  }
}
