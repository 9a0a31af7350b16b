/// The commands of the program; without one it watches.
enum CommandName: String, CaseIterable {
  case watch
  case demo
  case serve
  case record
  case replay
  case doctor
  case symbols
  case list
  case config
  case completions
  case manual

  /// How the command is called on the command line.
  var usage: String {
    switch self {
    case .watch: "tape [options] [SYMBOL[@SOURCE]…]"
    case .demo: "tape demo [options]"
    case .serve: "tape serve [options]"
    case .record: "tape record FILE [options] [SYMBOL[@SOURCE]…]"
    case .replay: "tape replay FILE [options]"
    case .doctor: "tape doctor [options] [SYMBOL…]"
    case .symbols: "tape symbols --source NAME [options] [WORD…]"
    case .list: "tape list [options] [VERB …]"
    case .config: "tape config [options]"
    case .completions: "tape completions bash|zsh|fish"
    case .manual: "tape manual"
    }
  }

  /// Whether its operands are words of its own, not symbols.
  var takesWords: Bool { self == .list || self == .completions }

  /// Whether it is for the installation only, and not spoken of.
  var isHidden: Bool { self == .completions || self == .manual }

  /// What it does, in a sentence.
  var summary: String {
    switch self {
    case .watch:
      "Watches live prices in the terminal. Without --server it runs on a demo exchange of its own."
    case .demo:
      "Watches the demo exchange. F1 to F10 make something go wrong; a script or the tour does by itself."
    case .serve:
      "Runs the demo exchange alone and prints 'listening on URL'. Faults are lines on its standard input."
    case .record:
      "Records prices without a screen until Ctrl-C; without --server those of a demo exchange of its own."
    case .replay:
      "Plays a recording on the screen as it was, in its own time. No connection is made."
    case .doctor:
      "Says in a line each how terminal, settings and the way to the prices are, and what to do next."
    case .symbols:
      "Prints the instruments of a source whose symbol or name holds each word."
    case .list: "Shows and changes your lists; without a verb it prints what there are."
    case .config:
      "Prints the settings that count and where each comes from: option, environment, file or default."
    case .completions: "Prints the completions of a shell."
    case .manual: "Prints the man page."
    }
  }
}
