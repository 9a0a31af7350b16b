@main
struct Tape {
  static func main() async {
    print("tape \(tapeVersion)")
  }
}
