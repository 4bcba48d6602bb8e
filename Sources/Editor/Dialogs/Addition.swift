import Settee
import SetteeVerbs

// The dialogs that ask the user for a new key or a new list item: a list of names, and a prompt for
// the value.

/// A field of a new table that the user has entered.
///
/// Several keys lead to a field in a nested table. The text is what the user typed, unless the value
/// is a string.
private typealias NewField = (
  name: String, keys: [String], value: PropertyList, text: String?, isSecret: Bool
)

/// Returns the table with the fields that the user has entered, and its JSON text with the digits
/// that the user typed.
private func table(of fields: [NewField]) -> (value: PropertyList, text: String) {
  func text(of value: PropertyList, at keys: [String]) -> String {
    if let field = fields.first(where: { $0.keys == keys }) {
      guard value.int != nil || value.double != nil, let text = field.text,
        (try? JSON(reading: text)) != nil
      else { return JSON(value).text() }
      return text
    }
    let members = (value.dictionary?.entries ?? []).map { key, value in
      "\(JSON.string(key).text()): \(text(of: value, at: keys + [key]))"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
  let table = fields.reduce(PropertyList.dictionary([:])) { table, field in
    let steps = field.keys.map(ValueStep.entry)
    return EditorState.replace(steps[...], of: table, by: field.value) ?? table
  }
  return (table, text(of: table, at: []))
}

extension EditorState {
  /// Asks for the name of a new key.
  ///
  /// Each suggested name begins with `start`, which is the path of the table and a dot. The list
  /// `repeated` is the focused list or repeated key, or `nil` if it can't get another item.
  mutating func askName(start: String, list repeated: String?, names: [String]) {
    var entries = names.enumerated().map { MenuDialog.MenuItem(id: $0, title: $1) }
    if let repeated {
      entries.insert(.init(id: -2, title: repeated, detail: words(.anotherItem)), at: 0)
    }
    dialogs.append(
      MenuDialog(words(.add), entries, start: start) { entry, _ in [.findAddition(entry.title)] })
  }

  /// Asks for the name of the next field of a new table.
  ///
  /// The parameter `fields` contains the fields that the user has entered so far, and `index` is the
  /// index of the table in its list, or `nil` for the end of the list.
  mutating func askField(of addition: Addition, at index: Int?) {
    askField(of: addition, at: index, after: [])
  }

  private mutating func askField(of addition: Addition, at index: Int?, after fields: [NewField]) {
    let missing = addition.fields.filter { name in !fields.contains { $0.name == name } }
    var entries = missing.enumerated().map { MenuDialog.MenuItem(id: $0, title: $1) }
    let done = -2
    if !fields.isEmpty {
      let texts = fields.map { field in
        let shown = field.text ?? field.value.asTitle ?? field.value.literal(limit: 30)
        return "\(field.name) = \(field.isSecret ? look.hidden : shown)"
      }
      let detail = texts.joined(separator: ", ")
      entries.append(.init(id: done, title: words(.done), detail: detail))
    }
    dialogs.append(
      MenuDialog(words(.labeled, words(.add), addition.key), entries, start: "") { entry, state in
        if entry.id == done {
          let (table, text) = SetteeEditor.table(of: fields)
          return [.restructure(.add(addition, table, typed: text, at: index))]
        }
        let keys: [String]
        do { keys = try addition.keys(ofField: entry.title) } catch {
          return state.show(error: SetteeError(error).editorMessage)
        }
        let field = addition.field(named: entry.title)
        state.askValue(of: field, titled: entry.title) { value, text, state in
          let new: NewField = (entry.title, keys, value, text, field.isSecret)
          // Replace both the prompt and the list of names, which shows the new field next.
          state.dialogs.removeLast(min(2, state.dialogs.count))
          state.askField(
            of: addition, at: index, after: fields.filter { $0.name != new.name } + [new])
          return []
        }
        return []
      })
  }

  /// Asks for the value of a new key or list item.
  mutating func askValue(of addition: Addition, at index: Int?) {
    askValue(of: addition, titled: addition.key) { value, text, _ in
      [.restructure(.add(addition, value, typed: text, at: index))]
    }
  }

  private mutating func askValue(
    of addition: Addition, titled title: String,
    submit: @escaping @Sendable (PropertyList, String?, inout EditorState) -> [Effect]
  ) {
    dialogs.append(
      PromptDialog(title: title, hint: .hintAdd, addition: addition) { prompt, state in
        let text = prompt.line.text
        let value = try addition.value(of: text, as: prompt.type)
        return submit(value, prompt.type == .string ? nil : text, &state)
      })
  }

  /// Closes the dialogs in which the user entered a new key or list item.
  mutating func closeAddition() {
    dialogs.removeAll { ($0 as? MenuDialog)?.suggestsNames ?? ($0 is PromptDialog) }
  }
}

extension PlainMode {
  /// Submits the user's reply to one of the prompts for a new key, and then prints an error, the
  /// next prompt, or the new row.
  func keepAddition() {
    let edits = state.log.done.count
    loop.act(.command(.keep))
    let isDone = state.log.done.count > edits || state.staged != nil && state.dialog == nil
    if !isDone, let message = state.message { console.write(message.text) }
    resume()
  }
}
