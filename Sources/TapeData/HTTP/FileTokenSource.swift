import Foundation

/// Takes the token from a file that only its owner can read.
public struct FileTokenSource: TokenSource {
  /// The largest token file, in bytes.
  static let maximumSize = 16 << 10

  private let path: String
  private let user: uid_t
  private let hasKeys: Bool

  /// A source that reads the file at `path`; without keys its advice names none.
  public init(path: String, hasKeys: Bool = true) {
    self.init(path: path, user: geteuid(), hasKeys: hasKeys)
  }

  /// A source whose file has to belong to `user`.
  init(path: String, user: uid_t, hasKeys: Bool = true) {
    self.path = path
    self.user = user
    self.hasKeys = hasKeys
  }

  /// Asks for another token in the file.
  public var remedy: String {
    hasKeys
      ? "Put a valid one into \(path) and press r, or restart with TAPE_TOKEN."
      : "Put a valid one into \(path), or into TAPE_TOKEN, and start again."
  }

  /// The token in the file as it is now.
  ///
  /// - Throws: ``TokenError`` when the file cannot be read, is not a plain file, can be read by others or belongs to
  ///   another user, or holds no token.
  public func token() async throws(TokenError) -> AccessToken? {
    let bytes = try read()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TokenError(sentence: "The token file \"\(path)\" is not text. It must hold the token only.")
    }
    return try AccessToken(text, from: "The token file \"\(path)\"")
  }

  private func read() throws(TokenError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw unreadable(errno) }
    defer { close(descriptor) }
    // The open file is examined, not its name, which may be another file by now.
    var status = stat()
    if fstat(descriptor, &status) < 0 { throw unreadable(errno) }
    if status.st_mode & S_IFMT != S_IFREG {
      throw TokenError(
        sentence: "The token file \"\(path)\" is not a plain file. Give a file that holds the token.")
    }
    if status.st_uid != user {
      throw TokenError(
        sentence: "The token file \"\(path)\" belongs to another user. Make a copy of your own.")
    }
    if status.st_mode & 0o077 != 0 {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw TokenError(
        sentence: "The token file \"\(path)\" can be read by others (mode \(mode)). Run: chmod 600 \(path)")
    }
    return try readAll(descriptor)
  }

  private func readAll(_ descriptor: CInt) throws(TokenError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.maximumSize + 1)
    var size = 0
    while size < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress?.advanced(by: size), $0.count - size)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(errno) }
      if count == 0 { return Array(bytes[..<size]) }
      size += count
    }
    throw TokenError(
      sentence: "The token file \"\(path)\" is larger than 16 KiB. It must hold the token only.")
  }

  private func unreadable(_ code: CInt) -> TokenError {
    TokenError(sentence: "The token file \"\(path)\" cannot be read: \(String(cString: strerror(code))).")
  }
}
