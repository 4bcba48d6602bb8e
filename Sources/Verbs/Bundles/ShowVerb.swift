import Settee

extension Verb {
  /// `show`: the panes with their values.
  package static let show = Verb(
    "show", "prints the panes with their values",
    operands: [.app],
    options: [
      VerbOption("pane", "only this pane", .text("FILE")),
      VerbOption("language", "the language of the texts", .text("L")), .json,
    ],
    examples: ["show Settings.bundle", "show mail --pane Accounts --language de --json"]
  ) { call in
    let app = try call.app()
    keepToTheEnd(app)
    let shown = ShownPanes(app: app)
    for fault in app.bundle?.faults ?? [] { call.console.say(fault) }
    let panes = try call.panes(of: app)
    if call.has("json") {
      try call.write(shown.object(panes, isBare: app.bundle == nil))
      return .done
    }
    for (index, pane) in panes.enumerated() {
      if index > 0 { try call.console.line("") }
      try call.console.write(utf8: shown.text(pane))
    }
    return .done
  }
}

extension Call {
  /// The panes that `--pane` leaves.
  fileprivate func panes(of app: App) throws(Failure) -> [Pane] {
    guard let name = value(of: "pane") else { return app.panes }
    if let pane = app.panes.first(where: { $0.file.utf8.elementsEqual(name.utf8) }) {
      return [pane]
    }
    let names = app.panes.map(\.file)
    let hint = Nearest.hint(name, among: names)
    throw Failure(
      .usage,
      "\(app.name) has no pane “\(name)”\(hint.isEmpty ? "; it has \(names.joined(separator: ", "))." : hint)"
    )
  }
}

/// Keeps an app in memory until the process ends.
///
/// A verb that has printed is done. To take thousands of rows apart before it leaves would take as
/// long as to print them; the system takes back the memory as a whole.
func keepToTheEnd(_ app: App) { _ = Unmanaged.passRetained(KeptApp(app)) }

private final class KeptApp {
  private let app: App

  init(_ app: App) { self.app = app }
}

/// Panes as `show` prints them.
struct ShownPanes {
  let app: App
  /// What a layer of one of the domains holds, as it is when the printing begins.
  private struct Held {
    let domain: Int
    let origin: Origin
    let values: PropertyListDictionary
  }

  private let domains: [String]
  /// The layers of all domains in their order, without the empty ones.
  private let layers: [Held]

  init(app: App) {
    self.app = app
    domains = app.domains.map(\.name.text)
    layers = app.domains.enumerated().flatMap { number, domain in
      domain.layers.filter { !$0.values.isEmpty }
        .map { Held(domain: number, origin: $0.origin, values: $0.values) }
    }
  }

  // MARK: JSON

