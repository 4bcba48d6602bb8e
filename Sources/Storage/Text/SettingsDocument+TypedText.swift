package import SetteeValues

/// A value together with the text that the user typed for it, such as `1.20` for the number 1.2.
package struct TypedValue: Sendable, Equatable {
  package let value: PropertyList
  package let text: String

  package init(_ value: PropertyList, text: String) { (self.value, self.text) = (value, text) }

  package var isNumber: Bool { value.int != nil || value.double != nil }
}

extension SettingsDocument {
  /// Returns the text of a value for an import into another settings file, which preserves digits,
  /// dates, and other values that JSON doesn't support.
  ///
  /// The result is `nil` if JSON has the value with the same text.
  package func typedText(of value: PropertyList, at key: String) -> String? {
    if value.int != nil || value.double != nil { return literal(of: key)?.source }
    if value.bool != nil, !hasTypes { return literal(of: key)?.text }
    guard hasTypes, let node = path(of: key).flatMap({ document.node(at: $0) }) else { return nil }
    let text = typedText(of: value, at: node)
    return text == JSON(value).text() ? nil : text
  }

  private func typedText(of value: PropertyList, at node: Int) -> String {
    switch value {
    case .string, .integer, .bigInteger, .real:
      guard let literal = document.literal(of: node) else { break }
      if value.string != nil {
        let isOther = literal.kindBeyondJSON.map { $0 != "null" } ?? false
        return (isOther ? JSON.literal(literal.source) : JSON(value)).text()
      }
      let isJSON = Format.json(allowsComments: false).literal(typed: literal.source) != nil
      if isJSON { return literal.source }
    case .array(let items):
      let nodes = document.items(of: node)
      guard nodes.count == items.count else { break }
      return "[" + zip(items, nodes).map(typedText).joined(separator: ", ") + "]"
    case .dictionary(let members):
      let nodes = document.children(of: node).filter { !document.nodes[$0].isOverridden }
      let known = Dictionary(nodes.map { (document.nodes[$0].step, $0) }) { first, _ in first }
      let texts = members.entries.map { name, value in
        let text = known[.key(Key(name))].map { typedText(of: value, at: $0) }
        return JSON.string(name).text() + ": " + (text ?? JSON(value).text())
      }
      return "{" + texts.joined(separator: ", ") + "}"
    default: break
    }
    return JSON(value).text()
  }
}

// Methods that write a value as the user typed it.
extension SettingsDocument {
  /// The value that Settee reads from the file after a change, and the value that it writes.
  typealias WrittenValue = (read: PropertyList, written: Value)

  /// Returns how a value is written so that the file contains the text that the user typed.
  ///
  /// The result is `nil` if the file can't contain the text unchanged, or if the text means another
  /// value in the file. Settee then writes the value in its usual form.
  func written(_ typed: TypedValue, at key: String) -> WrittenValue? {
    written(typed, at: node(of: key), as: declaredType(of: key))
  }

  /// Returns a number or a Boolean word as it is in the file, if it is set, and as it will be in the
  /// file.
  ///
  /// The result is `nil` for other values, and for a number that isn't written as the user typed it.
  package func texts(of typed: TypedValue, at key: String) -> (old: String?, new: String)? {
    let old = literal(of: key)
    if typed.isNumber {
      guard let written = written(typed, at: key)?.written else { return nil }
      let new = if case .source(let source) = written { source } else { typed.text }
      return (old?.decimalText == nil ? nil : old?.source, new)
    }
    guard !hasTypes, BooleanWord.isOn(typed.text) != nil,
      typed.value.string != nil || written(typed, at: key) != nil
    else { return nil }
    return (old?.isBooleanWord == true ? old?.text : nil, typed.text)
  }

  /// Returns whether a new list item is a number that is written as the user typed it.
  package func isWritten(_ edit: ListEdit) -> Bool {
    switch edit.operation {
    case .insert(let value, _), .replace(_, let value):
      edit.text.map { TypedValue(value, text: $0) }
        .map { $0.isNumber && written($0, at: nil) != nil } ?? false
    case .remove, .move, .quote: false
    }
  }

