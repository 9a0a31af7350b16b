/// When a recording goes on in a new file.
public enum TapeLimit: Equatable, Sendable {
  /// When the file has so many bytes.
  case size(Int)
  /// When it is about so much time.
  case time(Duration)
}
