import Testing

@testable import TapeWebSocket

@Suite("The race of addresses")
struct AddressRaceTests {
  private func address(_ literal: String) throws -> SocketAddress {
    try #require(NameResolver.known(literal, port: 80)?.first)
  }

  private let refused = SystemError(code: 111)

  @Test("Families take turns, beginning with the first address's")
  func interleaving() throws {
    let (a, b, c) = (try address("2001:db8::1"), try address("2001:db8::2"), try address("2001:db8::3"))
    let (x, y) = (try address("192.0.2.1"), try address("192.0.2.2"))

    #expect([a, b, c, x, y].interleavedByFamily == [a, x, b, y, c])
    #expect([x, a, b].interleavedByFamily == [x, a, b])
    #expect([x, y].interleavedByFamily == [x, y])
    #expect([SocketAddress]().interleavedByFamily == [])
  }

  @Test("A failure starts the next attempt at once, and the last one loses the race")
  func failures() throws {
    let (a, x) = (try address("2001:db8::1"), try address("192.0.2.1"))
    var race = AddressRace([a, x])

    #expect(race.next() == .attempt(a))
    #expect(race.failed(SystemError(code: 101)) == .attempt(x))
    #expect(race.failed(refused) == .giveUp(AddressRace.Lost(reason: "Connection refused")))
  }

  @Test("Silence starts the next attempt beside the first, which may still win or lose")
  func silence() throws {
    let (a, x) = (try address("2001:db8::1"), try address("192.0.2.1"))
    var race = AddressRace([a, x])

    #expect(race.next() == .attempt(a))
    #expect(race.next() == .attempt(x))
    #expect(race.next() == .wait)
    #expect(race.failed(refused) == .wait)
    #expect(race.failed(refused) == .giveUp(AddressRace.Lost(reason: "Connection refused")))
  }

  @Test("A host without an address loses at once")
  func empty() {
    var race = AddressRace([])
    #expect(race.next() == .giveUp(AddressRace.Lost(reason: "it has no address")))
  }

  @Test(
    "Literals and localhost need no look-up",
    arguments: [
      ("127.0.0.1", 1), ("::1", 1), ("localhost", 2), ("LOCALHOST.", 2), ("prices.example", 0), ("", 0),
    ])
  func known(host: String, count: Int) {
    #expect((NameResolver.known(host, port: 8080) ?? []).count == count)
    #expect((NameResolver.known(host, port: 8080) ?? []).allSatisfy { $0.port == 8080 })
  }
}
