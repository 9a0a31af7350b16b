import Foundation

/// One thread that serves any number of sockets with `poll(2)`; it never blocks on anything else.
///
/// Made once and handed to whoever opens or accepts connections. Handlers are called on it.
public final class SocketThread: Sendable {
  /// What lives on the thread.
  let loop: ThreadConfined<SocketLoop>
  private let inbox: SocketInbox

  /// Starts the thread; throws when the system has no descriptors left for its pipe.
  public init() throws(SystemError) {
    let inbox = try SocketInbox()
    let loop = ThreadConfined(SocketLoop(inbox: inbox))
    self.inbox = inbox
    self.loop = loop
    let thread = Thread { loop.value.run() }
    thread.name = "sockets"
    thread.start()
  }

  deinit {
    inbox.end()
  }

  /// Whether the caller runs on this thread.
  public var isCurrent: Bool { inbox.isOnThread }

  /// Executes work on the thread, in the order of the calls; returns at once.
  ///
  /// - Returns: Whether it will be executed: false after the thread has ended.
  @discardableResult
  public func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    inbox.post(work)
  }

  /// Ends the thread: every connection is cut, every listener closed, and their handlers are told so.
  public func stop() {
    inbox.end()
  }
}
