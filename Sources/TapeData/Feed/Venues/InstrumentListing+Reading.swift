import TapeDomain

extension InstrumentListing {
  /// The instruments of an array of objects, each made from the texts of its `fields`; nil when the body is no such array.
  func instruments(
    in body: [UInt8]?, fields: Set<String>, make: ([String: String]) -> VenueInstrument?
  ) -> [VenueInstrument]? {
    guard let body else { return nil }
    var result: [VenueInstrument] = []
    do throws(JSONFault) {
      try Self.read(body, fields: fields) { texts in
        if let instrument = make(texts) { result.append(instrument) }
      }
    } catch {
      return nil
    }
    return result
  }

  /// Reads an array of objects, and hands on the texts of each one's `fields`.
  ///
  /// - Throws: ``JSONFault`` when the body is no array.
  static func read(
    _ body: [UInt8], fields: Set<String>, _ take: ([String: String]) -> Void
  ) throws(JSONFault) {
    let bytes = body.span
    var scanner = JSONScanner()
    var more = try scanner.begin(.array, in: bytes)
    while more {
      take(try scanner.texts(of: fields, in: bytes))
      more = try scanner.next(.array, in: bytes)
    }
  }
}
