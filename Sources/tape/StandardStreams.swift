import Foundation

/// Standard output, written whole; a reader that has gone away ends the program quietly.
enum StandardOutput {
  static func write(_ text: String) {
    guard let error = writeAll(text, to: STDOUT_FILENO) else { return }
    // `tape | head` has read enough.
    if error == EPIPE { exit(ExitStatus.fine) }
    StandardError.say("Can't write to standard output: \(String(cString: strerror(error))).")
    exit(ExitStatus.failed)
  }
}

/// Standard error, for sentences to the user; without a reader they are lost, and nothing else is.
enum StandardError {
  static func say(_ sentence: String) {
    _ = writeAll("tape: \(sentence)\n", to: STDERR_FILENO)
  }
}

/// Writes all of the text; returns the error that kept it from that.
private func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0, errno == EINTR { continue }
    if written < 0 { return errno }
    bytes = bytes.dropFirst(written)
  }
  return nil
}
