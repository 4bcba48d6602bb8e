import SetteeValues

extension SettingsDocument {
  /// Changes the values in the file, and returns the verified content and the ranges of bytes that
  /// differ.
  ///
  /// The values in `written` are written in a specific form, even if they stay the same. In lists
  /// and tables, only numbers have a specific form.
  func changed(
    to new: PropertyListDictionary, _ written: [Key: Value] = [:]
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    var sets: [DocumentEdit] = []
    var others: [DocumentEdit] = []
    var removals: [DocumentEdit] = []
    for (key, value) in new.entries where values[key] != value || written[Key(key)] != nil {
      if value == .removed {
        removals.append(.remove(try place(of: key)))
        continue
      }
      if let refusal = refusal(of: key) { throw refusal }
      let written = written[Key(key)]
      if isList(key, value) {
        others += try edits(try place(of: key), to: value, from: self.value(at: key), as: written)
      } else {
        let new = try written ?? document.format.value(of: value, like: literal(of: key))
        sets.append(.set(try place(of: key), new))
      }
    }
    // Remove items from the end of a list, so that the indices of the others stay the same.
    removals.sort { document.node(at: $0.place) ?? 0 > document.node(at: $1.place) ?? 0 }
    for key in values.keys.reversed() where !new.hasValue(for: key) {
      let lines = node(of: key).map(document.lines(of:)) ?? []
      if lines.count > 1, document.elements(of: lines).count == lines.count {
        others += try edits(try place(of: key), to: .array([]), from: .array(items(of: key)))
      } else {
        removals.append(.remove(try place(of: key)))
      }
    }
    return try changed(by: sets + others + removals)
  }

  /// Returns whether Settee changes a value item by item instead of replacing it as a whole.
  private func isList(_ key: String, _ value: PropertyList) -> Bool {
    switch value {
    case .array(let items):
      self.value(of: key) != nil || !hasTypes || items.contains { $0.dictionary != nil }
    case .dictionary, .emptied: true
    default: !hasTypes && values[key]?.array != nil
    }
  }

  /// Returns the current path of a key, or the path at which the key would be added.
  private func place(of key: String) throws -> DocumentPath {
    if node(of: key) == nil, let row = commentedRow(of: key) { return row.place }
    return try place(ofList: key)
  }

  /// Returns a value in the form in which it would be read back from the file.
  func stored(_ value: PropertyList, for key: String) -> PropertyList {
    if case .array(let new) = value, case .array(let old)? = values[key] {
      // Lines of text are strings, although the items of the list can have another type.
      let isText = new.allSatisfy { $0.string != nil }
      let items = isText || !hasTypes ? new.map { $0.asElement(like: old) } : new
      if hasTypes { return asFloats(.array(items), at: node(of: key)) }
      return items.count == 1 ? items[0] : .array(items)
    }
    if let flag = storedFlag(value, for: key) { return flag }
    guard
      let literal = try? document.format.storedLiteral(of: value, like: literal(of: key))
    else { return value }
    return literal.propertyList(as: declaredType(of: key))
  }
}

extension SettingsDocument {
  /// Returns the value of a flag that isn't set yet, which a lens may spell in another way than `true`.
  private func storedFlag(_ value: PropertyList, for key: String) -> PropertyList? {
    guard document.format.isAugeas, value == .boolean(true) || value == .string("true"),
      node(of: key) == nil
    else { return nil }
    return (try? after([KeyChange(SettingPath(key), old: nil, new: value)]))?.values[key]
  }
}

extension Format {
  /// Returns the representation of a property-list value in a settings file.
  func value(of value: PropertyList, like old: Scalar?) throws -> Value {
    switch value {
    case .string(let text): return try self.value(of: text, like: old)
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(Int(number))
    case .bigInteger(let number):
      guard self != .toml else {
        throw EditError.invalidValue(
          "integers in TOML are at most \(Int64.max); use a string for a larger number")
      }
      return .source(String(number))
    case .real(let number):
      guard number.isFinite else {
        throw EditError.invalidValue("only finite numbers can be written")
      }
      return .decimal(digits(of: number, like: old))
    case .date(let date):
      let text = date.iso8601
      return hasDates ? .source(text) : .text(text)
    case .array(let values):
      var list: [Value] = []
      for value in values { list.append(try self.value(of: value, like: nil)) }
      return .list(list)
    case .dictionary(let members):
      var table: [Value.Member] = []
      for (key, value) in members.entries {
        table.append(Value.Member(Key(key), try self.value(of: value, like: nil)))
      }
      return .table(table)
    case .null: return .null
    case .data, .uid:
      throw EditError.invalidValue("settings files don't support values of this type")
    }
  }

  /// Formats a decimal number for a settings file.
  ///
  /// In files without types, a whole number is written without a fraction unless the previous value
  /// had one.
  private func digits(of number: Double, like old: Scalar?) -> String {
    let isWhole = number.rounded() == number && abs(number) < 0x1p53
    let hadPoint = old?.bytes.contains(UInt8(ascii: ".")) ?? false
    return isWhole && !isTyped && !hadPoint ? String(Int64(number)) : String(number)
  }

