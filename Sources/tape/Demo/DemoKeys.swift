import TapeTUI

/// The function keys of the demo, in the order of help and footer.
enum DemoKeys {
  static let all = [
    FaultKey(1, "gap", ["gap SYMBOL"], help: "leave out a number"),
    FaultKey(2, "lose", ["lose SYMBOL"], help: "lose an update"),
    FaultKey(3, "silence", ["silence 10s"], help: "nothing arrives"),
    FaultKey(4, "mute", ["mute 10s"], help: "only pongs arrive"),
    FaultKey(5, "late", ["late 5s for 10s"], help: "all arrives late"),
    FaultKey(6, "drop", ["drop"], help: "reset the link"),
    // A refusal alone would show nothing while the connection lasts.
    FaultKey(7, "refuse", ["refuse 8s", "drop"], help: "take no connection"),
    FaultKey(8, "burst", ["burst 5s"], help: "all move at once"),
    FaultKey(9, "halt", ["halt SYMBOL"], help: "halt or resume"),
    FaultKey(10, "malformed", ["malformed"], help: "a broken frame"),
  ]
}
