import TapeDomain
import Testing

@testable import TapeData

@Suite struct SocketMailboxTests {
  private let now = Instant(nanoseconds: 7)
  private let later = Instant(nanoseconds: 8)

  private func all(_ mailbox: SocketMailbox) -> [SocketMailbox.Entry] {
    var mailbox = mailbox
    var entries: [SocketMailbox.Entry] = []
    while let entry = mailbox.take() { entries.append(entry) }
    return entries
  }

  @Test("Bursts that wait are merged and fill the box after four reads")
  func merging() {
    var mailbox = SocketMailbox()
    for index in 0..<3 { mailbox.add([beat(index)], at: now) }
    #expect(!mailbox.isFull)
    mailbox.add([beat(3)], at: later)
    #expect(mailbox.isFull)
    #expect(mailbox.take() == .burst([beat(0), beat(1), beat(2), beat(3)], at: later))
    #expect(!mailbox.isFull && mailbox.isEmpty)
  }

  @Test("Messages that turn out late are shown after the status that says so")
  func lateness() {
    var mailbox = SocketMailbox()
    mailbox.add(connected: 1)
    mailbox.add(.live)
    mailbox.add([beat(0)], at: now)
    mailbox.add(.late(since: now))
    #expect(
      all(mailbox) == [.connected(generation: 1), .status(.late(since: now)), .burst([beat(0)], at: now)])
  }

  @Test("Messages that came late stay before the news that they are in time again")
  func timeliness() {
    var mailbox = SocketMailbox()
    mailbox.add([beat(0)], at: now)
    mailbox.add(.live)
    mailbox.add([beat(1)], at: now)
    #expect(all(mailbox) == [.burst([beat(0)], at: now), .status(.live), .burst([beat(1)], at: now)])
  }

  @Test("What the source said before it ended a connection itself stays before the news of the end")
  func believed() {
    var mailbox = SocketMailbox()
    mailbox.add([beat(0)], at: now)
    mailbox.add(.live)
    mailbox.add([beat(1)], at: later)
    mailbox.connectionEnded(isBelieved: true)
    mailbox.add(.suspended)
    #expect(
      all(mailbox) == [.burst([beat(0)], at: now), .burst([beat(1)], at: later), .status(.suspended)])
  }

  @Test("What was said late stays behind the status that says so when its connection ends")
  func believedLate() {
    var mailbox = SocketMailbox()
    mailbox.add([beat(0)], at: now)
    mailbox.add(.late(since: now))
    mailbox.connectionEnded(isBelieved: true)
    mailbox.add(.suspended)
    #expect(all(mailbox) == [.status(.late(since: now)), .burst([beat(0)], at: now), .status(.suspended)])
  }

  @Test("A connection that nobody heard of is not believed, and neither is what has waited for long")
  func disbelieved() {
    var mailbox = SocketMailbox()
    mailbox.add([beat(0)], at: now)
    mailbox.forgetBursts(before: later)
    mailbox.add(connected: 2)
    mailbox.add(.live)
    mailbox.add([beat(1)], at: later)
    mailbox.connectionEnded(isBelieved: true)
    #expect(all(mailbox) == [])
  }

  @Test("What a connection that was given up said is taken back, but for its errors")
  func end() {
    var mailbox = SocketMailbox()
    let error = FeedMessage.error(code: "limit", symbol: nil, message: "too many")
    mailbox.add(.connecting)
    mailbox.add(connected: 1)
    mailbox.add(.live)
    mailbox.add([beat(0), error], at: now)
    mailbox.connectionEnded()
    mailbox.add(.suspended)
    #expect(all(mailbox) == [.status(.connecting), .burst([error], at: now), .status(.suspended)])
  }

  @Test("Without a consumer a link that retries for ever fills no memory")
  func bounded() {
    var mailbox = SocketMailbox()
    for attempt in 1...1000 {
      mailbox.connectionEnded()
      mailbox.add(.reconnecting(attempt: attempt, retryAt: later, since: now, reason: ""))
      mailbox.add(.reconnecting(attempt: attempt, retryAt: nil, since: now, reason: ""))
      mailbox.add(connected: attempt)
    }
    #expect(all(mailbox).count <= 3)
  }
}
