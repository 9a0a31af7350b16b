/// Whether the list of instruments is there.
public enum LoadState: Hashable, Sendable {
  /// It is being fetched for the first time.
  case loading
  /// It is there; the rows are its instruments.
  case loaded
  /// It is there and has no instruments.
  case empty
  /// It could not be fetched; the sentence says why and what happens next.
  case failed(String)
}
