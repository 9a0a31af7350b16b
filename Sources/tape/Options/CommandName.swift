/// The commands of the program; without one it watches.
enum CommandName: String, CaseIterable {
  case watch
  case serve

  /// How the command is called on the command line.
  var usage: String {
    switch self {
    case .watch: "tape [options] [SYMBOL…]"
    case .serve: "tape serve [options]"
    }
  }

  /// What it does, in a sentence.
  var summary: String {
    switch self {
    case .watch:
      "Watches live prices in the terminal. Without --server it runs on a demo exchange of its own."
    case .serve:
      "Runs the demo exchange alone and prints 'listening on URL'. Faults are lines on its standard input."
    }
  }
}
