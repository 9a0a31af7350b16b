/// Keys that terminals send in forms their terminfo entry does not list.
///
/// An entry has the arrows of application mode only, yet some terminals stay in the other: then Down would arrive
/// as Escape, `[` and `B`, which is three keys too many.
struct KeySequence: Hashable, Sendable {
  /// The characters that arrive.
  var text: String
  /// What they mean.
  var key: RawKey

  /// Every extra form.
  static let all: [KeySequence] =
    [
      KeySequence(text: "\u{1B}[200~", key: .pasteStart),
      KeySequence(text: "\u{1B}[201~", key: .pasteEnd),
      KeySequence(text: "\u{1B}OM", key: .key(.enter)),
      KeySequence(text: "\u{1B}[Z", key: .key(.backTab)),
    ]
    + [("A", Key.up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end)].flatMap {
      [
        KeySequence(text: "\u{1B}[\($0.0)", key: .key($0.1)),
        KeySequence(text: "\u{1B}O\($0.0)", key: .key($0.1)),
      ]
    }
    + [
      ("1", Key.home), ("2", .insert), ("3", .delete), ("4", .end), ("5", .pageUp), ("6", .pageDown),
      ("7", .home), ("8", .end),
    ].map { KeySequence(text: "\u{1B}[\($0.0)~", key: .key($0.1)) }
}
