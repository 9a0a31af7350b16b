import Foundation

/// Measures tape beside its floors.
@main
struct Main {
  private static let usage = """
    usage: tape-bench firehose --server URL
           tape-bench decode | codec | render | list  [--quick]

    """

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let isQuick = arguments.dropFirst() == ["--quick"]
    do {
      switch arguments.first {
      case "firehose" where arguments.count == 3 && arguments[1] == "--server":
        print(try await Firehose(server: arguments[2]).run().line)
      case "decode" where arguments.count == 1 || isQuick:
        try DecodeBench(isQuick: isQuick).run().forEach(Figure.print)
      case "codec" where arguments.count == 1 || isQuick:
        try CodecBench(isQuick: isQuick).run().forEach(Figure.print)
      case "render" where arguments.count == 1 || isQuick:
        try await TerminalStage.run { try await RenderBench(stage: $0, isQuick: isQuick).run() }
      case "list" where arguments.count == 1 || isQuick:
        try await TerminalStage.run { try await ListBench(stage: $0).run() }
      default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("tape-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}
