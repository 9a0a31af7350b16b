import CNcurses
import CTerminal

/// The terminal through ncurses: every call of ncurses stands in this file, and all are made on the main actor.
@MainActor
public final class NcursesTerminal: Terminal {
  private struct ColorPair: Hashable {
    var foreground: Int32
    var background: Int32
  }

  /// The size of the window, as of the last resize that was handled.
  public private(set) var size = TerminalSize(columns: 80, rows: 24)
  /// What the terminal can show, and the user wants.
  public let traits: TerminalTraits
  /// The C library's widths, which are ncurses's as well.
  public let width: DisplayWidth
  /// A sentence for the user when another terminal's description stands in for an unknown one, else nil.
  public let notice: String?

  /// See ``Terminal/sendingTime``.
  public private(set) var sendingTime = Duration.zero

  private var theme: Theme
  private let speed: LineSpeed
  private let hasDirectColor: Bool
  private let isConsole: Bool
  private let namedKeys: [Int32: RawKey]
  private let stream: AsyncStream<TerminalEvent>
  /// Where events go; safe from any thread, so that signals need not wait for the main actor.
  let continuation: AsyncStream<TerminalEvent>.Continuation
  /// What hands the terminal back.
  let handover: TerminalGuard

  /// Whose the screen is.
  var phase = TerminalPhase.active
  /// Where keys come from.
  var input: InputSource?
  /// Where signals come from.
  var signals: SignalSource?
  private var pairs: [ColorPair: Int32] = [:]
  private var shown: Canvas?
  private var decoder = KeyDecoder()
  /// Ends what has begun to come and does not go on.
  private var patience: Task<Void, Never>?

  /// Takes standard input and output over as a full screen.
  ///
  /// - Throws: ``TerminalError`` when that is no terminal, or none that can move its cursor; it is then as before.
  public static func open(options: TerminalOptions) throws(TerminalError) -> NcursesTerminal {
    guard tape_is_terminal() else { throw .notATerminal }
    guard let name = options.environment["TERM"], !name.isEmpty else { throw .nameNotSet }
    guard tape_save_modes() else { throw .unavailable("its modes cannot be read") }
    let pipe = tape_open_signals()
    guard pipe >= 0 else { throw .unavailable("there is no pipe left for signals") }
    do throws(TerminalError) {
      return try NcursesTerminal(name: name, options: options, signals: pipe)
    } catch {
      tape_close_signals()
      throw error
    }
  }

  /// Whether ``open(options:)`` would get as far as a screen, as far as the terminal's entry tells; the terminal is left
  /// alone.
  ///
  /// False only for an entry that cannot move the cursor: whatever else is wrong is said by the opening.
  public nonisolated static func canMoveCursor(name: String, color: ColorChoice) -> Bool {
    let candidates = TerminalFallback.candidates(for: name, color: color)
    guard !name.isEmpty, candidates.contains(where: { tape_read_entry($0) }) else { return true }
    return tape_capability("cup") != nil
  }

  private init(name: String, options: TerminalOptions, signals pipe: Int32) throws(TerminalError) {
    tape_catch_crashes()
    let characters = CharacterSet(environment: options.environment, ascii: options.ascii)
    set_escdelay(options.environment["ESCDELAY"].flatMap { Int32($0) } ?? 25)
    // Exported LINES and COLUMNS would freeze the size.
    use_env(false)
    use_tioctl(true)
    let candidates = TerminalFallback.candidates(for: name, color: options.color)
    guard let entry = candidates.first(where: { tape_newterm($0) != nil }) else {
      throw .unknownTerminal(name)
    }
    guard let cup = Self.capability("cup") else {
      // Only the modes: `endwin` would move a cursor that cannot be moved.
      reset_shell_mode()
      throw .cannotMoveCursor(name)
    }
    notice =
      entry.hasPrefix(name) ? nil : "The terminal \"\(name)\" is unknown here; drawing as for \"\(entry)\"."
    isConsole = entry == "linux"
    // Any terminal of the ANSI family skips modes that it does not know.
    handover = TerminalGuard(
      usesPaste: cup.hasPrefix("\u{1B}["), usesMouse: cup.hasPrefix("\u{1B}["),
      capability: Self.capability)
    handover.arm()

    // ncurses writes once per cursor motion until the first resume; before colours, which it would reset then.
    endwin()
    doupdate()
    cbreak()
    noecho()
    nonl()
    tape_prepare_input()
    tape_disable_flow_control()
    def_prog_mode()
    namedKeys = Self.defineKeys()
    speed = LineSpeed(bitsPerSecond: Int(baudrate()))

    let available = Int(tigetnum("colors"))
    var colors = ColorSupport.colors(
      choice: options.color, environment: options.environment, available: available)
    if colors != .none, start_color() == ERR || use_default_colors() == ERR { colors = .none }
    hasDirectColor = available > 256
    traits = TerminalTraits(colors: colors, isUnicode: characters.isUnicode)
    theme = Theme(
      colors: colors, available: Self.attributes(term_attrs()), prices: options.prices)
    width = characters.width
    (stream, continuation) = AsyncStream.makeStream()

    if options.mouse { tape_listen_to_mouse() }
    curs_set(options.cursor ? 1 : 0)
    handover.enablePaste()
    measure()
    startSources(pipe)
  }

