extension Key {
  /// What people call the key, such as `^R`, `S-Tab`, `PgUp` or `F1`.
  public var name: String {
    var text = ""
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    if modifiers.contains(.control) {
      if case .character(let character) = code, modifiers == .control {
        return "^" + character.uppercased()
      }
      text += "C-"
    }
    return text.isEmpty ? plainName : text + plainName
  }

  private var plainName: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .escape: "Esc"
    }
  }

  private static let named: [Code] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .delete,
    .insert, .escape,
  ]

  /// The key of a name; nil where there is none.
  public init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    if rest.hasPrefix("^"), rest.count == 2, let last = rest.last {
      self.init(.character(Character(last.lowercased())), .control)
      return
    }
    let prefixes: [(String, Modifiers)] = [("M-", .alt), ("S-", .shift), ("C-", .control)]
    while rest.count > 2, let found = prefixes.first(where: { rest.hasPrefix($0.0) }) {
      modifiers.insert(found.1)
      rest = rest.dropFirst(2)
    }
    if rest == "Space" {
      self.init(.character(" "), modifiers)
    } else if rest.count == 1, let character = rest.first {
      self.init(.character(character), modifiers)
    } else if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers)
    } else if let found = Self.named.first(where: { Key($0).name == rest }) {
      self.init(found, modifiers)
    } else {
      return nil
    }
  }
}
