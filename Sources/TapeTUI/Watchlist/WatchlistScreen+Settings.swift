import TapeDomain

/// Settings that are read again while the screen runs.
extension WatchlistScreen {
  /// Reads the settings again and shows them, or why they cannot be used.
  func reloadSettings() {
    guard let reload else { return model.say("There are no settings to read here.") }
    Task { [weak self] in
      let outcome = await reload()
      self?.apply(outcome)
    }
  }

  private func apply(_ outcome: SettingsReload) {
    switch outcome {
    case .refused(let sentence): model.say(sentence)
    case .settings(let settings, let sentence):
      setOptions(settings.renderer)
      model.showsDepth(settings.renderer.columns?.showsDepth ?? false)
      terminal.setPriceColors(settings.colors)
      layOut()
      model.say(sentence)
    }
  }
}
