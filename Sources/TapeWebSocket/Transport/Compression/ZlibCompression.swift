/// permessage-deflate on the system's zlib.
struct ZlibCompression: MessageCompression {
  func makeInflater(windowBits: Int) -> (any MessageInflating)? {
    // zlib's own deflaters of 8 bits look back 9, and a larger window reads whatever a smaller one does.
    ZlibInflater(windowBits: max(9, windowBits))
  }

  func makeDeflater(windowBits: Int) -> (any MessageDeflating)? {
    // zlib cannot keep to 8 bits.
    windowBits < 9 ? nil : ZlibDeflater(windowBits: windowBits)
  }
}
