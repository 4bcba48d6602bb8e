import Settee
import SetteeEditor

extension Verb {
  /// `completions`: what a shell needs to complete words.
  static let completions = Verb(
    "completions", "prints the completions for a shell",
    operands: [Operand("bash|zsh|fish", .oneOf(["bash", "zsh", "fish"]))],
    notes: [
      "For bash: settee completions bash > ~/.local/share/bash-completion/completions/settee",
      "For zsh: settee completions zsh > a folder of $fpath, as _settee",
      "For fish: settee completions fish > ~/.config/fish/completions/settee.fish",
    ],
    examples: ["completions bash"]
  ) { call in
    let shell = call.invocation.operands[0]
    guard let script = CompletionScript.text(for: shell) else {
      throw Failure(.usage, "There are completions for bash, zsh and fish, not for “\(shell)”.")
    }
    try call.console.write(script)
    return .done
  }

  /// `complete`: what may stand at the end of the words; the shells' scripts call it.
  static let complete = Verb(
    "__complete", "prints what may stand in place of the last word",
    operands: [Operand("WORD", .text, .many)], hidden: true
  ) { call in
    for word in Completion(call.invocation.operands, call: call).candidates {
      try call.console.line(SafeText.line(word))
    }
    return .done
  }
}
