/// Turns what arrived together into keys.
///
/// Escape is a key only when nothing follows it at once: with a character it is Alt, and with `[` or `O` it begins
/// the sequence of a key nobody knows, which is dropped whole so that its letters do not act as commands.
struct KeyDecoder: Sendable {
  private enum State: Hashable, Sendable {
    case ground
    /// Escape was the last character of a drain, and was taken for the key.
    case afterEscapeKey
    /// Within `ESC [ …`: until a final byte.
    case controlSequence
    /// After `ESC O`: one character to go.
    case singleShift
  }

  private var state = State.ground

  /// The keys of one drain of the input, in order.
  mutating func keys(_ input: [RawKey]) -> [Key] {
    var keys: [Key] = []
    var rest = input[...]
    // A slow link may cut a sequence after its Escape. Nobody types `[` and more within one drain.
    if state == .afterEscapeKey {
      state = .ground
      if rest.count > 1, let opened = opened(by: rest.first) {
        state = opened
        rest.removeFirst()
      }
    }
    while let item = rest.popFirst() {
      guard case .scalar(let scalar) = item else {
        state = .ground
        switch item {
        case .key(let key): keys.append(key)
        case .pasted(let scalar): keys.append(.pasted(Character(scalar)))
        case .scalar, .pasteStart, .pasteEnd: break
        }
        continue
      }
      switch state {
      case .controlSequence where !(0x40...0x7E).contains(scalar.value): continue
      case .controlSequence, .singleShift: state = .ground
      case .ground, .afterEscapeKey:
        if scalar == "\u{1B}" {
          escape(&rest, into: &keys)
        } else if let key = Self.key(scalar) {
          keys.append(key)
        }
      }
    }
    return keys
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
    if let opened = opened(by: next) {
      state = opened
    } else if case .character(let character)? = Self.key(scalar) {
      keys.append(.alt(character))
    }
  }

  private func opened(by item: RawKey?) -> State? {
    switch item {
    case .scalar("["): .controlSequence
    case .scalar("O"): .singleShift
    default: nil
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