  /// Returns how a value of an existing or new node is written.
  func written(
    _ typed: TypedValue, at node: Int?, as type: Scalar.ScalarType? = nil
  ) -> WrittenValue? {
    let format = document.format
    let old = node.flatMap { document.lines(of: $0).count > 1 ? nil : document.literal(of: $0) }
    switch typed.value {
    case .array, .dictionary: return writtenJSON(typed, at: node)
    case .boolean(let isOn):
      return BooleanWord.isOn(typed.text) == isOn
        ? writtenFlag(typed.text, like: old, as: type) : nil
    case .integer(let number):
      // A text such as `007` in a format without types doesn't become `7` otherwise.
      guard typed.text != String(number) || format.dialect != nil else { return nil }
      return writtenNumber(typed, like: old, as: type) { $0.integer == Int(number) }
    case .real(let number):
      return writtenNumber(typed, like: old, as: type) { $0.holds(decimal: number) }
    case .date(let date):
      if format.hasDates {
        let text = writtenDate(typed.text) ?? date.iso8601
        return (.string(text), .source(text))
      }
      // In other formats, a date is text. Without quotes, it is a date for readers of YAML 1.1.
      guard Date(iso8601: typed.text) == date else { return nil }
      return (.string(typed.text), format == .yaml ? .source(typed.text) : .text(typed.text))
    case .string(let text) where JSON.literalSource(of: typed.text) == text:
      return writtenLiteral(text) ?? writtenText(text, as: type)
    case .string(typed.text):
      return node.flatMap { writtenPlain(typed.text, at: $0) } ?? writtenTag(typed.text, at: node)
    default: return nil
    }
  }

  /// Returns how a list or table is written so that its numbers have the digits in the JSON text.
  private func writtenJSON(_ typed: TypedValue, at node: Int?) -> WrittenValue? {
    let json = try? Document(reading: Array(typed.text.utf8), as: .json(allowsComments: false))
    guard let json else { return nil }
    return writtenJSON(asFloats(typed.value, at: node), json, 0)
  }

  private func writtenJSON(_ value: PropertyList, _ json: Document, _ node: Int) -> WrittenValue? {
    let parts = json.children(of: node)
    switch (value, json.nodes[node].form) {
    case (.array(let items), .brackets) where items.count == parts.count:
      var (read, list): ([PropertyList], [Value]) = ([], [])
      for (item, part) in zip(items, parts) {
        guard let item = writtenJSON(item, json, part) else { return nil }
        read.append(item.read)
        list.append(item.written)
      }
      return (.array(read), .list(list))
    case (.dictionary(var members), .braces)
    where members.keys.elementsEqual(parts.map { json.nodes[$0].step.name?.text ?? "" }):
      var table: [Value.Member] = []
      for ((key, value), part) in zip(members.entries, parts) {
        guard let value = writtenJSON(value, json, part) else { return nil }
        members[key] = value.read
        table.append(Value.Member(Key(key), value.written))
      }
      return (.dictionary(members), .table(table))
    case (.string(let text), .value(.integer)), (.string(let text), .value(.decimal)):
      if let written = writtenLiteral(text) { return written }
    case (.integer, _), (.real, _), (.string, .braces):
      let text = String(decoding: json.bytes[json.nodes[node].value], as: UTF8.self)
      if let written = written(TypedValue(value, text: text), at: nil) { return written }
    default: break
    }
    return (try? document.format.value(of: value, like: nil)).map { (value, $0) }
  }

  /// Returns a list with its integers as decimal numbers, if the current items of a TOML list are.
  func asFloats(_ new: PropertyList, at node: Int?) -> PropertyList {
    guard document.format == .toml, case .array(let items) = new, let node else { return new }
    let old = document.items(of: node)
    guard !old.isEmpty, old.allSatisfy({ document.literal(of: $0)?.kind == .decimal }) else {
      return new
    }
    return .array(items.map { item in item.int.map { .real(Double($0)) } ?? item })
  }

  private func writtenNumber(
    _ typed: TypedValue, like old: Scalar?, as type: Scalar.ScalarType?,
    _ isEqual: (Scalar) -> Bool
  ) -> WrittenValue? {
    let format = document.format
    guard let literal = format.literal(typed: typed.text), literal.isUnambiguousNumber,
      isEqual(literal)
    else { return nil }
    guard !format.isTyped else {
      // A decimal number stays one in a format in which an integer is another type.
      let isInteger = literal.kind == .integer && typed.value.int == nil
      if isInteger && !format.isJSON { return nil }
      return (literal.propertyList(as: nil), .source(typed.text))
    }
    guard let stored = try? format.literal(of: .text(typed.text), like: old) else { return nil }
    return (stored.propertyList(as: type), .text(typed.text))
  }

  /// Returns how a date, a long number, or another value that JSON doesn't support is written.
  ///
  /// The result is `nil` if the format doesn't support the value either.
  private func writtenLiteral(_ text: String) -> WrittenValue? {
    let text = document.format == .yaml ? text.asNumberOfYAML : text
    guard let literal = document.format.literal(typed: text), let kind = literal.kindBeyondJSON,
      kind != "null",
      literal.decimalText == nil || literal.isUnambiguousNumber
        || literal.hasSignedExponent,
      // Other programs read integers of TOML with 64 bits.
      kind != "integer" || document.format != .toml
    else { return nil }
    let source = literal.exampleOfDate == nil ? text : literal.sourceWithSeconds
    return (.string(source), .source(source))
  }

