import TapeDomain
import TapeTestSupport
import Testing

@Suite struct TimeTests {
  @Test("An instant survives the way to the continuous clock and back")
  func roundTrip() {
    let instant = Instant(nanoseconds: 123_456_789_012)
    #expect(Instant(instant.continuous) == instant)
  }

  @Test("Nanoseconds clamp instead of overflowing")
  func clamped() {
    #expect(Duration.seconds(Int64.max / 2).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min / 2).wholeNanoseconds == .min)
    #expect(Duration.milliseconds(-1500).wholeNanoseconds == -1_500_000_000)
  }

  @Test("Instants end where 64 bits do, and never turn round")
  func saturated() {
    let late = Instant(nanoseconds: .max - 5)
    #expect(late + .seconds(1) == Instant(nanoseconds: .max))
    #expect(late + .seconds(1 << 60) == Instant(nanoseconds: .max))
    #expect(Instant(nanoseconds: .min + 5) - .seconds(1) == Instant(nanoseconds: .min))
    #expect(Instant(nanoseconds: .min) + .seconds(-1) == Instant(nanoseconds: .min))
    #expect(Instant(nanoseconds: .min) - Instant(nanoseconds: .max) == .nanoseconds(Int64.min))
    #expect(Instant(nanoseconds: 7) - .nanoseconds(5) == Instant(nanoseconds: 2))
  }

  @Test("The server's clock keeps the reading that travelled least")
  func serverClock() {
    let start = Instant(nanoseconds: 0)
    let first = ServerClock(time: Timestamp(seconds: 100), instant: start)
    // Two seconds later the server says 101.5: that message was half a second late.
    let late = ServerClock(
      time: Timestamp(nanoseconds: 101_500_000_000), instant: start + .seconds(2))
    #expect(first.merged(with: late) == first)
    let prompt = ServerClock(time: Timestamp(nanoseconds: 102_100_000_000), instant: start + .seconds(2))
    #expect(first.merged(with: prompt) == prompt)
    #expect(prompt.now(at: start + .seconds(3)) == Timestamp(nanoseconds: 103_100_000_000))
  }
}
