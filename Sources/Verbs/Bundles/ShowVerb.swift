import Settee

extension Verb {
  package static let show = Verb(
    "show", "Print the panes with their current values",
    operands: [.app],
    options: [
      VerbOption("pane", "print only this pane (default: all panes)", .text("FILE")),
      VerbOption("language", "language of titles and help (default: from the locale)", .text("L")),
      .json,
    ],
    examples: ["show ~/.gitconfig", "show Settings.bundle --pane Accounts --language de --json"],
    needsDomain: false
  ) { call in
    let app = try call.app()
    // Don't release the app, because releasing thousands of rows takes as long as printing them.
    _ = Unmanaged.passRetained(app)
    let shown = ShownPanes(app: app)
    for fault in app.bundle?.faults ?? [] { call.console.report(fault) }
    let panes = try call.panes(of: app)
    if call.has("json") {
      try call.write(shown.object(panes))
      return .done
    }
    for (index, pane) in panes.enumerated() {
      if index > 0 { try call.console.line("") }
      try shown.write(pane, to: call.console)
    }
    return .done
  }
}

extension Call {
  /// Returns the pane that the option `--pane` specifies, or all panes of the app.
  fileprivate func panes(of app: App) throws -> [Pane] {
    guard let name = value(of: "pane") else { return app.panes }
    if let pane = app.panes.first(where: { $0.file.utf8.elementsEqual(name.utf8) }) {
      return [pane]
    }
    let names = app.panes.map(\.file)
    let near = Suggestion.hint(for: name, among: names)
    let hint = near.isEmpty ? ". Panes: \(names.joined(separator: ", "))." : near
    throw SetteeError(.usage, "Unknown pane '\(name)' in \(app.name)\(hint)")
  }
}

/// The panes and values that the command `show` prints.
private struct ShownPanes {
  let app: App
  private let domains: [String]
  /// The layers of each domain that contain any values, read once before the panes are printed.
  private let layers: [[Layer]]

  init(app: App) {
    self.app = app
    domains = app.domains.map(\.name.text)
    layers = app.domains.map { $0.layers.filter { !$0.values.isEmpty } }
  }

  // MARK: JSON

  func object(_ panes: [Pane]) -> JSON {
    .object(ofPresent: [
      "domain": (app.bundle.map(\.domain) ?? app.name).map(JSON.string),
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
    let place = control.key.flatMap { key in
      app.domains.first.flatMap { $0.text == nil ? nil : app.place(at: SettingPath(key), in: $0) }
    }
    func json(_ value: PropertyList) -> JSON {
      let own = control.isSecure ? nil : place.flatMap { $0.literalJSON(of: value) }
      return own ?? ValueFormatter.json(value, isSecret: control.isSecure)
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
      "on": control.kind == .toggle ? JSON(control.toggle.on) : nil,
      "off": control.kind == .toggle ? JSON(control.toggle.off) : nil,
      "secure": control.kind == .text && control.isSecure ? true : nil,
      "keyboard": keyboard(of: control).map(JSON.string),
      "file": control.file.map(JSON.string),
      "url": control.url.map(JSON.string),
    ]).adding(place.map { KeyRow($0).documentMembers } ?? [:])
  }

  private func number(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .real(number)
  }

  /// Returns the keyboard type that the bundle specifies for a text field, or `nil` if it specifies
  /// none.
  private func keyboard(of control: Control) -> String? {
    guard control.kind == .text || control.kind == .textview else { return nil }
    return control.specifier["KeyboardType"].map(ValueFormatter.printed)
  }

  /// Returns the effective value of a control, and the layer that the value comes from.
  private func effective(of control: Control, in pane: Pane) -> EffectiveValue? {
    guard let key = control.key else { return nil }
    for layer in layers[domain(of: control, in: pane)] {
      if let value = layer.values[key] { return EffectiveValue(value, layer.origin) }
    }
    return control.defaultValue.map { EffectiveValue($0, .default) }
  }

  private func domain(of control: Control, in pane: Pane) -> Int {
    guard domains.count > 1, let own = control.domain ?? pane.domain else { return 0 }
    return domains.firstIndex(of: own) ?? 0
  }

  // MARK: Text

  /// Prints a pane with its groups and rows as lines of text.
  func write(_ pane: Pane, to console: Console) throws {
    try console.line(SafeText.line("\(pane.title)  (\(pane.file))"))
    for group in pane.groups {
      try console.line("")
      if let title = group.title { try console.line("  \(SafeText.line(title))") }
      for control in group.controls { try write(control, in: pane, to: console) }
      for line in group.footer?.split(separator: "\n") ?? [] {
        try console.line("    \(SafeText.line(String(line)))")
      }
    }
  }

  /// Prints a row of a pane, with a mark, its label, and its value in a separate column.
  ///
  /// Each choice of a radio group is printed on a separate line.
  private func write(_ control: Control, in pane: Pane, to console: Console) throws {
    let effective = effective(of: control, in: pane)
    if control.kind == .radio {
      for choice in control.choices {
        let mark = effective.map { choice.value.matches($0.value) } == true ? "*" : " "
        try console.line("    (\(mark)) \(SafeText.line(choice.title))")
      }
      return
    }
    let label = SafeText.line(control.label)
    try console.write(mark(for: effective?.origin))
    try console.write(label)
    var value = SafeText.line(shownValue(control, effective?.value))
    if control.kind == .slider, let least = control.bounds.minimum,
      let most = control.bounds.maximum
    {
      value +=
        "  (\(ValueFormatter.printed(.real(least))) - \(ValueFormatter.printed(.real(most))))"
    }
    if !value.isEmpty {
      try console.write(Self.blanks[max(2, Self.labelWidth - label.count)])
      try console.write(value)
    }
    try console.write("\n")
  }

  /// The width of the column for labels.
  private static let labelWidth = 38
  /// The padding for each width.
  ///
  /// Create the padding once, because creating it for each row takes as long as printing the rest
  /// of the row.
  private static let blanks = (0...labelWidth).map { String(repeating: " ", count: $0) }

  /// Returns the mark that is printed before a row to show where its value comes from.
  ///
  /// The mark is `*` for a value set by the user, `#` for a value from another layer, and a space
  /// for a default.
  private func mark(for origin: SettingOrigin?) -> String {
    switch origin {
    case nil, .default?, SettingOrigin.none?: "    "
    case .user?: "  * "
    default: "  # "
    }
  }

  private func shownValue(_ control: Control, _ value: PropertyList?) -> String {
    switch control.kind {
    case .pane: control.error ?? ">"
    case .link: control.url ?? ""
    case .button: "[ ]"
    case .mail: control.recipients.joined(separator: ", ")
    default: control.text(of: value)
    }
  }
}
