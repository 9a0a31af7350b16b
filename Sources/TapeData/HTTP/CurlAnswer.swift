import CCurl
import TapeWebSocket

/// Collects what one transfer receives, within limits; lives on the transfer's thread only.
final class CurlAnswer {
  /// Why we ended the transfer ourselves; nil when we did not.
  private(set) var fault: HTTPError?
  /// The body so far.
  private(set) var body: [UInt8] = []
  /// The header fields of the newest head, since each redirect has a head of its own.
  private(set) var headers: [HTTPHeader] = []

  private let limits: HTTPLimits
  private let isCancelled: () -> Bool
  private var headSize = 0

  /// An empty answer.
  init(limits: HTTPLimits, isCancelled: @escaping () -> Bool) {
    self.limits = limits
    self.isCancelled = isCancelled
  }

  /// Runs the transfer of `handle` and collects what it brings.
  func perform(_ handle: UnsafeMutableRawPointer) -> CURLcode {
    withExtendedLifetime(self) {
      let pointer = Unmanaged.passUnretained(self).toOpaque()
      tape_curl_easy_setopt_ptr(handle, CURLOPT_WRITEDATA, pointer)
      tape_curl_easy_setopt_ptr(handle, CURLOPT_HEADERDATA, pointer)
      tape_curl_easy_setopt_ptr(handle, CURLOPT_XFERINFODATA, pointer)
      tape_curl_easy_setopt_write_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, pointer in
        CurlAnswer.from(pointer)?.add(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
      tape_curl_easy_setopt_write_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, pointer in
        CurlAnswer.from(pointer)?.add(head: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
      tape_curl_easy_setopt_progress_callback(handle) { pointer, _, _, _, _ in
        CurlAnswer.from(pointer).map { $0.isCancelled() ? 1 : 0 } ?? 1
      }
      return curl_easy_perform(handle)
    }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlAnswer? {
    pointer.map { Unmanaged<CurlAnswer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a part of the body; returns how much was taken, where less than all ends the transfer.
  private func add(body bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= limits.maximumBodySize else {
      fault = .tooLarge(limit: limits.maximumBodySize)
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  /// Takes a line of a head, as ``add(body:)`` does.
  private func add(head bytes: UnsafeRawBufferPointer) -> Int {
    headSize += bytes.count
    guard headSize <= limits.maximumHeadSize else {
      fault = .tooLarge(limit: limits.maximumHeadSize)
      return 0
    }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      let isSpace = { (character: Character) in character.isWhitespace }
      let value = line[line.index(after: colon)...].drop(while: isSpace).reversed().drop(while: isSpace)
      headers.append(HTTPHeader(name: String(line[..<colon]), value: String(value.reversed())))
    }
    return bytes.count
  }
}
