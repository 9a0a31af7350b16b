/// The version of tape.
let tapeVersion = "0.1.0"
