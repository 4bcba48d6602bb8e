import Settee
import SetteeValues

// The details of a setting that are available only if the setting is stored in a text file.

extension KeyRow {
  private var key: String { place.path.key }

  /// The line and the column of the setting in its file.
  var position: (line: Int, column: Int)? { document?.position(of: key) }

  /// The value of the setting in a commented-out line, if the setting isn't set elsewhere in the
  /// file.
  var comment: PropertyList? {
    guard let document, document.node(of: key) == nil, !place.isSecret else { return nil }
    return document.comment(of: key)
  }

  /// The different value that a YAML 1.1 parser would read, or `nil` if it would read the same
  /// value.
  var reading11: String? {
    guard !place.isSecret, let document, let literal = document.literal(of: key) else { return nil }
    return document.document.format.reading11(of: literal).map { "\(literal.source) is \($0)" }
  }

  /// Where a key of YAML comes from that a merge key adds.
  var mergeSource: String? {
    document.flatMap { $0.node(of: key) == nil ? $0.mergeSource(of: key) : nil }
  }

  var readOnlyReason: String? { document?.readOnlyReason(of: key) }

  /// For each detail, its source, which is the bundle, the program's schema, a comment, or the
  /// file.
  var sources: [(fact: String, source: String)] {
    if document == nil { return [] }
    guard let control = place.setting?.control else { return [("value", "file")] }
    let hasSchema = place.domain.text?.role.hasSchema == true
    // A row without a specifier was generated from the settings file.
    let own = control.specifier.isEmpty ? "file" : hasSchema ? "schema" : "bundle"
    var all: [(fact: String, source: String)] = [("title", own), ("type", own)]
    if control.help != nil { all.append(("help", own == "file" ? "comment" : own)) }
    if !control.choices.isEmpty { all.append(("choices", own)) }
    if control.defaultValue != nil { all.append(("default", own)) }
    if position != nil {
      all.append(("value", "file"))
    } else if comment != nil {
      all.append(("value", "comment"))
    }
    return all
  }

  /// Returns a value before or after a change as JSON, or a placeholder for a secret.
  func changedJSON(_ value: PropertyList) -> JSON {
    let literals = [document, otherDocument].compactMap { $0?.literalJSON(of: value, like: key) }
    return (hidesValues ? nil : literals.first) ?? ValueFormatter.json(value, isSecret: hidesValues)
  }

  /// The members that the JSON output contains only for settings in text files.
  var documentMembers: KeyValuePairs<String, JSON?> {
    document == nil
      ? [:]
      : [
        "line": position.map { .integer(Int64($0.line)) },
        "column": position.map { .integer(Int64($0.column)) },
        "comment": comment.map { JSON($0) },
        "merged": mergeSource.map(JSON.string),
        "sources": .object(sources.map { ($0.fact, .string($0.source)) }),
      ]
  }
}

extension SettingReference {
  /// Returns a JSON object that describes a value that JSON can't represent, or `nil` for any other
  /// value.
  ///
  /// Examples of values that JSON can't represent are TOML dates and very long numbers.
  func literalJSON(of value: PropertyList) -> JSON? {
    guard value.string != nil || value == .null,
      let literal = domain.text?.known?.literal(of: path.key),
      let kind = literal.kindBeyondJSON
    else { return nil }
    return .object([("$literal", .string(value.string ?? literal.source)), ("kind", .string(kind))])
  }
}

extension SettingsDocument {
  /// Returns a JSON object that describes a string that is a value of the same type as the current
  /// one, such as a date in TOML, or `nil` if JSON has that type.
  func literalJSON(of value: PropertyList, like key: String) -> JSON? {
    guard let text = value.string, let kind = literal(of: key)?.kindBeyondJSON,
      document.format.literal(typed: text)?.kindBeyondJSON == kind
    else { return nil }
    return .object([("$literal", .string(text)), ("kind", .string(kind))])
  }
}
