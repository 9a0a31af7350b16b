import CTerminal

/// Signals, stops and the ways out.
extension NcursesTerminal {
  /// Hands the terminal back, stops the process as Ctrl-Z does, and returns when it may draw again, or never will.
  ///
  /// ``TerminalEvent/resumed``, or ``TerminalEvent/hangup``, is then on its way.
  public func stop() {
    guard phase == .active else { return }
    handBack()
    switch tape_stop_self() {
    case .resumed: takeBack()
    case .gone: lose()
    case .ending: input?.cancel()
    }
  }

  /// Hands the terminal back for good, and signals their usual actions; further calls do nothing.
  public func leave() {
    guard phase != .left else { return }
    input?.cancel()
    if phase == .active { handBack() }
    phase = .left
    tape_close_signals()
    continuation.finish()
  }

  // MARK: - Giving and taking

  private func handBack() {
    phase = .handedBack
    handover.handBack { endScreen() }
  }

  private func takeBack() {
    phase = .active
    handover.arm()
    resumeScreen()
    handover.enablePaste()
    windowChanged()
    continuation.yield(.resumed)
  }

  /// Says that the terminal is gone, once it is certain; the process may then take a second to end.
  func lose() {
    input?.cancel()
    signals?.armEmergencyExit(signal: tape_hangup_signal())
    continuation.yield(.hangup)
  }

  // MARK: - Signals and size

  /// Begins to hear signals, from the pipe of that descriptor, and keys.
  func startSources(_ pipe: Int32) {
    let continuation = continuation
    signals = SignalSource(descriptor: pipe) { [weak self] signal in
      switch signal {
      case .end(let number): continuation.yield(.terminated(signal: number))
      case .stop: continuation.yield(.suspendRequested)
      case .windowChanged: Task { @MainActor in self?.windowChanged() }
      case .resume: Task { @MainActor in self?.continued() }
      }
    }
    input = InputSource { [weak self] in self?.readKeys() }
  }

  private func windowChanged() {
    guard phase == .active else { return }
    measure()
    invalidate()
    continuation.yield(.resized(size))
  }

  /// After a stop that came without warning, or a `bg`.
  private func continued() {
    guard phase == .active else { return }
    switch tape_job_state() {
    case .foreground: takeBack()
    case .background: stop()
    case .gone: lose()
    }
  }
}
