/// What the native dialect remembers from frame to frame, so that a usual frame costs no allocation.
struct TapeMemory {
  /// The newest minute that was read.
  var times = RFC3339Reader()
}
