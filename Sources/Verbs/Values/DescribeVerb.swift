import Settee

extension Verb {
  static let describe = Verb(
    "describe",
    "Show a setting's title, help, allowed values, default, and its value in every layer",
    operands: [.app, Operand("KEY", .key)],
    options: [.json, .secrets],
    examples: ["describe ~/.gitconfig user.name"]
  ) { call in
    let app = try call.app()
    let text = call.words.first ?? ""
    let place = app.place(text)
    guard place.setting != nil || place.effective != nil else { throw app.noValue(for: text, call) }
    let facts = SettingDetails(place: place, tellsSecrets: call.has("secrets"))
    try call.answer(facts.object, facts.lines)
    return .done
  }
}

/// The details of a setting that the command `describe` prints.
private struct SettingDetails {
  let place: SettingReference
  let tellsSecrets: Bool

  private var control: Control? { place.setting?.control }

  private var type: ValueType? { place.type(of: place.effective?.value) }

  private func json(_ value: PropertyList) -> JSON { place.json(value, tellsSecrets: tellsSecrets) }

  private var layers: [EffectiveValue] { place.domain.everyLayer(at: place.path) }

  var object: JSON {
    .object(ofPresent: [
      "key": .string(place.key),
      "domain": .string(place.domain.name.text),
      "title": control?.title.map(JSON.string),
      "help": control?.help.map(JSON.string),
      "kind": control.map { .string($0.kind.rawValue) },
      "type": type.map { .string($0.rawValue) },
      "allowed": control.map { .string($0.allowed) },
      "choices": control.flatMap { $0.choices.isEmpty ? nil : .choices($0.choices) },
      "default": place.defaultValue.map(json),
      "value": place.effective.map { json($0.value) },
      "origin": .string(place.effective?.origin.rawValue ?? "none"),
      "layers": .array(
        layers.map { ["origin": .string($0.origin.rawValue), "value": json($0.value)] }),
      "pane": place.setting.map { .string($0.pane) },
    ]).adding(DocumentDetails(place)?.members ?? [:])
  }

  /// The details of the setting as lines of text, each with a label and a value.
  var lines: [String] {
    var facts: [(String, String)] = [("key", place.key), ("domain", place.domain.name.text)]
    func add(_ name: String, _ text: String?) { if let text { facts.append((name, text)) } }
    add("title", control?.title)
    add("help", control?.help)
    add("kind", control?.kind.rawValue)
    add("type", type?.rawValue)
    add("allowed", control?.allowed)
    for choice in control?.choices ?? [] {
      add("choice", "\(JSON(choice.value).text())  \(choice.title)")
    }
    func shown(_ value: PropertyList) -> String {
      control?.zonelessText(of: value) ?? json(value).text()
    }
    add("default", place.defaultValue.map(shown))
    add("value", place.effective.map { "\(shown($0.value))  (\($0.origin.rawValue))" })
    for layer in layers { add("layer", "\(layer.origin.rawValue): \(shown(layer.value))") }
    if let file = DocumentDetails(place) {
      add("line", file.position.map { "\(place.domain.name):\($0.line):\($0.column)" })
      add("comment", file.comment.map { "commented out in the file: \(shown($0))" })
      add("merged", file.mergeSource.map { "from \($0)" })
      add("YAML 1.1", file.reading11)
      add("read-only", file.readOnlyReason)
      add("sources", file.sources.map { "\($0.fact): \($0.source)" }.joined(separator: ", "))
    }
    add("pane", place.setting?.pane)
    if control?.needsRestart == true {
      add("restart", "takes effect after the app restarts")
    }
    let width = facts.map(\.0.count).max() ?? 0
    return facts.map { name, text in
      name + String(repeating: " ", count: width - name.count + 2) + SafeText.line(text)
    }
  }
}

extension JSON {
  static func choices(_ choices: [Choice]) -> JSON {
    .array(choices.map { ["title": .string($0.title), "value": JSON($0.value)] })
  }
}
