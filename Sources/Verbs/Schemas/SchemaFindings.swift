package import Settee
import SetteeValues
import SetteeJSONSchema

/// The problems that a JSON Schema finds in a settings file, which the editor shows in the affected
/// rows.
package struct SchemaFindings: Sendable {
  private let schema: JSONSchema
  private let isSecret: @Sendable (String) -> Bool
  /// The remarks about problems that the rows in the editor currently show.
  private var shown: [Remark]
  private var bytes: [UInt8]

  private typealias Remark = (place: String, text: String, line: Int)

  init(
    _ schema: JSONSchema, _ content: SettingsDocument,
    isSecret: @escaping @Sendable (String) -> Bool
  ) {
    (self.schema, self.isSecret) = (schema, isSecret)
    bytes = content.document.bytes
    shown = Self.remarks(schema, content.document, isSecret)
  }

  private static func remarks(
    _ schema: JSONSchema, _ document: Document, _ isSecret: (String) -> Bool
  ) -> [Remark] {
    var validator = Validator(schema)
    return validator.validate(DocumentElement(document)).faults.map { fault in
      let place = fault.place.description
      return (
        place, fault.message(isSecret: isSecret(place)).asSentence,
        document.position(of: fault.offset).line
      )
    }
  }

  /// Returns whether the problems in the current file differ from the problems that the editor
  /// shows.
  package mutating func areOutdated(by content: SettingsDocument) -> Bool {
    guard content.document.bytes != bytes else { return false }
    bytes = content.document.bytes
    return !Self.remarks(schema, content.document, isSecret).elementsEqual(shown, by: ==)
  }

  /// Returns the panes with a remark in each row whose value the schema doesn't allow.
  ///
  /// The first row of the first pane opens a page that lists all problems.
  func marking(_ panes: [Pane]) -> [Pane] {
    guard !shown.isEmpty, !panes.isEmpty else { return panes }
    var panes = panes
    let texts = Dictionary(grouping: shown) { SettingPath($0.place) }
    var rows: [SettingPath: Control] = [:]
    for pane in panes.indices {
      panes[pane].changeControls { row in
        guard let path = row.key.map({ SettingPath($0) }), let all = texts[path] else { return }
        row.warning = all.map(\.text).joined(separator: " ")
        rows[path] = row
      }
    }
    let title = GeneratedText.faults.rawValue
    var page = Pane(file: title, title: title)
    var told: Set<SettingPath> = []
    for remark in shown {
      var row = Control(
        .title([]), title: "\(GeneratedText.line.rawValue) \(remark.line)")
      row.warning = remark.text
      let path = SettingPath(remark.place)
      if let known = rows[path] {
        guard told.insert(path).inserted else { continue }
        row = known
      }
      page.groups.append(PaneGroup(footer: row.warning, controls: [row]))
    }
    var link = Control(.pane(file: title, pane: title), title: title)
    link.warning = GeneratedText.faultsHelp.rawValue
    panes[0].groups.insert(PaneGroup(controls: [link]), at: 0)
    return panes + [page]
  }
}
