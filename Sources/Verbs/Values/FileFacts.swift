import Settee
import SetteeFormats

/// What a row of a settings file has that a row of a domain has not: the line, and what a comment says.
struct FileFacts {
  private let content: SettingsDocument
  private let place: SettingReference

  /// The facts of a place; nil in a domain of Settee's own.
  init?(_ place: SettingReference) {
    guard let content = place.domain.text?.known else { return nil }
    (self.content, self.place) = (content, place)
  }

  private var key: String { place.path.key }

  var position: (line: Int, column: Int)? { content.position(of: key) }

  /// What the file's comment says the value could be, while nothing is set.
  var comment: PropertyList? {
    content.node(of: key) == nil && !place.isSecret ? content.comment(of: key) : nil
  }

  var readOnlyReason: String? { content.readOnlyReason(of: key) }

  /// The value in JSON where JSON has no such value: a date of TOML, a long number, null.
  static func json(_ value: PropertyList, at place: SettingReference) -> JSON? {
    guard case .string(let text) = value,
      let literal = place.domain.text?.known?.literal(of: place.path.key),
      let kind = ScalarCoding.kindBeyondJSON(literal)
    else { return nil }
    return .object([("$literal", .string(text)), ("kind", .string(kind))])
  }

  /// Where each fact of a row comes from: the bundle, the program's schema, a comment, or the file.
  var sources: [(fact: String, source: String)] {
    guard let control = place.setting?.control else { return [("value", "file")] }
    let hasSchema = place.domain.text?.role.hasSchema == true
    // Rows that no bundle has are made of the file alone.
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

  /// The members that rows of files have besides those of all rows.
  var members: KeyValuePairs<String, JSON?> {
    [
      "line": position.map { .integer(Int64($0.line)) },
      "column": position.map { .integer(Int64($0.column)) },
      "comment": comment.map { JSON($0) },
      "sources": .object(sources.map { ($0.fact, .string($0.source)) }),
    ]
  }
}