  /// Returns a string as a value of the previous type, if JSON has no such type.
  ///
  /// Examples of types that JSON doesn't have are dates and long integers.
  private func value(of text: String, like old: Scalar?) throws -> Value {
    guard let old, old.kind != .null, let kind = old.kindBeyondJSON else { return .text(text) }
    let new = try? Document(reading: Array("x = \(text)".utf8), as: .toml)
    let literal = new?.nodes.count == 2 ? new?.literal(of: 1) : nil
    // An integer can replace an infinite number.
    if old.kind == .decimal, let digits = literal?.integer {
      return .source(self == .toml ? "\(digits).0" : String(digits))
    }
    guard let literal, literal.kind == old.kind else {
      let name = kind.replacing("-", with: " ")
      let example = old.exampleOfDate.map { "; use a form like \($0)" } ?? ""
      // Don't quote the value, because it might be a secret.
      throw EditError.invalidValue(
        "the new value isn't a valid \(name)\(example)")
    }
    // Only files that already omit seconds, as TOML 1.1 allows, get a time without them.
    return .source(old.hasSeconds ? literal.sourceWithSeconds : text)
  }

  /// Returns the literal that Settee would write to the file for a value.
  func storedLiteral(of value: PropertyList, like old: Scalar?) throws -> Scalar? {
    guard !isTyped else {
      if case .date(let date) = value {
        return Scalar(.offsetDateTime, Array(date.iso8601.utf8), in: self)
      }
      // A TOML float stays a float.
      if case .integer(let number) = value, self == .toml, old?.kind == .decimal {
        return Scalar(.decimal, Array("\(number).0".utf8), in: self)
      }
      // A word such as `yes` stays a word, which YAML 1.2 reads as a string.
      if case .boolean(let isOn) = value { return old?.booleanWord(isOn: isOn) }
      // A time gets the seconds that it needs in this file.
      if case .string = value, let old, old.kind != .null, old.kindBeyondJSON != nil,
        case .source(let source) = try self.value(of: value, like: old)
      {
        return Scalar(old.kind, Array(source.utf8), in: self)
      }
      return nil
    }
    return try literal(of: self.value(of: value, like: old), like: old)
  }
}

/// The lines that a change removes from a settings file, and the lines that replace them.
package struct LineChange: Sendable {
  /// The key of the changed setting, or `nil` if the change might affect several settings.
  package let key: String?
  package let line: Int
  package let old: [String]
  package let new: [String]
}

extension SettingsDocument {
  /// Returns the effect of changes to settings on the lines of the file.
  ///
  /// Hidden keys are changed one by one so that their lines are known. Secrets on the same lines as
  /// other changes are masked.
  package func previewing(
    _ changes: [KeyChange], typed: [SettingPath: TypedValue] = [:], hides: (String) -> Bool,
    secrets: (String, String?) -> Bool
  ) throws -> [LineChange] {
    let (new, ranges) = try applying(changes.filter { !hides($0.path.key) }, typed)
    var content = new
    return lineChanges(ranges, to: new, secrets)
      + (try changes.filter { hides($0.path.key) }.map { change in
        let before = content
        content = try content.applying([change], typed).content
        return LineChange(
          change.path.key, before.document.bytes.lines, content.document.bytes.lines)
      })
  }

  /// Returns the content of the file after removing a setting or a table.
  package func removing(_ path: SettingPath) throws -> SettingsDocument {
    try applying([KeyChange(path, old: nil, new: nil)], [:]).content
  }

  private func applying(
    _ changes: [KeyChange], _ typed: [SettingPath: TypedValue]
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    let working = Transaction(Snapshot(values, revision: 0))
    working.content = self
    var set = ChangeSet()
    for change in changes {
      let typed = typed[change.path]
      set.set(change.path, typed?.value ?? change.new, typed: typed?.text)
    }
    _ = working.apply(set.asStored(in: self), readsBack: false)
    return try changed(to: working.values, working.written)
  }

  /// Returns the old and the new lines for the ranges of bytes that changes replace.
  private func lineChanges(
    _ ranges: [ReplacedRange], to other: SettingsDocument, _ secrets: (String, String?) -> Bool
  ) -> [LineChange] {
    let (old, new) = (masked(secrets), other.masked(secrets))
    var changes: [LineChange] = []
    var rest = ranges[...]
    var (line, counted) = (1, 0)
    while let first = rest.popFirst() {
      let start = (
        old: old.lineStart(of: first.old.lowerBound), new: new.lineStart(of: first.new.lowerBound)
      )
      var end = (old: first.old.upperBound, new: first.new.upperBound)
      while true {
        if !old.isLineStart(end.old) || !new.isLineStart(end.new) {
          end = (old.lineEnd(of: end.old), new.lineEnd(of: end.new))
        }
        guard let next = rest.first, next.old.lowerBound < end.old || next.new.lowerBound < end.new
        else { break }
        end = (next.old.upperBound, next.new.upperBound)
        rest.removeFirst()
      }
      line += new[counted..<start.new].count { $0 == 0x0A }
      counted = start.new
      changes.append(
        LineChange(
          nil, Array(old[start.old..<end.old]).lines, Array(new[start.new..<end.new]).lines,
          from: line))
    }
    return changes
  }
}