  func object(_ panes: [Pane], isBare: Bool) -> JSON {
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
    var guess = 0
    let effective = effective(of: control, in: pane, &guess)
    let place = control.key.flatMap { key in
      app.domains.first.flatMap { $0.text == nil ? nil : app.place(at: LeafPath(key), in: $0) }
    }
    func json(_ value: PropertyList) -> JSON {
      let own = control.isSecure ? nil : place.flatMap { FileFacts.json(value, at: $0) }
      return own ?? ValueText.json(value, isSecret: control.isSecure)
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
    ]).adding(place.flatMap(FileFacts.init)?.members ?? [:])
  }

  private func number(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .real(number)
  }

  /// The keyboard as the file names it; a field that names none has none.
  private func keyboard(of control: Control) -> String? {
    guard control.kind == .text || control.kind == .textview else { return nil }
    return control.specifier["KeyboardType"].map(ValueText.plain)
  }

  /// The value of a control and the layer that it comes from.
  ///
  /// The guess is where in its layer the key stands: behind the last one that was found, as the
  /// defaults do when rows are asked in their order.
  private func effective(
    of control: Control, in pane: Pane, _ guess: inout Int
  ) -> Effective? {
    guard let key = control.key else { return nil }
    let domain = domain(of: control, in: pane)
    for layer in layers where layer.domain == domain {
      guard let position = layer.values.position(of: key, guess: guess) else { continue }
      guess = position + 1
      return Effective(layer.values.entries[position].value, layer.origin)
    }
    return control.defaultValue.map { Effective($0, .registered) }
  }

  private func domain(of control: Control, in pane: Pane) -> Int {
    guard domains.count > 1, let own = control.domain ?? pane.domain else { return 0 }
    return domains.firstIndex(of: own) ?? 0
  }

  // MARK: Text

  /// A pane as lines of text in UTF-8: large panes are put together in one piece.
  func text(_ pane: Pane) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(pane.groups.reduce(1024) { $0 + $1.controls.count * 64 })
    append("\(pane.title)  (\(pane.file))", to: &text)
    var guess = 0
    for group in pane.groups {
      append("", to: &text)
      if let title = group.title { append("  " + title, to: &text) }
      for control in group.controls { append(control, of: pane, &guess, to: &text) }
      for line in group.footer?.split(separator: "\n", omittingEmptySubsequences: true) ?? [] {
        append("    " + line, to: &text)
      }
    }
    return text
  }

  private func append(_ line: String, to text: inout [UInt8]) {
    _ = append(piece: line, to: &text)
    text.append(UInt8(ascii: "\n"))
  }

  /// Appends a piece of a line, made safe to show; the result is its width in characters.
  private func append(piece: String, to text: inout [UInt8]) -> Int {
    let plain: Int? = piece.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.isPlainASCII else { return -1 }
      text.append(contentsOf: bytes)
      return bytes.count
    }
    if let plain, plain >= 0 { return plain }
    let safe = SafeText.line(piece)
    text += safe.utf8
    return safe.count
  }

  private func append(
    _ control: Control, of pane: Pane, _ guess: inout Int, to text: inout [UInt8]
  ) {
    let effective = effective(of: control, in: pane, &guess)
    guard control.kind != .radio else {
      return append(control.choices, chosen: effective?.value, to: &text)
    }
    text.append(beginning(for: effective?.origin))
    let width = append(piece: control.label, to: &text)
    let value = shownValue(control, effective?.value)
    let bounds = control.kind == .slider ? control.bounds.ends : nil
    if !value.isEmpty || bounds != nil {
      text.append(Self.blanks, upTo: max(2, Self.blanks.utf8CodeUnitCount - width))
    }
    _ = append(piece: value, to: &text)
    if let bounds { append(bounds, to: &text) }
    text.append(UInt8(ascii: "\n"))
  }

  private func append(_ bounds: (least: Double, most: Double), to text: inout [UInt8]) {
    text.append("  (")
    text += ValueText.plain(.real(bounds.least)).utf8
    text.append(" - ")
    text += ValueText.plain(.real(bounds.most)).utf8
    text.append(")")
  }

  /// As many blanks as there are columns before the values, behind the mark.
  private static var blanks: StaticString { "                                      " }

  private func append(_ choices: [Choice], chosen value: PropertyList?, to text: inout [UInt8]) {
    for choice in choices {
      let mark = value.map(choice.value.matches) == true ? "*" : " "
      append("    (\(mark)) \(choice.title)", to: &text)
    }
  }

  /// A row's beginning with its mark: `*` for a value of the user's own, `#` for one of another
  /// layer, nothing for a default.
  private func beginning(for origin: Origin?) -> StaticString {
    switch origin {
    case nil, .registered?, Origin.none?: "    "
    case .user?: "  * "
    default: "  # "
    }
  }

  private func shownValue(_ control: Control, _ value: PropertyList?) -> String {
    switch control.kind {
    case .pane: return control.fault ?? ">"
    case .link: return control.url ?? ""
    case .button: return "[ ]"
    case .mail: return control.mail.to.joined(separator: ", ")
    default: return control.text(of: value)
    }
  }
}

extension [UInt8] {
  /// Appends a text of the program's own, or its first bytes.
  fileprivate mutating func append(_ text: StaticString, upTo most: Int = .max) {
    let count = Swift.min(most, text.utf8CodeUnitCount)
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: count))
  }
}

extension Bounds {
  /// Both bounds, where there are both.
  fileprivate var ends: (least: Double, most: Double)? {
    guard let minimum, let maximum else { return nil }
    return (minimum, maximum)
  }
}
