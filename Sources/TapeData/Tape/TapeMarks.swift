/// Places of a tape to come back to: a bounded number of them, close together near where it is played and farther apart
/// far from there.
struct TapeMarks<Mark> {
  /// How many messages lie between two marks at least.
  static var spacing: Int { 5_000 }

  private var marks: [(place: Int, mark: Mark)]
  private var nextPlace = spacing

  /// The beginning, which is always kept.
  init(beginning: Mark) {
    marks = [(0, beginning)]
  }

  /// How many there are.
  var count: Int { marks.count }

  /// Whether a mark should be set after so many messages.
  func isWanted(at place: Int) -> Bool { place >= nextPlace }

  /// Sets a mark after so many messages, unless there is one about there; those that are missed least make room for it.
  ///
  /// - Parameter limit: How many there may be, two at least.
  mutating func set(_ mark: @autoclosure () -> Mark?, at place: Int, limit: Int) {
    let index = marks.firstIndex { $0.place > place } ?? marks.count
    if index < marks.count, marks[index].place - place < Self.spacing / 2 {
      nextPlace = marks[index].place + Self.spacing
      return
    }
    guard place - marks[index - 1].place >= Self.spacing / 2 else {
      nextPlace = marks[index - 1].place + Self.spacing
      return
    }
    guard let mark = mark() else { return }
    marks.insert((place, mark), at: index)
    nextPlace = place + Self.spacing
    while marks.count > max(2, limit) { thin(around: place) }
  }

  /// The newest mark that `isBefore` holds for; the next one is wanted after it.
  mutating func last(where isBefore: (Mark) -> Bool) -> Mark {
    let found = marks.last { isBefore($0.mark) } ?? marks[0]
    nextPlace = found.place + Self.spacing
    return found.mark
  }

  /// Gives up the mark whose neighbours are the closest together for how far away they are.
  private mutating func thin(around place: Int) {
    func loss(_ index: Int) -> Double {
      let end = index + 1 < marks.count ? marks[index + 1].place : marks[index].place + Self.spacing
      return Double(end - marks[index - 1].place) / Double(abs(place - marks[index].place) + Self.spacing)
    }
    guard let index = (1..<marks.count).min(by: { loss($0) < loss($1) }) else { return }
    marks.remove(at: index)
  }
}
