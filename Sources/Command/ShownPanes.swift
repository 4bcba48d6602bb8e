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
    return app.setting(at: LeafPath(key), in: domain)?.bound.effective
      ?? control.defaultValue.map { Effective($0, .registered) }
  }

  // MARK: Text

  func lines(_ pane: Pane) -> [String] {
    var lines = ["\(pane.title)  (\(pane.file))"]
    for group in pane.groups {
      lines.append("")
      if let title = group.title { lines.append("  " + title) }
      lines += group.controls.flatMap { self.lines($0, in: pane) }
      for line in group.footer?.split(separator: "\n", omittingEmptySubsequences: true) ?? [] {
        lines.append("    " + line)
      }
    }
    return lines.map(SafeText.line)
  }

  private func lines(_ control: Control, in pane: Pane) -> [String] {
    if control.kind == .radio {
      let value = effective(of: control, in: pane)?.value
      return control.choices.map { choice in
        "    (\(value.map(choice.value.matches) == true ? "*" : " ")) \(choice.title)"
      }
    }
    let effective = effective(of: control, in: pane)
    let isSet = effective.map { $0.origin != .registered && $0.origin != .none } ?? false
    let mark = !isSet ? " " : effective?.origin == .user ? "*" : "#"
    let name = mark + " " + control.label
    let value = shownValue(control, effective?.value)
    guard !value.isEmpty else { return ["  " + name] }
    let width = max(2, 40 - name.count)
    return ["  " + name + String(repeating: " ", count: width) + value]
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
