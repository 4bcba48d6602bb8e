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
    let text = try app.withoutNegativeIndices(call.words.first ?? "")
    let place = app.place(text)
    guard place.setting != nil || place.effective != nil else { throw app.noValue(for: text, call) }
    let row = KeyRow(place, in: nil, tellsSecrets: call.has("secrets"))
    try call.answer(
      row.json([
        .key, .domain, .title, .help, .kind, .type, .allowed, .choices, .default, .value, .origin,
        .layers, .pane,
      ]).adding(row.documentMembers), row.detailLines)
    return .done
  }
}

extension KeyRow {
  /// The details of the setting as lines of text, each with a label and a value.
  fileprivate var detailLines: [String] {
    let control = place.setting?.control
    var facts: [(String, String)] = [("key", place.key), ("domain", place.domain.name.text)]
    func add(_ name: String, _ text: String?) { if let text { facts.append((name, text)) } }
    add("title", control?.title)
    add("help", control?.help)
    add("kind", control?.kind.rawValue)
    add("type", place.type(of: effective?.value)?.rawValue)
    add("allowed", control?.allowed)
    for choice in control?.choices ?? [] {
      add("choice", "\(JSON(choice.value).text())  \(choice.title)")
    }
    func shown(_ value: PropertyList) -> String {
      control?.zonelessText(of: value) ?? json(value).text()
    }
    add("default", place.defaultValue.map(shown))
    add("value", effective.map { "\(shown($0.value))  (\($0.origin.rawValue))" })
    for layer in layers { add("layer", "\(layer.origin.rawValue): \(shown(layer.value))") }
    add("line", position.map { "\(place.domain.name):\($0.line):\($0.column)" })
    add("comment", comment.map { "commented out in the file: \(shown($0))" })
    add("merged", mergeSource.map { "from \($0)" })
    add("YAML 1.1", reading11)
    add("read-only", readOnlyReason)
    if document != nil {
      add("sources", sources.map { "\($0.fact): \($0.source)" }.joined(separator: ", "))
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
