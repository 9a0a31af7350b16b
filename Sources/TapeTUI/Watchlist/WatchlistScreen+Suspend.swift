import TapeDomain

/// Ctrl-Z and `fg`.
extension WatchlistScreen {
  /// How much longer than a tick the screen waits for the link's end to reach it.
  private static let patience = Duration.milliseconds(250)

  /// Closes the link, stops the program, and goes on when it runs again.
  func suspend() async {
    isDrawing = false
    cancelSleeper()
    await suspendLink()
    // Stopped with rows still live, the screen would come back with old prices that look live.
    let isProven = await waitForLinkToEnd()
    isResumeExpected = true
    terminal.stop()
    await resumeLink()
    if isProven { layOut() } else { isDrawing = true }
  }

  /// The program runs again, after a stop of its own or one it was not asked about.
  func resume() {
    if isResumeExpected {
      isResumeExpected = false
    } else {
      // Nobody knows how long the program was stopped: no price is believed before the link has been judged.
      model.retry()
      model.distrust()
    }
    layOut()
  }

  func endWaitForLink() {
    linkWaiter?.resume()
    linkWaiter = nil
  }

  /// Returns when the state says that the link is not live; false when it did not in time.
  private func waitForLinkToEnd() async -> Bool {
    guard model.viewState.link == .live else { return true }
    let timeout = Task { [weak self, time, tick] in
      do { try await time.sleep(for: tick + Self.patience) } catch { return }
      if !Task.isCancelled { self?.endWaitForLink() }
    }
    await withCheckedContinuation { linkWaiter = $0 }
    timeout.cancel()
    return model.viewState.link != .live
  }
}
