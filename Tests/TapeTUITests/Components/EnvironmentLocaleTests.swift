import Foundation
import Testing

@testable import TapeTUI

@Suite struct EnvironmentLocaleTests {
  @Test(
    "The first variable that is set decides; none stands for the C locale",
    arguments: [
      ([:], nil),
      (["LANG": "de_DE.UTF-8"], "de_DE"),
      (["LANG": "de_DE.UTF-8@euro"], "de_DE"),
      (["LANG": "de_DE@euro"], "de_DE"),
      (["LANG": "ja"], "ja"),
      (["LANG": "sr_RS.UTF-8@latin"], "sr_Latn_RS"),
      (["LANG": "en_US.UTF-8", "LC_NUMERIC": "fr_FR.UTF-8"], "fr_FR"),
      (["LC_NUMERIC": "fr_FR.UTF-8", "LC_MONETARY": "de_CH.UTF-8"], "de_CH"),
      (["LANG": "en_US.UTF-8", "LC_MONETARY": "de_CH", "LC_ALL": "C"], nil),
      (["LANG": "en_GB.UTF-8", "LC_ALL": ""], "en_GB"),
      (["LANG": "C"], nil),
      (["LANG": "C.UTF-8"], nil),
      (["LANG": "POSIX"], nil),
      (["LANG": "../../etc/passwd"], nil),
      (["LANG": "de_"], nil),
      (["LANG": "🙂"], nil),
    ] as [([String: String], String?)])
  func table(environment: [String: String], identifier: String?) {
    #expect(EnvironmentLocale.locale(environment)?.identifier == identifier)
  }

  @Test("The C locale is known by its names", arguments: ["", "C", "POSIX", "en_US_POSIX"])
  func posix(identifier: String) {
    #expect(EnvironmentLocale.isPOSIX(Locale(identifier: identifier)))
    #expect(!EnvironmentLocale.isPOSIX(Locale(identifier: "en_US")))
  }
}
