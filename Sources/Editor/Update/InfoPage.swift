import Settee

extension EditorState {
  /// Opens all that is known about the focused row, and asks what every layer has.
  mutating func openInfo() -> [Effect] {
    guard let control = control(of: focused) else { return say(.cannotReset) }
    let name = name(of: control)
    modes.append(
      .page(Page(kind: .info(name), title: words(.infoTitle), lines: infoLines(control, name))))
    return name.map { [.inspect($0)] } ?? []
  }

  private func infoLines(_ control: Control, _ name: SettingName?) -> [PageLine] {
    var lines: [PageLine] = [PageLine("", control.label, isHeading: true)]
    func add(_ label: Phrase, _ text: String?) {
      if let text, !text.isEmpty { lines.append(PageLine(words(label), text)) }
    }
    add(.infoHelp, control.help)
    add(.infoHelp, obstacle(of: control))
    add(.infoKey, control.key)
    add(.infoDomain, name?.domain)
    add(.infoKind, control.kind.rawValue)
    add(.infoType, control.type)
    add(.infoAllowed, control.key == nil ? nil : words.allowed(control))
    add(.infoDefault, control.defaultValue.map { literal(control, $0) })
    if let name {
      if let change = staged?[name] {
        add(.stagedWord, change.new.map { literal(control, $0) } ?? words(.defaultWord))
      }
      let stored = readings.stored(name).map { literal(control, $0) }
      add(.infoStored, stored ?? words(.statusNotSet))
      let origin = readings[name]?.origin ?? .none
      let value = value(of: control).map { literal(control, $0) } ?? words(.nothing)
      add(.infoValue, "\(value)  (\(words(waits(control) ? .stagedWord : origin.phrase)))")
    }
    add(.infoSync, control.sync?.rawValue)
    add(.infoCommand, command(for: control))
    add(.infoPlace, place(of: control))
    for condition in control.visibleWhen + control.enabledWhen {
      add(.infoCondition, conditionText(condition))
    }
    if !control.choices.isEmpty {
      let choices = control.choices.prefix(200).map { "\($0.title) = \(Literal.text($0.value))" }
      add(.infoChoices, choices.joined(separator: ", "))
    }
    return lines
  }

  private func place(of control: Control) -> String? {
    let file = pane.path.isEmpty ? pane.file : pane.path
    switch control.place {
    case .text(let line, let column)?: return "\(file):\(line):\(column)"
    case .offset(let offset)?: return "\(file) @\(offset)"
    case nil: return nil
    }
  }

  private func conditionText(_ condition: Condition) -> String {
    let values = condition.values.map { Literal.text($0) }.joined(separator: ", ")
    return "\(condition.key) \(condition.isNegated ? "≠" : "=") \(values)"
  }

  /// Adds what every layer has to the page that asked for it.
  mutating func take(_ layers: [LayerReading], of name: SettingName) {
    let isSecret = document.control(named: name)?.isSecure ?? false
    let bullets = String(repeating: look.glyphs.bullet, count: 8)
    var lines = [PageLine("", ""), PageLine("", words(.infoLayers), isHeading: true)]
    lines += layers.map { layer in
      let value = isSecret ? bullets : Literal.text(layer.value)
      let path = layer.path.map { "  \($0)" } ?? ""
      return PageLine(words(layer.origin.phrase), value + path)
    }
    if layers.isEmpty { lines.append(PageLine("", words(.infoNoLayers))) }
    for index in modes.indices {
      guard case .page(var page) = modes[index], page.kind == .info(name) else { continue }
      page.lines += lines
      modes[index] = .page(page)
    }
  }

  /// Copies the focused row as a command, or what a row without a value shows.
  mutating func copyRow() -> [Effect] {
    guard let control = control(of: focused) else { return say(.nothingToCopy) }
    if let command = command(for: control) { return copy(command) }
    return copy(
      control.url
        ?? (control.kind == .mail ? control.mail.url : shownText(control, value(of: control))))
  }

  /// The command that gives a control the value that it has, or none; a secret is never in it.
  ///
  /// NB: the app is always named by its first domain, whose panes have the rows of the others too.
  func command(for control: Control) -> String? {
    guard place.element == nil, let name = name(of: control), control.kind.isEditable else {
      return nil
    }
    let (shell, app) = (document.shell, document.word)
    guard let value = stored(name) else { return shell.reset(name.key, of: app) }
    guard !control.isSecure else { return shell.set(nil, name.key, of: app) }
    let text = ValueText.plain(value)
    let isRead =
      value.array != nil || (try? control.parse(text).get()).map { $0.matches(value) } ?? false
    if document.hasBundle, isRead { return shell.set(text, name.key, of: app) }
    var type = ValueType(of: value)
    if document.hasBundle || type == .plist { type = .json }
    return shell.set(
      type == .json ? JSON(value).text() : text, type: type, name.key, of: app)
  }
}
