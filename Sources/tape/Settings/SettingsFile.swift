import Foundation

/// The settings file as it is: its values, and the line of each key.
struct SettingsFile {
  /// The largest file, in bytes.
  static let maximumSize = 1 << 20

  let path: String
  /// The values by key; empty when there is no file.
  private(set) var values: [String: SettingValue] = [:]
  /// Whether there is a file.
  private(set) var exists = false
  private var lines: SettingLines?

  /// Reads the file at `path`; a missing one has no values.
  ///
  /// - Throws: ``SettingsError`` that names the file, and the line where that is known.
  init(path: String) throws(SettingsError) {
    self.path = path
    guard let bytes = try Self.bytes(of: path) else { return }
    exists = true
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw SettingsError(sentence: "The settings \"\(path)\" are not text in UTF-8. Save the file as UTF-8.")
    }
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let lines = SettingLines(text)
    self.lines = lines
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    let value: SettingValue
    do {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      value = try decoder.decode(SettingValue.self, from: Data(text.utf8))
    } catch {
      throw SettingsError(
        sentence: "The settings \"\(path)\" are not valid JSON5\(hint(error)): \(Self.reason(error))")
    }
    guard case .object(let values) = value else {
      throw SettingsError(
        sentence: "The settings \"\(path)\" are no object: they begin with { and end with }.")
    }
    if let repeated = lines.repeated {
      throw SettingsError(
        sentence:
          "\"\(path)\" line \(repeated.line): the key \"\(repeated.key)\" stands twice. Leave one out.")
    }
    self.values = values
  }

  /// The line of a key, such as `keys.quit`; of the key above it, when it is not known.
  func line(of key: String) -> Int? {
    if let line = lines?.lines[key] { return line }
    return key.lastIndex(of: ".").flatMap { line(of: String(key[..<$0])) }
  }

  /// The file, and the line of a key in it, as a sentence begins with them.
  func place(of key: String) -> String {
    "\"\(path)\"" + (line(of: key).map { " line \($0)" } ?? "")
  }

  private static func bytes(of path: String) throws(SettingsError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    func unreadable() -> SettingsError {
      SettingsError(
        sentence:
          "The settings \"\(path)\" cannot be read: \(String(cString: strerror(errno))). Make it a file that you may read."
      )
    }
    guard descriptor >= 0 else { throw unreadable() }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
    var size = 0
    while size < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress?.advanced(by: size), $0.count - size)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable() }
      if count == 0 { return Array(bytes[..<size]) }
      size += count
    }
    throw SettingsError(
      sentence: "The settings \"\(path)\" are larger than 1 MiB. Keep only what you changed.")
  }

  /// The line where reading ends, for an error that does not say one.
  private func hint(_ error: any Error) -> String {
    guard !Self.reason(error).contains("line "), let line = lines?.unreadLine else { return "" }
    return " from line \(line) on"
  }

  private static func reason(_ error: any Error) -> String {
    guard case .dataCorrupted(let context)? = error as? DecodingError else { return "\(error)" }
    let known = (context.underlyingError as? NSError)?.userInfo[NSDebugDescriptionErrorKey] as? String
    return known ?? context.debugDescription
  }
}
