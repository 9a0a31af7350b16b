import Foundation
public import TapeDomain

/// The first line of a tape: what it is a recording of.
public struct TapeHeader: Equatable, Sendable {
  /// The newest version of the format that is written and read here.
  public static let version = 1

  /// Which source's wire format the messages are in, such as `tape`.
  public var source: String
  /// The version of that format, as its documentation counts.
  public var protocolVersion: Int
  /// The wall clock at the instant that the times of all lines count from.
  public var recorded: Timestamp

  /// The header of a tape of that source.
  public init(source: String, protocolVersion: Int, recorded: Timestamp) {
    self.source = source
    self.protocolVersion = protocolVersion
    self.recorded = recorded
  }

  /// The line, with its end.
  var line: [UInt8] {
    let words =
      #"{"tape":\#(Self.version),"source":"\#(source)","protocol":\#(protocolVersion),"#
      + #""recorded":"\#(recorded.rfc3339(fractionDigits: 9))"}"# + "\n"
    return Array(words.utf8)
  }

  /// Why a first line is no header that can be read here.
  enum Problem: Error, Equatable {
    /// It is something else.
    case noTape
    /// The format is newer than this program.
    case newer(version: Int)
  }

  /// Reads the first line of a file.
  init(line: [UInt8]) throws(Problem) {
    struct Content: Decodable {
      let tape: Int
      let source: String?
      let `protocol`: Int?
      let recorded: String?
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(line)), content.tape > 0 else {
      throw .noTape
    }
    guard content.tape <= Self.version else { throw .newer(version: content.tape) }
    var times = RFC3339Reader()
    let text = Array((content.recorded ?? "").utf8)
    self.init(
      source: content.source ?? "tape", protocolVersion: content.protocol ?? 1,
      recorded: times.timestamp(of: text.span) ?? Timestamp(nanoseconds: 0))
  }
}
