/// Turns what arrived together into keys.
///
/// Escape is a key only when nothing follows it at once: with a character it is Alt, and with `[` or `O` it begins
/// the sequence of a key nobody knows, which is dropped whole so that its letters do not act as commands. When no more
/// than that comes, the keys were Alt-[ and Alt-O.
///
/// It has no clock. Whoever feeds it waits for ``patience`` after each drain and then calls ``timeOut()``.
struct KeyDecoder: Sendable {
  private enum State: Hashable, Sendable {
    case ground
    /// Escape was the last character of a drain, and was taken for the key.
    case afterEscapeKey
    /// Escape and `[` were, and were taken for Alt-[.
    case afterAltBracket
    /// Within `ESC [ …`: until a final byte.
    case controlSequence
    /// After `ESC O`: one character to go.
    case singleShift
  }

  /// How long a sequence that has begun, or a paste, is waited for.
  static let limit = Duration.seconds(1)
  /// The most that is kept of a sequence's parameters, to know a paste by.
  private static let parameterLimit = 8

  private var state = State.ground
  private var parameters = ""
  private var pastes = PasteFilter()

  /// How long to wait for more before ``timeOut()``; nil when nothing is begun.
  ///
  /// Zero asks for no more than was waited already: the terminal's library gives the characters after an Escape the
  /// time of the environment variable `ESCDELAY` to come.
  var patience: Duration? {
    if pastes.isPasting { return pastes.endsWithEscape ? .zero : Self.limit }
    return state == .controlSequence ? Self.limit : nil
  }

  /// What is begun does not go on.
  mutating func timeOut() {
    if pastes.isPasting { pastes.timeOut() } else { state = .ground }
  }

  /// The keys of one drain of the input, in order.
  mutating func keys(_ input: [RawKey]) -> [Key] {
    guard !input.isEmpty else { return [] }
    var keys: [Key] = []
    var rest = input[...]
    pastes.meet(input)
    if !pastes.isPasting { rejoin(&rest) }
    while let item = rest.popFirst() {
      if pastes.isPasting {
        keys += pastes.take(item).map { .pasted(Character($0)) }
        continue
      }
      switch item {
      case .key(let key):
        state = .ground
        keys.append(key)
      case .pasteStart:
        state = .ground
        pastes.begin()
      case .pasteEnd:
        state = .ground
        pastes.finish()
      case .scalar(let scalar):
        take(scalar, before: &rest, into: &keys)
      }
    }
    return keys
  }

  /// Takes the rest of a sequence up that a slow link cut: nobody types that much within one drain.
  private mutating func rejoin(_ rest: inout ArraySlice<RawKey>) {
    switch state {
    case .afterEscapeKey:
      state = .ground
      guard rest.count > 1, let introducer = rest.first, opens(introducer) else { return }
      rest.removeFirst()
    case .afterAltBracket:
      state = .ground
      guard rest.count > 1, case .scalar(let scalar)? = rest.first,
        (0x30...0x3F).contains(scalar.value)
      else { return }
      begin(.controlSequence)
    case .ground, .controlSequence, .singleShift: break
    }
  }

  private mutating func take(
    _ scalar: Unicode.Scalar, before rest: inout ArraySlice<RawKey>, into keys: inout [Key]
  ) {
    switch state {
    case .controlSequence where scalar != "\u{1B}":
      continueSequence(scalar)
    case .singleShift:
      state = .ground
    case .ground, .afterEscapeKey, .afterAltBracket, .controlSequence:
      state = .ground
      if scalar == "\u{1B}" {
        escape(&rest, into: &keys)
      } else if let key = Self.key(scalar) {
        keys.append(key)
      }
    }
  }

  private mutating func escape(_ rest: inout ArraySlice<RawKey>, into keys: inout [Key]) {
    guard let next = rest.first else {
      keys.append(.escape)
      state = .afterEscapeKey
      return
    }
    guard case .scalar(let scalar) = next else { return }
    if scalar == "\u{1B}" {
      keys.append(.escape)
      return
    }
    rest.removeFirst()
    if !rest.isEmpty, opens(next) { return }
    if case .character(let character)? = Self.key(scalar) { keys.append(.alt(character)) }
    if scalar == "[" { state = .afterAltBracket }
  }

  private mutating func opens(_ item: RawKey) -> Bool {
    switch item {
    case .scalar("["): begin(.controlSequence)
    case .scalar("O"): begin(.singleShift)
    default: return false
    }
    return true
  }

  private mutating func begin(_ sequence: State) {
    state = sequence
    parameters = ""
  }

  /// Only the final byte is of interest, but for a paste that a slow link cut in its announcement.
  private mutating func continueSequence(_ scalar: Unicode.Scalar) {
    guard (0x40...0x7E).contains(scalar.value) else {
      if parameters.utf8.count < Self.parameterLimit { parameters.unicodeScalars.append(scalar) }
      return
    }
    state = .ground
    guard scalar == "~" else { return }
    switch parameters {
    case "200": pastes.begin()
    case "201": pastes.finish()
    default: break
    }
  }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar.value {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))
    case 0x00...0x1F, 0x80...0x9F: nil
    default: .character(Character(scalar))
    }
  }
}
