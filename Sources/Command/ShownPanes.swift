import Settee
import SetteeEditor

/// Panes as `show` prints them.
struct ShownPanes {
  let app: App

  // MARK: JSON

  func object(_ panes: [Pane], isBare: Bool) -> JSON {
    .object(ofPresent: [
      "domain": .string(app.name),
      "title": .string(app.title),
      "language": app.bundle?.language.map(JSON.string),
      "panes": .array(panes.map(object)),
    ])
  }

  private func object(_ pane: Pane) -> JSON {
    .object(ofPresent: [
      "file": .string(pane.file),
      "title": .string(pane.title),
      "groups": .array(pane.groups.map { object($0, in: pane) }),
    ])
  }

  private func object(_ group: PaneGroup, in pane: Pane) -> JSON {
    .object(ofPresent: [
      "title": group.title.map(JSON.string),
      "footer": group.footer.map(JSON.string),
      "controls": .array(group.controls.map { object($0, in: pane) }),
    ])
  }

  private func object(_ control: Control, in pane: Pane) -> JSON {
    let effective = effective(of: control, in: pane)
    func json(_ value: PropertyList) -> JSON {
      ValueText.json(value, isSecret: control.isSecure)
    }
    return .object(ofPresent: [
      "kind": .string(control.kind.rawValue),
      "type": control.type.map(JSON.string),
      "title": control.title.map(JSON.string),
      "key": control.key.map(JSON.string),
      "value": effective.map { json($0.value) },
      "default": control.defaultValue.map(json),
      "origin": control.key.map { _ in .string(effective?.origin.rawValue ?? "none") },
      "minimum": control.bounds.minimum.map(number),
      "maximum": control.bounds.maximum.map(number),
      "choices": control.choices.isEmpty ? nil : .choices(control.choices),
      "on": control.kind == .toggle ? JSON(control.on) : nil,
      "off": control.kind == .toggle ? JSON(control.off) : nil,
      "secure": control.kind == .text && control.isSecure ? true : nil,
      "keyboard": keyboard(of: control).map(JSON.string),
      "file": control.file.map(JSON.string),
      "url": control.url.map(JSON.string),
    ])
  }

  private func number(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .real(number)
  }

  /// The keyboard as the file names it; a field that names none has none.
  private func keyboard(of control: Control) -> String? {
    guard control.kind == .text || control.kind == .textview else { return nil }
    return control.specifier["KeyboardType"].map(ValueText.plain)
  }

  private func effective(of control: Control, in pane: Pane) -> Effective? {
    guard let key = control.key else { return nil }
    let own = control.domain ?? pane.domain
    let domain = app.domains.first { $0.name.text == own } ?? app.domains[0]
    return domain.value(for: key) ?? control.defaultValue.map { Effective($0, .registered) }
  }

  // MARK: Text

  /// A pane as lines of text in UTF-8: large panes are put together in one piece.
  func text(_ pane: Pane) -> [UInt8] {
    var text: [UInt8] = []
    append("\(pane.title)  (\(pane.file))", to: &text)
    for group in pane.groups {
      append("", to: &text)
      if let title = group.title { append("  " + title, to: &text) }
      for control in group.controls { append(control, of: pane, to: &text) }
      for line in group.footer?.split(separator: "\n", omittingEmptySubsequences: true) ?? [] {
        append("    " + line, to: &text)
      }
    }
    return text
  }

  private func append(_ line: String, to text: inout [UInt8]) {
    text += SafeText.line(line).utf8
    text.append(UInt8(ascii: "\n"))
  }

  private func append(_ control: Control, of pane: Pane, to text: inout [UInt8]) {
    let effective = effective(of: control, in: pane)
    guard control.kind != .radio else {
      return append(control.choices, chosen: effective?.value, to: &text)
    }
    text += "  \(mark(of: effective?.origin)) ".utf8
    let label = SafeText.line(control.label)
    let value = shownValue(control, effective?.value)
    guard !value.isEmpty else { return append(control.label, to: &text) }
    text += label.utf8
    let width = label.isPlainASCII ? label.utf8.count : label.count
    text += repeatElement(UInt8(ascii: " "), count: max(2, 38 - width))
    append(value, to: &text)
  }

  private func append(_ choices: [Choice], chosen value: PropertyList?, to text: inout [UInt8]) {
    for choice in choices {
      let mark = value.map(choice.value.matches) == true ? "*" : " "
      append("    (\(mark)) \(choice.title)", to: &text)
    }
  }

  /// `*` for a value of the user's own, `#` for one of another layer, nothing for a default.
  private func mark(of origin: Origin?) -> Character {
    switch origin {
    case nil, .registered?, Origin.none?: " "
    case .user?: "*"
    default: "#"
    }
  }

  private func shownValue(_ control: Control, _ value: PropertyList?) -> String {
    switch control.kind {
    case .pane: return control.fault ?? ">"
    case .link: return control.url ?? ""
    case .button: return "[ ]"
    case .mail: return control.mail.to.joined(separator: ", ")
    case .slider:
      let text = control.text(of: value)
      guard let least = control.bounds.minimum, let most = control.bounds.maximum else {
        return text
      }
      return "\(text)  (\(ValueText.plain(.real(least))) - \(ValueText.plain(.real(most))))"
    default: return control.text(of: value)
    }
  }
}
