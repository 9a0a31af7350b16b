import TapeData
import TapeDomain

extension SourceParts {
  /// The source that the options ask for; where that one cannot be used, the first other one that the list names.
  ///
  /// The rows of a source that cannot be used say why; only where there is no other is it the end of the start. A recording is of
  /// the list's own source, and has no other.
  ///
  /// - Throws: What ``make(_:exchange:environment:time:)`` throws.
  static func first(
    _ options: Options, exchange: String?, environment: [String: String], time: TimeSource
  ) throws -> SourceParts {
    do {
      return try make(options, exchange: exchange, environment: environment, time: time)
    } catch {
      let others = options.tapeFile == nil ? options.otherSources : []
      guard !others.isEmpty, !isUsage(error) || options.source.profile?.name == SourceProfile.described else {
        throw error
      }
      var sentences = ["\(sentence(of: error))"]
      for choice in others {
        var options = options
        options.source = choice
        (options.server, options.rest) = (nil, nil)
        do {
          return try make(options, exchange: nil, environment: environment, time: time)
        } catch {
          sentences.append(sentence(of: error))
        }
      }
      throw StartError(sentence: sentences.joined(separator: "\n"))
    }
  }

  /// What an error says.
  static func sentence(of error: any Error) -> String {
    (error as? UsageError)?.sentence ?? (error as? TokenError)?.sentence ?? "\(error)"
  }

  private static func isUsage(_ error: any Error) -> Bool { error is UsageError }
}

extension Options {
  /// The sources that the list names beside its own, in its order.
  fileprivate var otherSources: [SourceChoice] {
    guard source.profile != nil else { return [] }
    return (symbols + listed).reduce(into: []) { others, symbol in
      guard let name = SymbolRoute(symbol, sources: SourceLinks.names)?.source,
        let choice = SourceChoice(name: name), choice != source, !others.contains(choice)
      else { return }
      others.append(choice)
    }
  }
}
