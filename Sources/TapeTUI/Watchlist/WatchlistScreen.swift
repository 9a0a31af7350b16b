public import TapeDomain

/// The watchlist on a terminal: takes its events, lets the view model act, and draws when the frame gate says
/// so.
///
/// The terminal stays the caller's, who hands it back after ``run()``.
@MainActor
public final class WatchlistScreen {
  let model: WatchlistViewModel
  let terminal: any Terminal
  let time: TimeSource
  let suspendLink: @Sendable () async -> Void
  let resumeLink: @Sendable () async -> Void
  let tick: Duration
  private let demo: DemoControls?
  private let replay: (@MainActor (ReplayKey) -> Void)?
  private let saveFlight: (@Sendable () async -> String)?
  let reload: (@Sendable () async -> SettingsReload)?
  private(set) var renderer: WatchlistRenderer
  private var frames: WatchlistFrames

  private var gate: FrameGate
  private var shown: Canvas?
  private var freshness: FreshnessMark?
  private var sleeper: (task: Task<Void, Never>, wakes: Instant)?
  /// Whether changes are drawn when the gate says so: not before the start, while stopped, or between keys
  /// that arrived together.
  var isDrawing = false
  /// Whether no price was shown yet: until then frames do not delay the ones after them, so that the first price comes
  /// as soon as it is there.
  private var isOpening = true
  /// Resumed when the link is not live any more, or after a while.
  var linkWaiter: CheckedContinuation<Void, Never>?
  /// Whether the next ``TerminalEvent/resumed`` is the end of a stop that this screen made.
  var isResumeExpected = false

  /// A screen of that model on that terminal.
  ///
  /// - Parameters:
  ///   - timeZone: The zone of clock times.
  ///   - options: Whether prices flash, and whether the screen is calm: then it is drawn at most every 2 s.
  ///   - usesMouse: Whether the terminal was opened with clicks and the wheel as keys.
  ///   - replay: Does what a key asks of the tape that is played; nil where prices are live ones.
  ///   - saveFlight: Writes the last minutes to a file, and says where; nil where they are not kept.
  ///   - demo: The keys that make something go wrong, and what they do; nil where nothing can.
  ///   - suspendLink: Closes the link before the program stops.
  ///   - reload: Reads the settings again; nil where there are none.
  ///   - resumeLink: Opens it again.
  public init(
    model: WatchlistViewModel, terminal: any Terminal, time: TimeSource, zone: ClockZone,
    options: WatchlistRenderer.Options = WatchlistRenderer.Options(), usesMouse: Bool = true,
    demo: DemoControls? = nil, replay: (@MainActor (ReplayKey) -> Void)? = nil,
    saveFlight: (@Sendable () async -> String)? = nil, reload: (@Sendable () async -> SettingsReload)? = nil,
    suspendLink: @escaping @Sendable () async -> Void, resumeLink: @escaping @Sendable () async -> Void
  ) {
    self.model = model
    self.terminal = terminal
    self.time = time
    self.demo = demo
    self.reload = reload
    self.replay = replay
    self.saveFlight = saveFlight
    self.suspendLink = suspendLink
    self.resumeLink = resumeLink
    tick = max(model.viewState.tick, options.isCalm ? .seconds(2) : FrameGate.urgentSpacing)
    gate = FrameGate(spacing: tick)
    model.viewState.isMouseOn = usesMouse
    renderer = WatchlistRenderer(
      traits: terminal.traits, width: terminal.width, zone: zone, locale: model.locale,
      options: options, faultKeys: demo?.keys ?? [],
      features: replay != nil ? .replay : saveFlight != nil ? .flight : [])
    frames = WatchlistFrames(renderer: renderer)
    model.showsDepth(options.columns?.showsDepth ?? false)
  }

  /// Draws with other options, and takes other keys, from now on.
  func setOptions(_ options: WatchlistRenderer.Options) {
    renderer.options = options
    frames.setOptions(options)
  }

  /// Shows the list until the user quits, a signal asks to end, or the terminal is gone.
  public func run() async -> ScreenExit {
    model.onChange = { [weak self] in self?.modelChanged() }
    defer { end() }
    model.visibleRowsChanged(WatchlistRenderer.visibleRows(in: terminal.size))
    model.onAppear()
    isDrawing = true
    paint(.immediate)
    for await event in terminal.events() {
      if let exit = await handle(event) { return exit }
    }
    return .hangup
  }

