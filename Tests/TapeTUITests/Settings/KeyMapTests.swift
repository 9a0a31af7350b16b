import Testing

@testable import TapeTUI

@Suite struct KeyMapTests {
  @Test("Every action of the standard table has a name that the settings may use, apart from the mouse's")
  func names() {
    let unnamed = WatchlistKeys.table(.flight).filter { KeyActionName.names[$0.action] == nil }.flatMap(
      \.keys)
    #expect(unnamed.allSatisfy { [.wheelUp, .wheelDown, .click(row: 0, column: 0)].contains($0) })
    #expect(Set(KeyMap.actionNames).count == KeyMap.actionNames.count)
  }

  @Test("A changed action has the new keys only; the others stay")
  func changed() throws {
    let map = try KeyMap(changing: ["quit": ["Q", "ctrl-x"], "pause": ["space"], "page-down": ["pgdn"]])
    #expect(map.action(for: .character("Q")) == .quit)
    #expect(map.action(for: .control("x")) == .quit)
    #expect(map.action(for: .character("q")) == nil)
    #expect(map.action(for: .character(" ")) == .togglePause)
    #expect(map.action(for: .pageDown) == .pageDown)
    #expect(map.action(for: .character("j")) == .selectNext)
    #expect(map.text == "page-down=PgDn pause=Space quit=Q+Ctrl-X")
    #expect(try KeyMap(changing: [:]) == .standard)
  }

  @Test("An action without keys is neither handled nor named")
  func none() throws {
    let map = try KeyMap(changing: ["pause": []])
    #expect(map.action(for: .character("p")) == nil)
    #expect(!map.table([]).contains { $0.action == .togglePause })
  }

  @Test(
    "What cannot be is refused with a sentence",
    arguments: [
      (["quit": ["p"]], "The key p is to do two things, 'pause' and 'quit'."),
      (["quit": ["x"], "pause": ["x"]], "The key x is to do two things"),
      (["quit": ["q", "q"]], "The key q is to do two things, 'quit' and 'quit'."),
      (["leave": ["q"]], "'leave' is nothing that a key does. Allowed: up, down, page-up"),
      (["quit": ["qq"]], "'qq' is no key. Allowed: a character, ctrl-x"),
      (["quit": [""]], "'' is no key."),
      (["quit": ["ctrl-c"]], "Ctrl-C ends, Ctrl-Z stops"),
      (["quit": ["ctrl-m"]], "the same as Backspace, Tab or Enter"),
      (["quit": ["f64"]], "'f64' is no key."),
    ] as [([String: [String]], String)])
  func refused(changes: [String: [String]], sentence: String) {
    let error = #expect(throws: SettingRefusal.self) { try KeyMap(changing: changes) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test(
    "Keys are read as they are written",
    arguments: [
      ("q", Key.character("q")), ("Q", .character("Q")), ("é", .character("é")), ("Space", .character(" ")),
      ("ctrl-Q", .control("q")), ("alt-Q", .alt("Q")), ("F12", .function(12)), ("shift-tab", .backTab),
      ("PgDn", .pageDown), ("f", .character("f")), ("-", .character("-")),
    ])
  func keys(text: String, key: Key) throws {
    #expect(try KeyName.key(text) == key)
  }

  @Test("Where rises are red, falls are green, flashes too; LIVE stays green and warnings red")
  func eastAsia() {
    for colors in [TerminalTraits.Colors.many, .sixteen, .eight] {
      let west = Theme(colors: colors, available: [.dim])
      let east = Theme(colors: colors, available: [.dim], prices: .redGreen)
      let pairs: [(Style.Role, Style.Role)] = [
        (.up, .down), (.flashUp, .flashDown), (.flashUpFading, .flashDownFading),
      ]
      for (up, down) in pairs {
        #expect(east.look(of: Style(up)) == west.look(of: Style(down)))
        #expect(east.look(of: Style(down)) == west.look(of: Style(up)))
      }
      for role in [Style.Role.live, .warning, .stale, .normal] {
        #expect(east.look(of: Style(role)) == west.look(of: Style(role)))
      }
    }
  }
}
