import Foundation

/// Runs a program, without a shell, for what it prints; blocks its thread until the program has ended.
enum CommandOutput {
  /// What became of a program.
  enum Ending: Equatable {
    /// It ended well and printed these bytes.
    case printed([UInt8])
    /// It could not be started, for this reason in the system's words.
    case notStarted(String)
    /// It ended with that status, which is not 0.
    case failed(Int32)
    /// A signal ended it.
    case killed(Int32)
    /// It took too long, and was ended with everything that it had started.
    case late
    /// It printed more than is taken, and was ended.
    case tooLarge
  }

  /// Runs the program `words[0]`, found by the `PATH`, with the other words as its arguments.
  ///
  /// It reads nothing, its errors are not shown, and it has no terminal to ask on.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - limit: How long it may take.
  ///   - maximum: The most bytes that it may print.
  static func run(_ words: [String], limit: Duration, maximum: Int) -> Ending {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .notStarted(reason(errno)) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var child: pid_t = 0
    let code = start(words, output: ends[1], &child)
    close(ends[1])
    guard code == 0 else { return .notStarted(reason(code)) }
    return follow(child, output: ends[0], limit: limit, maximum: maximum)
  }

  private static func start(_ words: [String], output: Int32, _ child: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A group of its own, so that all that it starts can be ended with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
  }

  private static func follow(_ child: pid_t, output: Int32, limit: Duration, maximum: Int) -> Ending {
    let end = ContinuousClock.now + limit
    var bytes: [UInt8] = []
    var isOpen = true
    func stop(_ ending: Ending) -> Ending {
      kill(-child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return ending
    }
    while true {
      var status: Int32 = 0
      let ended = waitpid(child, &status, WNOHANG)
      let hasEnded = ended == child || (ended < 0 && errno == ECHILD)
      // What an ended program printed is all there; one that it left behind may hold the pipe open.
      if isOpen { isOpen = read(output, into: &bytes, maximum: maximum) }
      if bytes.count > maximum { return hasEnded ? .tooLarge : stop(.tooLarge) }
      if hasEnded {
        let signal = status & 0x7F
        if signal != 0 { return .killed(signal) }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .printed(bytes) : .failed(code)
      }
      if ContinuousClock.now >= end { return stop(.late) }
      // An end without output is not told by the pipe: it is looked for.
      var event = pollfd(fd: isOpen ? output : -1, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, 20)
    }
  }

  /// Reads what there is; false when nothing will follow.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8], maximum: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= maximum {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count < 0 && errno == EAGAIN }
      bytes += chunk[..<count]
    }
    return true
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
