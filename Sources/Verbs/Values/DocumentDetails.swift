import Settee
import SetteeFormats

/// The details of a setting that are available only if the setting is stored in a text file.
///
/// Examples are the line number, the comment, and the sources of the information about the setting.
struct DocumentDetails {
  private let content: SettingsDocument
  private let place: SettingReference

  /// Creates the details of a setting, or returns `nil` if the setting isn't in a text file.
  init?(_ place: SettingReference) {
    guard let content = place.domain.text?.known else { return nil }
    (self.content, self.place) = (content, place)
  }

  private var key: String { place.path.key }

  var position: (line: Int, column: Int)? { content.position(of: key) }

  /// The value of the setting in a commented-out line, if the setting isn't set elsewhere in the
  /// file.
  var comment: PropertyList? {
    content.node(of: key) == nil && !place.isSecret ? content.comment(of: key) : nil
  }

  /// The different value that a YAML 1.1 parser would read, or `nil` if it would read the same
  /// value.
  var reading11: String? {
    guard !place.isSecret, let literal = content.literal(of: key) else { return nil }
    return content.document.format.reading11(of: literal).map { "\(literal.source) is \($0)" }
  }

  /// Where a key of YAML comes from that a merge key adds.
  var mergeSource: String? { content.node(of: key) == nil ? content.mergeSource(of: key) : nil }

  var readOnlyReason: String? { content.readOnlyReason(of: key) }

  /// Returns a JSON object that describes a value that JSON can't represent, or `nil` for any other
  /// value.
  ///
  /// Examples of values that JSON can't represent are TOML dates and very long numbers.
  static func json(_ value: PropertyList, at place: SettingReference) -> JSON? {
    guard case .string(let text) = value,
      let literal = place.domain.text?.known?.literal(of: place.path.key),
      let kind = ScalarCoding.kindBeyondJSON(literal)
    else { return nil }
    return .object([("$literal", .string(text)), ("kind", .string(kind))])
  }

  /// For each detail, its source, which is the bundle, the program's schema, a comment, or the
  /// file.
  var sources: [(fact: String, source: String)] {
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

  /// The members that the JSON output contains only for settings in text files.
  var members: KeyValuePairs<String, JSON?> {
    [
      "line": position.map { .integer(Int64($0.line)) },
      "column": position.map { .integer(Int64($0.column)) },
      "comment": comment.map { JSON($0) },
      "merged": mergeSource.map(JSON.string),
      "sources": .object(sources.map { ($0.fact, .string($0.source)) }),
    ]
  }
}
