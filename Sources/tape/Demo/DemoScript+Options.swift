import Foundation
import TapeExchange

extension DemoScript {
  /// The script that the options ask for; nil for none.
  ///
  /// - Throws: ``StartError`` that names the file, the line and what is allowed.
  static func script(for options: Options) throws -> DemoScript? {
    if options.tour { return try tour() }
    guard let path = options.scriptFile else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try ScriptFile.bytes(of: path)
    } catch {
      throw unusable(path, error.reason)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw unusable(path, "it is no UTF-8 text")
    }
    do {
      // The mark that some editors put before the first line.
      return try DemoScript(String(text.unicodeScalars.drop { $0 == "\u{FEFF}" }))
    } catch {
      throw StartError(sentence: "The script \"\(path)\", \(error)")
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> StartError {
    StartError(sentence: "Can't use the script \"\(path)\": \(reason). Choose another --script file.")
  }
}
