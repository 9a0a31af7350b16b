public import TapeDomain

/// What the screen shows of a list that is edited.
public struct EditState: Equatable, Sendable {
  /// What is asked for.
  public enum Purpose: Hashable, Sendable {
    /// An instrument to add.
    case add
    /// Another name for the list.
    case rename
    /// The name of a new list.
    case create
    /// Whether the list is to be deleted: any text but `yes` keeps it.
    case delete
  }

  /// A line on which something is typed.
  public struct Prompt: Equatable, Sendable {
    /// The longest text, in characters.
    static let maximumLength = 120

    /// What is asked for.
    public let purpose: Purpose
    /// What was typed so far.
    public var text: String
    /// The instruments that were found for it.
    public var found: [Instrument] = []
    /// Which of them is chosen.
    public var chosen = 0
    /// What is said of the search, or of what was typed.
    public var remark = ""

    init(_ purpose: Purpose, text: String = "") {
      self.purpose = purpose
      self.text = text
    }

    /// The words before the text.
    var label: String {
      switch purpose {
      case .add: "add: "
      case .rename: "new name: "
      case .create: "name of the new list: "
      case .delete: "type yes to delete the list: "
      }
    }
  }

  /// The line on which something is typed; nil while none is.
  public var prompt: Prompt?
}