  /// Keys, resizes and signals; one consumer only.
  public func events() -> AsyncStream<TerminalEvent> { stream }

  /// Shows a canvas in one write; cells beyond the window are left out, and nothing is drawn from the background.
  public func present(_ canvas: Canvas) {
    guard phase == .active else { return }
    let runs = FrameDiff.runs(from: shown, to: canvas, window: size)
    let isNew = shown.map { !runs.isEmpty || $0.cursor != canvas.cursor } ?? true
    guard isNew, tape_job_state() == .foreground else { return }
    if shown == nil {
      erase()
      tape_redraw_all()
    }
    for run in runs { draw(run) }
    let cursor = canvas.cursor ?? Canvas.Position(row: 0, column: 0)
    move(Int32(min(cursor.row, size.rows - 1)), Int32(min(cursor.column, size.columns - 1)))
    refresh()
    shown = canvas
    sendingTime = speed.time(for: runs)
  }

  /// Forgets what is shown, so that the next canvas is drawn whole.
  public func invalidate() { shown = nil }

  /// See ``Terminal/setPriceColors(_:)``.
  public func setPriceColors(_ colors: PriceColors) {
    theme.prices = colors
    invalidate()
  }

  /// See ``Terminal/setMouse(_:)``.
  public func setMouse(_ isOn: Bool) {
    if isOn { tape_listen_to_mouse() } else { mousemask(0, nil) }
  }

  // MARK: - The screen

  /// Gives the user's own screen and modes back until the next frame.
  func endScreen() { endwin() }

  /// Takes ncurses's modes again; its screen comes back with the next frame.
  func resumeScreen() {
    // Stopped without warning, ncurses still believes that its screen is up.
    if !isendwin() { endwin() }
    reset_prog_mode()
  }

  /// The size as it is now, which may be newer than the signal. A terminal that knows none keeps the last one.
  func measure() {
    var rows: Int32 = 0
    var columns: Int32 = 0
    if tape_window_size(&rows, &columns) { resizeterm(min(rows, 1_000), min(columns, 4_000)) }
    size = TerminalSize(columns: Int(tape_columns()), rows: Int(tape_lines()))
  }

  // MARK: - Drawing

