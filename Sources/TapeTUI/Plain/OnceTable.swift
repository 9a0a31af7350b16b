import TapeDomain

/// A list printed once as a table for people: aligned by display width, without an escape sequence.
public struct OnceTable: Sendable {
  private let typesetter: Typesetter

  /// The titles; a price that is not live says so in the last column.
  private static let titles = ["SYMBOL", "NAME", "LAST", "CUR", "CHG", "CHG %", "STATE"]
  /// The titles of changes of the last 24 hours.
  private static let rollingTitles = ["CHG": "24h CHG", "CHG %": "24h %"]
  private static let gap = "  "
  private static let longestName = 40

  /// A printer for an output whose characters take `width` columns.
  public init(width: DisplayWidth, isUnicode: Bool) {
    typesetter = Typesetter(width: width, isUnicode: isUnicode)
  }

  /// The table, each line ended by a line feed; when the prices are simulated, a last line says so.
  public func text(_ rows: [OnceRow], source: SourceLabel) -> String {
    let columns = [
      rows.map(\.instrument.symbol.text),
      rows.map { typesetter.cut($0.name, to: Self.longestName) },
      aligned(rows.map { $0.last?.plainText }),
      rows.map { $0.last.map { typesetter.spelled(TextSanitizer.clean($0.currency)) } ?? "" },
      aligned(rows.map { $0.change?.signedPlainText }),
      aligned(rows.map { $0.percent.map { $0.signedPlainText + " %" } }),
      rows.map(state),
    ]
    let isNumeric = [false, false, true, false, true, true, false]
    let isRolling = Set(rows.compactMap { $0.quote.quote?.reference?.kind }) == [.rolling24h]
    let padded = columns.indices.map { index in
      let title = Self.titles[index]
      return pad(
        [isRolling ? Self.rollingTitles[title] ?? title : title] + columns[index], atLeft: isNumeric[index])
    }
    let table = (0...rows.count).reduce(into: "") { text, line in
      let cells = padded.map { $0[line] }.joined(separator: Self.gap)
      text += cells.trimmingTrailingSpaces + "\n"
    }
    return source.isSimulated ? table + "\n\(warning(of: source))\n" : table
  }

  private func warning(of source: SourceLabel) -> String {
    source.words.isEmpty ? "simulated prices" : typesetter.spelled(source.words.joined(separator: " "))
  }

  private func state(_ row: OnceRow) -> String {
    guard row.quote.isLive, let quote = row.quote.quote else {
      return row.quote.quote.map { "not live, price of \($0.time.rfc3339)" } ?? row.state
    }
    let session = quote.session == .open ? [] : [quote.session.rawValue]
    let delay = quote.delayMinutes == 0 ? [] : ["D\(quote.delayMinutes)"]
    let quality: [String] =
      switch quote.quality {
      case .asSource: []
      case .oneVenue: ["one venue"]
      case .polled(let seconds): ["polled every " + PeriodText.words(seconds)]
      }
    return (session + delay + quality).joined(separator: " ")
  }

  /// Numbers with blanks at their end, so that right-aligned they stand on their points.
  private func aligned(_ numbers: [String?]) -> [String] {
    let rests = numbers.map { number in number.map { $0.drop { $0 != "." }.count } ?? 0 }
    let longest = rests.max() ?? 0
    return zip(numbers, rests).map { number, rest in
      (number ?? typesetter.glyphs.missing) + String(repeating: " ", count: longest - rest)
    }
  }

  private func pad(_ cells: [String], atLeft: Bool) -> [String] {
    let widths = cells.map { typesetter.width.columns(of: $0) }
    let widest = widths.max() ?? 0
    return zip(cells, widths).map { cell, width in
      let blanks = String(repeating: " ", count: widest - width)
      return atLeft ? blanks + cell : cell + blanks
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingTrailingSpaces: String {
    String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
  }
}