extension SettingsDocument {
  /// Returns the effect of a change to a list on the lines of the file.
  ///
  /// If the list isn't secret, only the secrets on the same lines are masked.
  package func previewing(
    _ edit: ListEdit, isSecret: Bool, secrets: (String, String?) -> Bool
  ) throws -> LineChange {
    let new = try changed(by: try edit.located(in: list(of: edit))).content
    if isSecret { return LineChange(edit.path.key, document.bytes.lines, new.document.bytes.lines) }
    return LineChange(edit.path.key, masked(secrets).lines, new.masked(secrets).lines)
  }

  /// Returns the effect of replacing the content by other content on the lines of the file.
  package func previewing(
    _ other: SettingsDocument, secrets: (String, String?) -> Bool
  ) -> LineChange {
    LineChange(nil, masked(secrets).lines, other.masked(secrets).lines)
  }

  /// Returns the bytes of the file with secret values masked.
  ///
  /// The closure receives the path of each value, and its text.
  ///
  /// The masks have the same length as the values, so offsets and lines stay the same.
  private func masked(_ secrets: (String, String?) -> Bool) -> [UInt8] {
    var bytes = document.bytes
    for node in document.nodes.indices where !document.nodes[node].value.isEmpty {
      guard secrets(document.place(of: node).description, text(of: node)) else { continue }
      for offset in document.nodes[node].value where bytes[offset] != 0x0A {
        bytes[offset] = LineChange.mask
      }
    }
    return bytes
  }
}

extension LineChange {
  /// The control character that replaces each byte of a secret in a preview.
  ///
  /// If the file itself contains this control character, the preview also shows it as a mask.
  fileprivate static let mask: UInt8 = 0x01

  /// Creates a line change from two versions of a text that differ in only one place.
  ///
  /// The texts start at the line `first` of the file.
  fileprivate init(
    _ key: String?, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], from first: Int = 1
  ) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    func texts(_ lines: [ArraySlice<UInt8>]) -> [String] {
      lines[start..<lines.count - end].map { line in
        var text: [UInt8] = []
        for (index, byte) in zip(line.indices, line) {
          guard byte == Self.mask else {
            text.append(byte)
            continue
          }
          // Use a mask of fixed length so that the preview doesn't reveal the length of the secret.
          if index == line.startIndex || line[index - 1] != Self.mask {
            text += Array("********".utf8)
          }
        }
        return String(decoding: text, as: UTF8.self)
      }
    }
    self.init(key: key, line: first + start, old: texts(old), new: texts(new))
  }
}

extension [UInt8] {
  fileprivate func isLineStart(_ offset: Int) -> Bool { offset == 0 || self[offset - 1] == 0x0A }

  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines = split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension SettingsDocument {
  /// Returns the content of the file after applying changes.
  package func after(
    _ changes: [KeyChange], typed: [SettingPath: TypedValue] = [:]
  ) throws -> SettingsDocument {
    var values = values
    var written: [Key: Value] = [:]
    for change in changes {
      let key = change.path.key
      values[key] = change.new
      written[Key(key)] = typed[change.path].flatMap { self.written($0, at: key)?.written }
      if written[Key(key)] == nil,
        let (read, word) = change.new.flatMap({
          writtenText($0, at: key) ?? writtenWord($0, at: key)
        })
      {
        (values[key], written[Key(key)]) = (read, word)
      }
    }
    return try changed(to: values, written).content
  }

  /// Returns the lines in which two versions of a file differ, each prefixed with `-` or `+`.
  package func lines(to other: SettingsDocument, hides: (String) -> Bool) -> [String] {
    let (old, new) = (shownLines(hides), other.shownLines(hides))
    var lines: [(line: Int, text: String)] = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let text, _): lines.append((offset, "-" + text))
      case .insert(let offset, let text, _): lines.append((offset, "+" + text))
      }
    }
    return lines.sorted { $0.line < $1.line }.map(\.text)
  }

  /// Returns the lines of the file with secrets masked.
  private func shownLines(_ hides: (String) -> Bool) -> [String] {
    let hidden = Set(values.keys.filter(hides).compactMap { position(of: $0)?.line })
    return document.bytes.lines.enumerated().map { number, line in
      hidden.contains(number + 1) ? "********" : String(decoding: line, as: UTF8.self)
    }
  }
}

extension PropertyList {
  /// Converts a new list item from a string to the type of the existing items, such as a number.
  fileprivate func asElement(like old: [PropertyList]) -> PropertyList {
    guard case .string(let text) = self, !old.isEmpty else { return self }
    let new: PropertyList? =
      if old.allSatisfy({ if case .integer = $0 { true } else { false } }) {
        Int64(text).map { .integer($0) }
      } else if old.allSatisfy({ if case .boolean = $0 { true } else { false } }) {
        Bool(text).map { .boolean($0) }
      } else if old.allSatisfy({ if case .real = $0 { true } else { false } }) {
        Double(text).map { .real($0) }
      } else {
        nil
      }
    return new ?? self
  }
}
