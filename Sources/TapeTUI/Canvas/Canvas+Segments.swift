extension Canvas {
  /// Draws pieces one after another, `gap` columns apart.
  ///
  /// - Returns: The column after the last one drawn.
  @discardableResult
  mutating func draw(
    _ segments: [Segment], row: Int, column: Int, gap: Int, width: DisplayWidth
  ) -> Int {
    var at = column
    for (index, segment) in segments.enumerated() {
      if index > 0 { at += gap }
      at = draw(segment.text, row: row, column: at, style: Style(segment.role), width: width)
    }
    return at
  }

  /// Draws a text so that it ends before the column `end`; what does not fit is lost on the right.
  mutating func draw(
    _ text: String, row: Int, endingAt end: Int, within columns: Range<Int>, style: Style, width: DisplayWidth
  ) {
    let start = max(columns.lowerBound, end - width.columns(of: text))
    draw(text, row: row, column: start, limit: columns.upperBound - start, style: style, width: width)
  }
}
