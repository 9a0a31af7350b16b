/// The 256-colour palette as direct colours, for terminals such as `xterm-direct` where 28 would mean a dark blue.
enum DirectColor {
  private static let steps: [Int32] = [0, 95, 135, 175, 215, 255]

  /// The value `0xRRGGBB` of a palette number from 16 to 255; the basic ones and the default stay as they are.
  static func value(of index: Int32) -> Int32 {
    switch index {
    case 16:
      // Values below 8 are palette numbers there too, so that black must not be quite 0.
      return 0x080808
    case 17...231:
      let cube = Int(index) - 16
      return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6]
    case 232...255:
      return (8 + (index - 232) * 10) * 0x01_0101
    default:
      return index
    }
  }
}
