import Settee

extension EditorState {
  /// Returns the value of a setting as text for rows, pages, and messages.
  ///
  /// Secrets are masked.
  func shownText(_ control: Control, _ value: PropertyList?) -> String {
    if control.isSecure {
      let isEmpty = value.map { $0.string?.isEmpty ?? false } ?? true
      return isEmpty ? words(.notSet) : look.hidden
    }
    guard let value else { return "" }
    switch control.kind {
    case .toggle:
      return control.isOn(value).map { words($0 ? .on : .off) } ?? value.literal()
    case .choice, .radio, .title:
      if let choice = control.choiceIndex(of: value) {
        return control.choices[choice].shortTitle ?? control.choices[choice].title
      }
      if control.kind == .title { return control.text(of: value) }
      return words(.notInList, value.literal())
    default: return words.text(of: value, control)
    }
  }

  /// Returns a change to a setting as text, such as `Title: old -> new`.
  func difference(_ control: Control, _ change: ValueChange) -> String {
    let old = change.old ?? control.defaultValue
    let new = change.new ?? control.defaultValue
    return
      "\(control.label): \(namedText(control, old)) \(look.glyphs.send) \(namedText(control, new))"
  }

  /// Returns a change to a setting with or without a row as text, such as `Title: old -> new`.
  func difference(_ change: ValueChange) -> String {
    // A row that isn't secure would show a secret inside its value.
    if let control = document.control(named: change.name), control.isSecure || !change.isSecret {
      return difference(control, change)
    }
    func text(_ value: PropertyList?) -> String {
      guard let value else { return words(.notSet) }
      return change.isSecret ? look.hidden : value.literal(limit: 60)
    }
    return "\(change.name.key): \(text(change.old)) \(look.glyphs.send) \(text(change.new))"
  }

  /// Returns the value of a setting as text, or a description such as "not set" if it is empty or
  /// missing.
  func namedText(_ control: Control, _ value: PropertyList?) -> String {
    let text = shownText(control, value)
    return text.isEmpty ? words(value == nil ? .notSet : .emptyList) : text
  }
}

extension Strings {
  /// Returns a value as text in the form that its control shows, or as a literal without a control.
  func text(of value: PropertyList, _ control: Control?) -> String {
    guard let control else { return value.literal() }
    if control.kind == .toggle, let isOn = control.isOn(value) { return self(isOn ? .on : .off) }
    return counted(value) ?? control.text(of: value)
  }

  /// Returns a value as text, or a description such as "not set" if the value is empty or missing.
  func name(of value: PropertyList?, _ control: Control?) -> String {
    guard let value else { return self(.notSet) }
    let text = text(of: value, control)
    return text.isEmpty ? self(.emptyList) : text
  }

  /// Returns a summary such as "3 items" if a value is too large to show.
  private func counted(_ value: PropertyList) -> String? {
    func count(_ number: Int, _ one: Phrase, _ several: Phrase) -> String {
      number == 1 ? self(one) : self(several, String(number))
    }
    switch value {
    case .array(let elements) where elements.contains { $0.asTitle == nil }:
      return count(elements.count, .oneItem, .items)
    case .array([]): return self(.emptyList)
    case .dictionary(let entries): return count(entries.count, .oneEntry, .entries)
    case .data(let bytes): return count(bytes.count, .oneByte, .bytes)
    default: return nil
    }
  }
}

extension PropertyList {
  /// Returns the value in literal form, truncated to a readable length.
  func literal(limit: Int = 300) -> String {
    var result = ""
    write(to: &result, limit: limit)
    return result
  }

  private func write(to result: inout String, limit: Int) {
    guard result.utf8.count <= limit else { return }
    switch self {
    case .string(let text):
      result += "\"\(text.prefix(limit))\(text.utf8.count > limit * 4 ? "…" : "")\""
    case .integer(let number): result += String(number)
    case .bigInteger(let number): result += String(number)
    case .real(let number): result += String(number)
    case .boolean(let flag): result += flag ? "true" : "false"
    case .date(let date): result += Control(.date).text(of: .date(date))
    case .data(let data): result += "<\(data.count) bytes>"
    case .null: result += "null"
    case .uid(let number): result += "uid \(number)"
    case .array(let elements):
      PropertyList.write(elements, between: "[", "]", to: &result, limit: limit) {
        $0.write(to: &$1, limit: limit)
      }
    case .dictionary(let entries):
      PropertyList.write(entries, between: "{", "}", to: &result, limit: limit) { entry, result in
        result += "\(entry.key.prefix(limit)): "
        entry.value.write(to: &result, limit: limit)
      }
    }
  }

  private static func write<Parts: Sequence>(
    _ parts: Parts, between open: String, _ close: String, to result: inout String, limit: Int,
    _ write: (Parts.Element, inout String) -> Void
  ) {
    result += open
    for (index, part) in parts.enumerated() {
      if index > 0 { result += ", " }
      guard result.utf8.count <= limit else {
        result += "…"
        break
      }
      write(part, &result)
    }
    result += close
  }
}
