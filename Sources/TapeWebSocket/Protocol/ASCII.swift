extension UInt8 {
  /// A decimal digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// A letter of ASCII.
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

  /// A digit of a hexadecimal number.
  var isHexadecimalDigit: Bool {
    isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }

  /// What the name of a host is made of.
  var isInHostName: Bool { isDigit || isLetter || "-._".utf8.contains(self) }

  /// A printing character of ASCII other than the space.
  var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }

  /// What a field's name and a method are made of (RFC 9110 §5.6.2).
  var isTokenCharacter: Bool { isDigit || isLetter || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// A space or tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// What a field's value is made of: no control character but the tab (RFC 9110 §5.5).
  var isFieldContent: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }
}

extension Int {
  /// Reads one to nine decimal digits and nothing else; nil for anything else.
  init?(decimal digits: some Collection<UInt8>) {
    guard (1...9).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
