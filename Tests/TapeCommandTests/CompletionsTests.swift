import TapeData
import Testing

@testable import tape

@Suite struct CompletionsTests {
  @Test(
    "Every option of every command is in the completions of every shell, and no hidden command is",
    arguments: Completions.Shell.allCases)
  func complete(shell: Completions.Shell) {
    let script = Completions.script(for: shell)
    for command in [.watch] + Completions.commands {
      #expect(script.contains(command.rawValue))
      for option in OptionTable.options(of: command) {
        let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(name), "\(option.name)")
      }
    }
    #expect(ListVerb.usages.allSatisfy { script.contains($0.verb) })
    #expect(!script.contains("manual"))
    #expect(SourceChoice.names.allSatisfy { script.contains($0) })
    #expect(script.contains("tape list 2>/dev/null"), "the names of lists")
    if shell == .zsh { #expect(script.hasPrefix("#compdef tape\n")) }
  }

  @Test("The man page has every command, option, setting and key")
  func manual() {
    let page = ManualPage.text.replacing("\\-", with: "-").replacing("\\&", with: "").replacing(
      "\\e", with: "\\")
    for option in OptionTable.all {
      #expect(page.contains(".B \(option.signature.replacing("…", with: "..."))\n"), "\(option.name)")
      #expect(page.contains(option.help), "\(option.name)")
    }
    for setting in SettingTable.all { #expect(page.contains(".B \(setting.key)\n")) }
    #expect(Completions.commands.allSatisfy { page.contains(".SH TAPE \($0.rawValue.uppercased())") })
    #expect(page.contains("freeze the rows"))
    for key in SourceCatalog.all.flatMap(\.keys) { #expect(page.contains(key.name)) }
  }
}