  private func draw(_ run: StyledRun) {
    let look = theme.look(of: run.style)
    var attributes: attr_t = 0
    if look.attributes.contains(.bold) { attributes |= tape_bold }
    if look.attributes.contains(.dim) { attributes |= tape_dim }
    if look.attributes.contains(.reverse) { attributes |= tape_reverse }
    if look.attributes.contains(.underline) { attributes |= tape_underline }
    tape_set_style(attributes, pair(of: look))
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: run.scalars.count) { text in
      for (place, scalar) in run.scalars.enumerated() {
        text.initializeElement(at: place, to: wchar_t(bitPattern: glyph(scalar).value))
      }
      mvaddnwstr(Int32(run.row), Int32(run.column), text.baseAddress, Int32(text.count))
    }
  }

  /// The number of a look's colours, 0 without colours.
  ///
  /// The terminal's own colours have a pair like any others: to return to pair 0, ncurses resets every attribute
  /// too, six bytes each time and 4 % of what a busy screen writes.
  private func pair(of look: Look) -> Int32 {
    guard traits.colors != .none else { return 0 }
    let colors = ColorPair(foreground: look.foreground, background: look.background)
    if let known = pairs[colors] { return known }
    let number = Int32(pairs.count + 1)
    guard number < tape_color_pairs() else { return 0 }
    pairs[colors] = number
    let values = [colors.foreground, colors.background].map {
      hasDirectColor ? DirectColor.value(of: $0) : $0
    }
    init_extended_pair(number, values[0], values[1])
    return number
  }

  /// The Linux console's font has the larger triangles only.
  private func glyph(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard isConsole else { return scalar }
    return scalar == "▴" ? "▲" : scalar == "▾" ? "▼" : scalar
  }

  private static func attributes(_ available: attr_t) -> Look.Attributes {
    var attributes: Look.Attributes = []
    if available & tape_dim != 0 { attributes.insert(.dim) }
    if available & tape_underline != 0 { attributes.insert(.underline) }
    return attributes
  }

  // MARK: - Keys

  /// Takes all input there is; finds out whether the terminal is gone. True when something came.
  @discardableResult
  func readKeys() -> Bool {
    guard phase == .active, tape_job_state() != .background else { return false }
    var raw: [RawKey] = []
    // A bound, so that a flood of input cannot keep the screen from being drawn.
    reading: while raw.count < 1_024 {
      switch tape_read_key() {
      case ERR: break reading
      case let byte where byte < KEY_MIN:
        let scalar = tape_decode_byte(UInt8(truncatingIfNeeded: byte))
        if scalar >= 0, let scalar = Unicode.Scalar(UInt32(scalar)) { raw.append(.scalar(scalar)) }
      case KEY_MOUSE: if let key = Self.mouse() { raw.append(key) }
      case let code: if let key = namedKeys[code] { raw.append(key) }
      }
    }
    let keys = decoder.keys(raw)
    if !keys.isEmpty { continuation.yield(.keys(keys)) }
    if !raw.isEmpty { giveTime() }
    if tape_input_state() == .gone { lose() }
    return !raw.isEmpty
  }

  /// Gives what has begun, such as a paste, its time to go on.
  private func giveTime() {
    patience?.cancel()
    patience = nil
    switch decoder.patience {
    case nil: break
    case .zero?: decoder.timeOut()
    case let limit?:
      patience = Task { [weak self] in
        do { try await Task.sleep(for: limit) } catch { return }
        // What came while the main actor was busy is in time.
        if let self, !readKeys() { decoder.timeOut() }
      }
    }
  }

  private static func mouse() -> RawKey? {
    var row: Int32 = 0
    var column: Int32 = 0
    switch tape_next_mouse(&row, &column) {
    case .click: return .key(.click(row: Int(row), column: Int(column)))
    case .wheelUp: return .key(.wheelUp)
    case .wheelDown: return .key(.wheelDown)
    default: return nil
    }
  }

  private static func defineKeys() -> [Int32: RawKey] {
    var keys: [Int32: RawKey] = [
      KEY_UP: .key(.up), KEY_DOWN: .key(.down), KEY_LEFT: .key(.left), KEY_RIGHT: .key(.right),
      KEY_PPAGE: .key(.pageUp), KEY_NPAGE: .key(.pageDown), KEY_HOME: .key(.home), KEY_END: .key(.end),
      KEY_FIND: .key(.home), KEY_SELECT: .key(.end), KEY_A1: .key(.home), KEY_C1: .key(.end),
      KEY_A3: .key(.pageUp), KEY_C3: .key(.pageDown), KEY_ENTER: .key(.enter), KEY_BTAB: .key(.backTab),
      KEY_BACKSPACE: .key(.backspace), KEY_DC: .key(.delete), KEY_IC: .key(.insert),
    ]
    for number in 1...63 { keys[KEY_F0 + Int32(number)] = .key(.function(number)) }
    // Far above the codes that ncurses itself gives to keys of extended terminfo entries.
    var code: Int32 = 20_000
    for sequence in KeySequence.all where key_defined(sequence.text) == 0 {
      define_key(sequence.text, code)
      keys[code] = sequence.key
      code += 1
    }
    return keys
  }

  private nonisolated static func capability(_ name: String) -> String? {
    tape_capability(name).map { String(cString: $0) }
  }
}