  private func handle(_ event: TerminalEvent) async -> ScreenExit? {
    switch event {
    case .keys(let keys): return press(keys)
    case .resized: layOut()
    case .suspendRequested: await suspend()
    case .resumed: resume()
    case .terminated(let signal): return .signal(signal)
    case .hangup: return .hangup
    }
    return nil
  }

  /// Does what keys that arrived together ask for, and draws once.
  private func press(_ keys: [Key]) -> ScreenExit? {
    isDrawing = false
    defer { isDrawing = true }
    var isUsed = false
    for key in keys {
      // A key may open the line to find, and the next one is typed on it already.
      if model.viewState.find != nil {
        guard let edit = FindKeys.action(for: key) else { continue }
        model.edit(edit)
      } else if model.viewState.edit != nil {
        guard model.edit(with: key) else { continue }
      } else {
        guard let action = renderer.action(for: key) else { continue }
        if action == .quit { return .quit }
        perform(action)
      }
      isUsed = true
    }
    if isUsed { paint(.immediate) }
    return nil
  }

  private func perform(_ action: WatchlistAction) {
    if model.viewState.isHelpShown,
      let line = renderer.helpLine(after: action, in: model.viewState, size: terminal.size)
    {
      return model.showHelp(fromLine: line)
    }
    switch action {
    case .selectLine(let line):
      let place = renderer.place(ofLine: line, in: model.viewState, size: terminal.size)
      if let place { model.select(place: place) }
    case .reloadSettings: reloadSettings()
    case .toggleMouse:
      model.perform(action)
      terminal.setMouse(model.viewState.isMouseOn)
    default:
      model.perform(action)
      switch action {
      case .inject(let key): inject(key)
      case .replay(let command): replay?(command)
      case .saveFlight: writeFlight()
      default: break
      }
    }
  }

  private func writeFlight() {
    guard let saveFlight else { return }
    Task { model.say(await saveFlight()) }
  }

  private func inject(_ key: FaultKey) {
    guard let demo else { return }
    Task { [symbol = model.selectedSymbol] in
      if let objection = await demo.inject(key, symbol) { model.say(objection) }
    }
  }

  /// Fits the list to the terminal's size and draws it whole.
  func layOut() {
    shown = nil
    terminal.invalidate()
    isDrawing = false
    model.visibleRowsChanged(WatchlistRenderer.visibleRows(in: terminal.size))
    isDrawing = true
    paint(.immediate)
  }

  private func modelChanged() {
    let mark = FreshnessMark(model.viewState, isCalm: renderer.options.isCalm)
    let isUrgent = mark != freshness
    freshness = mark
    if mark.link != .live { endWaitForLink() }
    guard isDrawing else { return }
    gate.note(changeAt: time.now, isUrgent: isUrgent)
    paintWhenDue()
  }

  private func paintWhenDue() {
    if gate.isDue(at: time.now) { paint(.paced) } else { schedule() }
  }

  /// Draws the state as it is now; sends nothing when it looks as before.
  private func paint(_ frame: FrameGate.Frame) {
    let moment = WatchlistRenderer.Moment(now: time.now, wall: time.wall)
    let size = terminal.size
    let state = model.viewState
    if isOpening { isOpening = !state.rows.contains { $0.price != nil } }
    let canvas = frames.canvas(for: state, at: moment, size: size)
    if canvas == shown {
      gate.skipped()
    } else {
      terminal.present(canvas)
      shown = canvas
      gate.drew(isOpening ? .immediate : frame, at: moment.now, sending: terminal.sendingTime)
    }
    if let change = renderer.nextChange(in: state, after: moment, size: size) {
      gate.note(nextChangeAt: change)
    }
    schedule()
  }

  /// Keeps one sleeper that wakes no later than the next frame is due, and none when nothing is.
  private func schedule() {
    guard let due = gate.due else { return cancelSleeper() }
    if let sleeper, sleeper.wakes <= due { return }
    cancelSleeper()
    let task = Task { [weak self, time] in
      do { try await time.sleep(until: due) } catch { return }
      if !Task.isCancelled { self?.wake() }
    }
    sleeper = (task, due)
  }

  private func wake() {
    sleeper = nil
    if isDrawing { paintWhenDue() }
  }

  func cancelSleeper() {
    sleeper?.task.cancel()
    sleeper = nil
  }

  private func end() {
    isDrawing = false
    cancelSleeper()
    endWaitForLink()
    model.onChange = nil
    model.stop()
  }
}
