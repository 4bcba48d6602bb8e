/// A key that the user pressed, with modifiers such as Control.
package struct KeyPress: Sendable, Hashable {
  /// A key without its modifiers.
  package enum Code: Sendable, Hashable {
    /// A key that types a character, such as A or 1.
    ///
    /// The character includes the effect of the Shift key, as in `A`.
    case character(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backspace, delete, insert, escape
    case function(Int)
  }

  /// The modifier keys.
  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The Shift key, which is reported only if the typed character doesn't already show its
    /// effect.
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package init(_ character: Character) { self.init(.character(character)) }

  /// The character that the key types, or `nil` if it doesn't type a character.
  package var typed: Character? {
    guard case .character(let character) = code, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }

  /// The name of the key in Settee's settings and help, such as `^R`, `S-Tab`, `PgUp`, or `F1`.
  package var name: String {
    if case .character(let character) = code, modifiers == .control {
      return "^" + character.uppercased()
    }
    var text = ""
    for (prefix, modifier) in KeyPress.prefixes where modifiers.contains(modifier) {
      text += prefix
    }
    return text.isEmpty ? plainName : text + plainName
  }

  private static let prefixes: [(String, Modifiers)] = [
    ("M-", .alt), ("S-", .shift), ("C-", .control),
  ]

  private var plainName: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    default: KeyPress.names.first { $0.code == code }?.name ?? ""
    }
  }

  private static let names: [(code: Code, name: String)] = [
    (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"),
    (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.enter, "Enter"), (.tab, "Tab"),
    (.backspace, "Backspace"), (.delete, "Delete"), (.insert, "Insert"), (.escape, "Esc"),
  ]

  /// Creates a key press from the name of a key, such as `^R`, or returns `nil` if the name is
  /// unknown.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    if rest.hasPrefix("^"), rest.count == 2, let last = rest.last {
      self.init(.character(Character(last.lowercased())), .control)
      return
    }
    while rest.count > 2, let found = KeyPress.prefixes.first(where: { rest.hasPrefix($0.0) }) {
      modifiers.insert(found.1)
      rest = rest.dropFirst(2)
    }
    if rest == "Space" {
      self.init(.character(" "), modifiers)
    } else if rest.count == 1, let character = rest.first {
      self.init(.character(character), modifiers)
    } else if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers)
    } else if let found = KeyPress.names.first(where: { $0.name == rest }) {
      self.init(found.code, modifiers)
    } else {
      return nil
    }
  }
}

/// A mouse action, such as a press of a button.
package enum MouseAction: Sendable, Hashable {
  /// A press of a mouse button, which is the left (1), middle (2), or right (3) button.
  case press(Int)
  case release, move
  /// A turn of the mouse wheel by one step, away from the user or toward the user.
  case wheelUp, wheelDown
}
