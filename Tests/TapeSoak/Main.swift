import Foundation
import TapeDomain

/// `tape-soak SECONDS SEED FOLDER`: the program against its exchange for so long; status 1 when something did not hold.
@main
struct Main {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    guard arguments.count == 3, let seconds = Int(arguments[0]), let seed = UInt64(arguments[1]) else {
      print("usage: tape-soak SECONDS SEED FOLDER")
      exit(2)
    }
    do {
      try FileManager.default.createDirectory(atPath: arguments[2], withIntermediateDirectories: true)
      let stamp = Int(Date().timeIntervalSince1970)
      let soak = try Soak(
        seed: seed, duration: .seconds(seconds), tape: "\(arguments[2])/seed-\(seed)-\(stamp).tape.gz")
      exit(try await soak.run() ? 0 : 1)
    } catch {
      print("tape-soak: \(error)")
      exit(1)
    }
  }
}
