import Testing

@testable import TapeTUI

@Suite struct ListRetryPolicyTests {
  @Test(
    "Waits double up to half a minute",
    arguments: zip([1, 2, 3, 4, 5, 6, 7, 1000], [1, 2, 4, 8, 16, 30, 30, 30]))
  func delays(failures: Int, seconds: Int) {
    #expect(ListRetryPolicy.delay(afterFailures: failures) == .seconds(seconds))
  }
}
