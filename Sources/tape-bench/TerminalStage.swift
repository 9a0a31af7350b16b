import Foundation
import Synchronization
import TapeTUI

/// A real terminal of this process's own: ncurses writes to a pseudo-terminal, and what it writes is counted.
@MainActor
final class TerminalStage {
  /// What came out of the pseudo-terminal.
  struct Output {
    /// Bytes so far.
    var bytes = 0
    /// The processor time that reading them took, in seconds.
    var seconds = 0.0
  }

  /// The terminal as the program has it.
  let terminal: NcursesTerminal
  private let main: Int32
  private let results: Int32
  private let output = Mutex(Output())

  /// Runs a measurement on a terminal, then prints what it found where standard output was.
  static func run(_ body: (TerminalStage) async throws -> [Figure]) async throws {
    guard takeSession() else { exit(try runInOwnSession()) }
    let stage = try TerminalStage()
    let figures: [Figure]
    do {
      figures = try await body(stage)
    } catch {
      stage.end()
      throw error
    }
    stage.end()
    figures.forEach(Figure.print)
  }

  private init() throws {
    var main: Int32 = -1
    var side: Int32 = -1
    var size = winsize(ws_row: 100, ws_col: 250, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&main, &side, nil, nil, &size) == 0 else {
      throw BenchFault("There is no pseudo-terminal left.")
    }
    _ = ioctl(side, UInt(TIOCSCTTY), 0)
    self.main = main
    results = dup(STDOUT_FILENO)
    dup2(side, STDIN_FILENO)
    dup2(side, STDOUT_FILENO)
    close(side)
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
    setenv("LC_ALL", "C.UTF-8", 1)
    terminal = try NcursesTerminal.open(options: TerminalOptions(environment: environment))
    let reader = Thread { [self] in read() }
    reader.name = "reader"
    reader.start()
  }

  /// What came out so far, once nothing more comes.
  func drain() async throws -> Output {
    var last = -1
    while true {
      try await Task.sleep(for: .milliseconds(20))
      let output = output.withLock { $0 }
      if output.bytes == last { return output }
      last = output.bytes
    }
  }

  /// Gives the terminal another size, as a window does.
  func resize(to size: TerminalSize) async throws {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &window)
    for _ in 0..<200 where terminal.size != size { try await Task.sleep(for: .milliseconds(10)) }
    guard terminal.size == size else { throw BenchFault("The terminal did not take the size \(size).") }
  }

  /// How often this process has called write(2) so far.
  static var writes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8) else { return 0 }
    let line = text.split(separator: "\n").first { $0.hasPrefix("syscw:") }
    return line.flatMap { Int($0.dropFirst(6).drop { $0 == " " }) } ?? 0
  }

  private func end() {
    terminal.leave()
    dup2(results, STDOUT_FILENO)
  }

  private nonisolated func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(main, &buffer, buffer.count)
      guard count > 0 else { return }
      let seconds = Rounds.threadSeconds
      output.withLock {
        $0.bytes += count
        $0.seconds = seconds
      }
    }
  }

  /// Leads a session, which alone can get a terminal of its own; false for the leader of a group, as a shell starts it.
  private static func takeSession() -> Bool { setsid() >= 0 || getsid(0) == getpid() }

  /// Runs the same command in a session of its own; its status.
  private static func runInOwnSession() throws -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID, which the module does not have.
    posix_spawnattr_setflags(&attributes, 0x80)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, "/proc/self/exe", nil, &attributes, &arguments, environ)
    guard status == 0 else { throw BenchFault("The measurement could not be started: error \(status).") }
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) < 0, errno == EINTR {}
    return ending & 0x7F == 0 ? ending >> 8 & 0xFF : 1
  }
}
