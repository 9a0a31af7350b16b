import Foundation

@testable import TapeData
@testable import TapeDomain

/// Numbers and amounts beside Foundation's `Decimal`. The first byte is the scale, the rest two texts with a space
/// between.
///
/// An integer of 64 bits must be read exactly and anything else refused; the differences and percentages of the
/// amounts must be those that `Decimal` tells.
enum NumberTarget {
  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let texts = bytes.dropFirst().split(separator: UInt8(ascii: " "), maxSplits: 1)
    let numbers = texts.map { read(Array($0)) }
    guard numbers.count == 2, let one = numbers[0], let two = numbers[1] else { return }
    let scale = Int(first) % (Money.maximumScale + 1)
    let otherScale = Int(first >> 4) % (Money.maximumScale + 1)
    compare(
      Money(minorUnits: one, currency: "EUR", scale: scale),
      Money(minorUnits: two, currency: "EUR", scale: otherScale))
  }

  /// The number that the feed's scanner reads, judged.
  private static func read(_ text: [UInt8]) -> Int? {
    var scanner = JSONScanner()
    var read: Int?
    if case .value(let value)? = try? scanner.integer(in: text.span), scanner.offset == text.count {
      read = value
    }
    let expected = reference(text)
    check(read == expected, "\(String(decoding: text, as: UTF8.self)) read as \(String(describing: read))")
    return read
  }

  /// The integer that the text is (RFC 8259 §6), by way of `Decimal`.
  private static func reference(_ text: [UInt8]) -> Int? {
    let text = Array(text.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) })
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.count <= 30, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30,
      let decimal = Decimal(
        string: String(decoding: text, as: UTF8.self), locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    guard decimal >= Decimal(Int.min), decimal <= Decimal(Int.max) else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
  }

  private static func compare(_ price: Money, _ base: Money) {
    let (exact, exactBase) = (decimal(price), decimal(base))
    if let change = price.change(from: base) {
      check(decimal(change) == exact - exactBase, "the change of \(price) from \(base) is \(change)")
    }
    guard let percent = price.percentChange(from: base) else { return }
    var quotient = (exact - exactBase) * 10_000 / exactBase
    // Beyond this the 38 digits of Decimal do not show on which side of a half the rest lies.
    guard abs(quotient) < Decimal(sign: .plus, exponent: 17, significand: 1) else { return }
    var rounded = Decimal()
    NSDecimalRound(&rounded, &quotient, 0, .bankers)
    let sign = exact == exactBase ? 0 : exact > exactBase ? 1 : -1
    check(percent.sign == sign, "the sign of \(price) from \(base) is \(percent.sign)")
    check(abs(rounded) == Decimal(percent.hundredths), "\(price) from \(base) is \(percent), not \(rounded)")
  }

  private static func decimal(_ money: Money) -> Decimal {
    let sign: FloatingPointSign = money.minorUnits < 0 ? .minus : .plus
    return Decimal(sign: sign, exponent: -money.scale, significand: Decimal(money.minorUnits.magnitude))
  }
}
