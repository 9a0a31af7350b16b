/// What the settings call the actions that a key may be given.
enum KeyActionName {
  /// The name of each action; the mouse's have none.
  static let names: [WatchlistAction: String] = [
    .selectPrevious: "up", .selectNext: "down", .pageUp: "page-up", .pageDown: "page-down",
    .selectFirst: "first", .selectLast: "last", .find: "find", .findNext: "find-next",
    .findPrevious: "find-previous", .cycleOrder: "sort", .reverseOrder: "reverse", .describeRow: "say-row",
    .retry: "retry", .togglePause: "pause", .toggleAges: "ages", .toggleMouse: "mouse", .dismiss: "close",
    .nextList: "next-list", .previousList: "previous-list", .editList: "edit",
    .showList(1): "list-1", .showList(2): "list-2", .showList(3): "list-3", .showList(4): "list-4",
    .showList(5): "list-5", .showList(6): "list-6", .showList(7): "list-7", .showList(8): "list-8",
    .showList(9): "list-9", .toggleHelp: "help", .reloadSettings: "reload", .saveFlight: "save-flight",
    .quit: "quit",
  ]
}
