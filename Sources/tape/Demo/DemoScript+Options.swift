import Foundation
import TapeExchange

extension DemoScript {
  /// The script that the options ask for; nil for none.
  ///
  /// - Throws: ``StartError`` that names the file, the line and what is allowed.
  static func script(for options: Options) throws -> DemoScript? {
    if options.tour { return try tour() }
    guard let path = options.scriptFile else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw unusable(path, "it cannot be read")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw unusable(path, "it is no UTF-8 text")
    }
    do {
      return try DemoScript(text)
    } catch {
      throw StartError(sentence: "The script \"\(path)\", \(error)")
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> StartError {
    StartError(sentence: "Can't use the script \"\(path)\": \(reason). Choose another --script file.")
  }
}
