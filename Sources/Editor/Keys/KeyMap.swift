/// Which key means what, as data: the footer, the help page, the man page and the tests read it.
struct KeyMap: Sendable {
  /// The lines of each context in the order in which help shows them.
  private(set) var bindings: [KeyContext: [Binding]]
  /// What the keys of each context mean, by its number.
  private var commands: [[String: Command]]

  init(_ bindings: [KeyContext: [Binding]]) {
    self.bindings = bindings
    commands = Array(repeating: [:], count: KeyContext.allCases.count)
    for (context, lines) in bindings {
      commands[context.number].reserveCapacity(2 * lines.count)
      for line in lines {
        for key in line.keys { commands[context.number][key] = line.command }
      }
    }
  }

  /// What a key means; nil where it means nothing, or is text.
  ///
  /// Outside text, a letter of another script stands for the key that it is printed on.
  func command(for key: String, in context: KeyContext) -> Command? {
    if let command = commands[context.number][key] { return command }
    guard !context.takesText, let latin = KeyLayouts.latin(key) else { return nil }
    return commands[context.number][latin]
  }

  /// The key to show for a command; nil where none is bound.
  func key(for command: Command, in context: KeyContext) -> String? {
    bindings[context]?.first { $0.command == command && !$0.keys.isEmpty }?.keys.first
  }

  /// The map with the keys of some commands replaced, as Settee's own settings give them.
  ///
  /// Each entry is a command's word with its keys, such as `search: "s /"`. A key that is given
  /// away is taken from the command that had it. Unknown words come back, to be shown.
  func rebinding(_ wishes: [String: String]) -> (map: KeyMap, unknown: [String]) {
    var bindings = bindings
    var unknown: [String] = []
    for (word, keys) in wishes.sorted(by: { $0.key < $1.key }) {
      guard let command = Command(rawValue: word), !command.isFixed else {
        unknown.append(word)
        continue
      }
      let keys = keys.split(separator: " ").map(String.init)
      for context in bindings.keys {
        KeyMap.give(keys, to: command, in: &bindings[context, default: []], text: context.takesText)
      }
    }
    return (KeyMap(bindings), unknown)
  }

  private static func give(
    _ keys: [String], to command: Command, in lines: inout [Binding], text: Bool
  ) {
    guard let own = lines.firstIndex(where: { $0.command == command }) else { return }
    // Where every printable key is text, only the others can be bound.
    let keys = text ? keys.filter { $0.count > 1 } : keys
    guard !keys.isEmpty else { return }
    for index in lines.indices where index != own && !lines[index].command.isFixed {
      lines[index].keys.removeAll { keys.contains($0) }
    }
    let taken = Set(lines.filter { $0.command.isFixed }.flatMap(\.keys))
    lines[own].keys = keys.filter { !taken.contains($0) }
  }
}

extension Command {
  /// Whether the keys of the command cannot be taken away: without them nobody finds out.
  var isFixed: Bool {
    switch self {
    case .up, .down, .activate, .back, .keep, .cancel, .quit: true
    default: false
    }
  }
}
