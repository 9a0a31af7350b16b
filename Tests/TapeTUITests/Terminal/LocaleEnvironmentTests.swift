import Testing

@testable import TapeTUI

@Suite struct LocaleEnvironmentTests {
  @Test(
    "The first locale variable that is not empty says whether text is UTF-8",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true),
      (["LANG": "de_DE.utf8"], true),
      (["LANG": "de_DE.UTF-8@euro"], true),
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true),
      (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"], false),
      ([:], false),
    ])
  func names(environment: [String: String], expected: Bool) {
    #expect(LocaleEnvironment.namesUTF8(environment) == expected)
  }
}
