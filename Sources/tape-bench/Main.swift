import Foundation

/// Measures tape beside its floors.
@main
struct Main {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "firehose" where arguments.count == 3 && arguments[1] == "--server":
        print(try await Firehose(server: arguments[2]).run().line)
      default:
        FileHandle.standardError.write(Data("usage: tape-bench firehose --server URL\n".utf8))
        exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("tape-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}
