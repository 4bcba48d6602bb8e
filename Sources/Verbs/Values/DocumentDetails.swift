import Settee
import SetteeFormats

/// The details of a setting that exist only in text files.
///
/// The details include the position, the comment, and the sources of the setting.
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

  /// The value of a commented-out setting whose key isn't set.
  var comment: PropertyList? {
    content.node(of: key) == nil && !place.isSecret ? content.comment(of: key) : nil
  }

  /// The value that YAML 1.1 parsers read, or `nil` if it is the same.
  var reading11: String? {
    guard !place.isSecret, let literal = content.literal(of: key) else { return nil }
    return content.document.format.reading11(of: literal).map { "\(literal.source) is \($0)" }
  }

  var readOnlyReason: String? { content.readOnlyReason(of: key) }

  /// Returns the JSON form of a value that JSON can't represent, or `nil` for all other values.
  ///
  /// Examples of such values are TOML dates and long numbers.
  static func json(_ value: PropertyList, at place: SettingReference) -> JSON? {
    guard case .string(let text) = value,
      let literal = place.domain.text?.known?.literal(of: place.path.key),
      let kind = ScalarCoding.kindBeyondJSON(literal)
    else { return nil }
    return .object([("$literal", .string(text)), ("kind", .string(kind))])
  }

  /// The source of each detail, which is the bundle, the program's schema, a comment, or the file.
  var sources: [(fact: String, source: String)] {
    guard let control = place.setting?.control else { return [("value", "file")] }
    let hasSchema = place.domain.text?.role.hasSchema == true
    // Rows without a specifier are derived from the file.
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

  /// The additional JSON members for settings in text files.
  var members: KeyValuePairs<String, JSON?> {
    [
      "line": position.map { .integer(Int64($0.line)) },
      "column": position.map { .integer(Int64($0.column)) },
      "comment": comment.map { JSON($0) },
      "sources": .object(sources.map { ($0.fact, .string($0.source)) }),
    ]
  }
}
