extension DemoScript {
  /// The tour: about two minutes that show every state of the screen, each with a caption.
  ///
  /// - Throws: ``FaultSyntaxError`` never, as a test proves.
  public static func tour() throws(FaultSyntaxError) -> DemoScript { try DemoScript(tourText) }

  /// The tour as a script that a user could have written; captions fit 80 columns.
  static let tourText = """
    0s   caption The tour: every state in two minutes. Each price comes with its own snapshot.
    6s   caption A price that moves is tinted for two ticks; its arrow stays until the next.
    12s  caption A gap: one message of ACME is missing. Its row is stale until it is repaired.
    14s  lose-resync
    14s  gap ACME
    23s  caption One last update is lost. A heartbeat's count tells, and every row is checked.
    25s  lose-resync
    25s  lose BRK.X
    34s  caption BNK is halted: a state of its market, so its price stays as it is.
    35s  halt BNK
    42s  halt BNK
    42s  caption BNK trades again. The exchange XETR closes: ACME, ALP, BNK and others.
    43s  close XETR
    50s  caption XETR opens again, and ACME with a jump.
    51s  price ACME 19140
    51s  open XETR
    57s  caption A blip: the link drops and is back before a banner is worth it.
    59s  drop
    66s  caption Silence: after 3 s every row is stale, 2 s later a banner says so.
    67s  silence 8s
    82s  caption Late: messages flow, but older and older. So every row is stale all the same.
    83s  late 1500ms
    86s  late 3s
    89s  late 4500ms for 6s
    100s caption Refused: nobody listens any more. It tries again and again; r tries at once.
    101s refuse 6s
    101s drop
    115s caption A burst: more updates than anybody can read, and still four frames a second.
    116s burst 5s
    124s caption That was the tour. F1 to F10 do the same at a key, ? lists them, q quits.
    """
}
