/// How long a slow line needs for a frame, so that frames are left out instead of queued on it.
///
/// Whatever the system holds for the line is shown before anything newer, however old it is by then. What is sent can be
/// counted only before it is: the bytes of cursor moves and colours are those of a usual run.
struct LineSpeed: Hashable, Sendable {
  /// The speed that a pseudo-terminal claims, whose real one nobody knows; from it on no line is slow.
  static let fast = 38_400
  /// The bytes that place a run and set its colours: 20 on average where every row flashes, rather a few too many here
  /// than too few, which would add up on the line.
  private static let bytesOfRun = 24

  /// The bits a second of the line, ten for each byte.
  let bitsPerSecond: Int

  /// How long the line needs for those runs; zero on a fast one.
  func time(for runs: [StyledRun]) -> Duration {
    guard bitsPerSecond > 0, bitsPerSecond < Self.fast else { return .zero }
    let bytes = runs.reduce(0) { sum, run in
      run.scalars.reduce(sum + Self.bytesOfRun) { $0 + UTF8.width($1) }
    }
    return .microseconds(bytes * 10_000_000 / bitsPerSecond)
  }
}
