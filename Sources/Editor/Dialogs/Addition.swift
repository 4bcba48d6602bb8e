import Settee
import SetteeVerbs

// The dialogs that ask the user for a new key or a new list item: a list of names, and a prompt for
// the value.

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
  mutating func askField(
    of addition: Addition, at index: Int?, after fields: PropertyListDictionary = [:]
  ) {
    let missing = addition.fields.filter { !fields.hasValue(for: $0) }
    var entries = missing.enumerated().map { MenuDialog.MenuItem(id: $0, title: $1) }
    let done = -2
    if !fields.isEmpty {
      let texts = fields.entries.map {
        "\($0.key) = \($0.value.asTitle ?? $0.value.literal(limit: 30))"
      }
      let detail = texts.joined(separator: ", ")
      entries.append(.init(id: done, title: words(.done), detail: detail))
    }
    dialogs.append(
      MenuDialog(words(.labeled, words(.add), addition.key), entries, start: "") { entry, state in
        if entry.id == done {
          return [.restructure(.add(addition, .dictionary(fields), typed: nil, at: index))]
        }
        state.askValue(of: addition, titled: entry.title) { value, _, state in
          var fields = fields
          fields[entry.title] = value
          // Replace both the prompt and the list of names, which shows the new field next.
          state.dialogs.removeLast(min(2, state.dialogs.count))
          state.askField(of: addition, at: index, after: fields)
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
