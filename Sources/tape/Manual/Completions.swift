/// Completions for shells, made from the option table.
enum Completions {
  /// A shell that they are made for.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  /// The commands that a shell offers.
  static let commands = CommandName.allCases.filter { !$0.isHidden && $0 != .watch }

  /// The script of a shell.
  static func script(for shell: Shell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    let note =
      "# Completions of tape \(tapeVersion) for \(shell.rawValue), made by 'tape completions \(shell.rawValue)'."
    // The first line of a file of zsh's names the command.
    return ((shell == .zsh ? ["#compdef tape"] : []) + [note] + lines).joined(separator: "\n") + "\n"
  }

  private static func names(_ command: CommandName) -> [String] {
    OptionTable.options(of: command).map(\.name)
  }

  /// The verbs of `tape list` whose first operand is a list that is there.
  private static let verbsOfLists = ListVerb.usages.filter {
    $0.operands.hasPrefix("NAME") && $0.verb != "new"
  }
  .map(\.verb)

  /// Prints the names of the lists, one a line.
  private static let listNames = "tape list 2>/dev/null | sed -n 's/^ *[0-9][0-9]*  //p'"

  // MARK: - bash

  private static var bash: [String] {
    var lines = [
      // Names are no words of the shell's: nothing in them may be expanded.
      "_tape_lists() {", "  local name", "  compopt -o filenames",
      "  while IFS= read -r name; do", "    [[ $name == \"${1//\\\\/}\"* ]] && COMPREPLY+=(\"$name\")",
      "  done < <(\(listNames))", "}",
      "_tape() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=watch",
      "  COMPREPLY=()", "  case ${COMP_WORDS[1]} in",
      "    \(commands.map(\.rawValue).joined(separator: "|"))) if ((COMP_CWORD > 1)); then command=${COMP_WORDS[1]}; fi ;;",
      "  esac", "  case \"$command $previous\" in",
    ]
    for command in [.watch] + commands {
      for option in OptionTable.options(of: command) {
        guard let values = OptionValues.of(option, for: command) else { continue }
        let action =
          switch values {
          case .choices(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\")); return"
          case .file: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\")); return"
          case .listName: "_tape_lists \"$current\"; return"
          case .free: "return"
          }
        lines.append("    '\(command.rawValue) \(option.name)') \(action) ;;")
      }
    }
    let verbs = ListVerb.usages.map(\.verb).joined(separator: " ")
    lines += [
      "    'list list') COMPREPLY=($(compgen -W '\(verbs) --format --name --replace --help' -- \"$current\")); return ;;",
      "    \(verbsOfLists.map { "'list \($0)'" }.joined(separator: "|"))) _tape_lists \"$current\"; return ;;",
      "    'list import') compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\")); return ;;",
      "  esac", "  local words=", "  case $command in",
    ]
    for command in [.watch] + commands {
      lines.append("    \(command.rawValue)) words='\(names(command).joined(separator: " "))' ;;")
    }
    lines += [
      "  esac",
      "  if ((COMP_CWORD == 1)); then words+=' \(commands.map(\.rawValue).joined(separator: " "))'; fi",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))", "}", "complete -F _tape tape",
    ]
    return lines
  }

  // MARK: - zsh

  private static var zsh: [String] {
    var lines = [
      "_tape_lists() {", "  local -a names=(${(f)\"$(\(listNames))\"})", "  compadd -a names", "}",
      "_tape() {", "  local -a commands=(",
    ]
    lines += commands.map { "    \(quoted("\($0.rawValue):\($0.summary)"))" }
    lines += [
      "  )", "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then",
      "    _describe -t commands command commands",
      "    return", "  fi", "  case $words[2] in",
    ]
    for command in commands + [.watch] {
      lines.append("    \(command == .watch ? "*" : command.rawValue))")
      lines.append("      _arguments -S \\")
      for option in OptionTable.options(of: command) {
        let help = option.help.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
        var text = "\(option.name)[\(help)]"
        switch OptionValues.of(option, for: command) {
        case .choices(let words): text += ":\(option.value ?? ""):(\(words.joined(separator: " ")))"
        case .file: text += ":\(option.value ?? ""):_files"
        case .listName: text += ":\(option.value ?? ""):_tape_lists"
        case .free: text += ":\((option.value ?? "").replacing(":", with: "\\:")):"
        case nil: break
        }
        lines.append("        \(quoted(text)) \\")
      }
      if command == .list {
        lines.append("        '2:verb:(\(ListVerb.usages.map(\.verb).joined(separator: " ")))' \\")
        lines.append(
          "        '3:word:{ case $words[3] in \(verbsOfLists.joined(separator: "|"))) _tape_lists ;; "
            + "import) _files ;; esac }' '*:word:()' ;;")
      } else {
        // Operands end no options, and nothing is offered for them.
        lines.append("        '*:word:()' ;;")
      }
    }
    // Found by way of fpath the file is the function; sourced, it registers it.
    return lines
      + [
        "  esac", "}",
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tape \"$@\"; else compdef _tape tape; fi",
      ]
  }

  // MARK: - fish

  private static var fish: [String] {
    let all = commands.map(\.rawValue).joined(separator: " ")
    var lines = ["complete -c tape -f"]
    for command in commands {
      lines.append(
        "complete -c tape -n __fish_use_subcommand -a \(command.rawValue) -d \(quoted(command.summary))")
    }
    for command in [.watch] + commands {
      let condition =
        command == .watch
        ? "not __fish_seen_subcommand_from \(all)" : "__fish_seen_subcommand_from \(command.rawValue)"
      for option in OptionTable.options(of: command) {
        let value =
          switch OptionValues.of(option, for: command) {
          case .choices(let words): " -x -a \(quoted(words.joined(separator: " ")))"
          case .file: " -r -F"
          case .listName: " -x -a \(quoted("(\(listNames))"))"
          case .free: " -x"
          case nil: ""
          }
        lines.append(
          "complete -c tape -n \(quoted(condition)) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help))"
        )
      }
    }
    let verbs = ListVerb.usages.map(\.verb).joined(separator: " ")
    for usage in ListVerb.usages {
      let condition = "__fish_seen_subcommand_from list; and not __fish_seen_subcommand_from \(verbs)"
      lines.append("complete -c tape -n \(quoted(condition)) -a \(usage.verb) -d \(quoted(usage.help))")
    }
    let isFirst = "__fish_seen_subcommand_from list; and test (count (commandline -opc)) = 3"
    let condition = "\(isFirst); and contains -- (commandline -opc)[3] \(verbsOfLists.joined(separator: " "))"
    lines.append("complete -c tape -n \(quoted(condition)) -a \(quoted("(\(listNames))"))")
    lines.append("complete -c tape -n '__fish_seen_subcommand_from import' -F")
    return lines
  }

  private static func quoted(_ text: String) -> String { ShellWord.inQuotes(text) }
}
