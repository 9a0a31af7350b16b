import Foundation

/// Standard output, written whole; a reader that has gone away ends the program quietly.
enum StandardOutput {
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        // EPIPE: `tape | head` has read enough. Anything else cannot be told to anybody either.
        exit(errno == EPIPE ? ExitStatus.fine : ExitStatus.failed)
      }
      bytes = bytes.dropFirst(written)
    }
  }
}

/// Standard error, for sentences to the user.
enum StandardError {
  static func say(_ sentence: String) {
    FileHandle.standardError.write(Data("tape: \(sentence)\n".utf8))
  }
}
