/// How many decimals the amounts of a currency have by its own rules (ISO 4217).
enum CurrencyExponent {
  /// The exponent of that code, or nil when the code is not known or has none (gold, test codes).
  ///
  /// `GBX`, the penny in which London quotes, is not in the standard; it has no decimals.
  static func of(_ code: String) -> Int? { table[code] }

  private static let table: [String: Int] = {
    var table: [String: Int] = [:]
    for (exponent, codes) in codesByExponent {
      for code in codes.split(separator: " ") { table[String(code)] = exponent }
    }
    return table
  }()

  private static let codesByExponent = [
    0: "BIF CLP DJF GBX GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
    CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT \
    MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR \
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU \
    UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  ]
}