  /// Returns a date as it is written in TOML, or `nil` if the text isn't one.
  private func writtenDate(_ text: String) -> String? {
    guard let literal = document.format.literal(typed: text),
      [.offsetDateTime, .localDateTime, .localDate].contains(literal.kind)
    else { return nil }
    // Only TOML 1.1 allows a time without seconds.
    return literal.sourceWithSeconds
  }

  /// Returns how a Boolean value is written that the user typed for a key of a format without types.
  ///
  /// The result is `nil` if the program defines the words for the value, if the current value is such
  /// a word, or if a key without a value turns on a switch. The word then follows them.
  private func writtenFlag(
    _ text: String, like old: Scalar?, as type: Scalar.ScalarType?
  ) -> WrittenValue? {
    guard let dialect = document.format.dialect, !dialect.hasSwitches, type != .boolean,
      old?.isBooleanWord != true, old?.kind != .absent
    else { return nil }
    return writtenText(text, as: type)
  }

  /// Returns how a value is written in a format without types, if its text must not become another
  /// text with the same meaning.
  ///
  /// A string is written exactly, even if it is a word such as `no`, which is read as a Boolean value.
  /// An integer replaces a text such as `007`.
  func writtenText(_ value: PropertyList, at key: String) -> WrittenValue? {
    let type = declaredType(of: key)
    switch value {
    case .string(let text):
      if digit(replacing: key, as: text) != nil { return nil }
      if node(of: key) == nil, ["true", "false"].contains(text), hasOtherWords(than: text) {
        return nil
      }
      // A word such as `yes` for a new key can turn on a switch.
      let isOn = document.format.isAugeas ? text == "true" : BooleanWord.isOn(text) == true
      let mayBeSwitch = document.format.dialect?.hasSwitches ?? document.format.isAugeas
      return mayBeSwitch && isOn && node(of: key) == nil ? nil : writtenText(text, as: type)
    case .integer, .real:
      guard !hasTypes, let old = literal(of: key), old.decimalText != nil,
        old.propertyList(as: type).string != nil,
        let new = try? document.format.literal(
          of: document.format.value(of: value, like: nil), like: nil)
      else { return nil }
      return new.text.flatMap { writtenText($0, as: type) }
    default: return nil
    }
  }

  /// Returns the digit that replaces 1 or 0 in a format without types if the new value is a word with
  /// the opposite meaning, because other programs also write 1 and 0 for on and off.
  package func digit(replacing key: String, as word: String) -> String? {
    guard !hasTypes, let isOn = ["1": false, "0": true][literal(of: key)?.text ?? ""],
      BooleanWord.isOn(word) == isOn
    else { return nil }
    return isOn ? "1" : "0"
  }

  /// Returns whether a Boolean value of a new key isn't written as it was typed: the program only
  /// accepts other words, or the file has `True` instead of `true`.
  private func hasOtherWords(than text: String) -> Bool {
    let capitalized = text == "true" ? "True" : "False"
    return ["ssh", "sshd", "redis", "sysctl"].contains(document.format.name)
      || document.nodes.indices.contains { document.literal(of: $0)?.text == capitalized }
  }

  private func writtenText(_ text: String, as type: Scalar.ScalarType?) -> WrittenValue? {
    guard !hasTypes else { return nil }
    // If the file can't contain the text, writing it reports the reason.
    let stored = try? document.format.literal(of: .text(text), like: nil)
    return (stored?.propertyList(as: type) ?? .string(text), .text(text))
  }

  /// Returns how a Boolean value is written in place of a word of YAML 1.1, such as `yes`.
  func writtenWord(_ value: PropertyList, at key: String) -> WrittenValue? {
    guard case .boolean(let isOn) = value,
      let word = literal(of: key)?.booleanWord(isOn: isOn)?.source
    else { return nil }
    return (.string(word), .source(word))
  }

  /// Returns how a Boolean word or a date of YAML 1.1 is written in place of another one, which is
  /// unquoted.
  private func writtenPlain(_ text: String, at node: Int) -> WrittenValue? {
    guard let old = document.literal(of: node), old.kind == .text, document.tag(of: node) == nil,
      let new = document.format.literal(typed: text),
      old.isUnquotedBooleanWord && new.isUnquotedBooleanWord
        || old.isUnquotedDate && new.isUnquotedDate
    else { return nil }
    return (new.propertyList(as: nil), .source(text))
  }

  /// Returns how a text such as `!secret name` is written in a YAML file that uses this tag.
  private func writtenTag(_ text: String, at node: Int?) -> WrittenValue? {
    guard document.format == .yaml, let (tag, rest) = text.tagAndText, document.uses(tag: tag)
    else { return nil }
    guard let node, let old = document.tag(of: node) else {
      // Other text might need quotes, so it is a string that starts with an exclamation point.
      let isName = rest.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
      guard isName else { return nil }
      return (.string(rest), .source(text))
    }
    // The value keeps its tag, so only the rest is written.
    return old == tag ? (.string(rest), .text(rest)) : nil
  }
}
