import Testing

@testable import TapeWebSocket

@Suite struct HandshakeKeyTests {
  @Test("The key of RFC 6455 §1.3 gives the accept value printed there")
  func vector() {
    let accept = HandshakeKey.accept(for: "dGhlIHNhbXBsZSBub25jZQ==", sha1: ReferenceSHA1.digest)
    #expect(accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(
    "The vectors of RFC 4648 §10 are encoded",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
  }

  @Test("All bits of a byte survive Base64")
  func allBits() {
    #expect(Base64.encode([0xFB, 0xFF, 0xFE, 0x00]) == "+//+AA==")
  }

  @Test(
    "Only the Base64 of sixteen bytes is a key",
    arguments: [
      ("dGhlIHNhbXBsZSBub25jZQ==", true), ("dGhlIHNhbXBsZSBub25jZQ=", false), ("", false),
      ("dGhlIHNhbXBsZSBub25jZQAA", false), ("dGhlIHNhbXBsZSBub25jZ!==", false),
      ("dGhlIHNhbXBsZSBub25jZQ==AAAA", false),
    ])
  func keys(text: String, isKey: Bool) {
    #expect(Base64.isSixteenBytes(text) == isKey)
  }
}
