package import Settee
import SetteeFormats
import SetteeJSONSchema

/// What the schema of a settings file has to say of it, put on the rows of its panes.
package struct FileFaults: Sendable {
  private let schema: JSONSchema
  private let isSecret: @Sendable (String) -> Bool
  /// What stands on rows now.
  private var shown: [SchemaRemark]
  private var bytes: [UInt8]

  private struct SchemaRemark: Equatable, Sendable {
    let place: String
    let text: String
    let line: Int
  }

  init(
    _ schema: JSONSchema, _ content: SettingsDocument,
    isSecret: @escaping @Sendable (String) -> Bool
  ) {
    (self.schema, self.isSecret) = (schema, isSecret)
    bytes = content.document.bytes
    shown = Self.remarks(schema, content.document, isSecret)
  }

  private static func remarks(
    _ schema: JSONSchema, _ document: SetteeFormats.Document, _ isSecret: (String) -> Bool
  ) -> [SchemaRemark] {
    var judge = Validator(schema)
    return judge.judge(DocumentElement(document)).faults.map { fault in
      let place = fault.place.description
      return SchemaRemark(
        place: place, text: fault.message(isSecret: isSecret(place)).asSentence,
        line: document.position(of: fault.offset).line)
    }
  }

  /// Whether the file, as it is now, has other faults than those that are shown.
  package mutating func areOutdated(by content: SettingsDocument) -> Bool {
    guard content.document.bytes != bytes else { return false }
    bytes = content.document.bytes
    return Self.remarks(schema, content.document, isSecret) != shown
  }

  /// The panes with a remark on each row that has a fault, and a page of all faults behind the first row.
  func marking(_ panes: [Pane]) -> [Pane] {
    guard !shown.isEmpty, !panes.isEmpty else { return panes }
    var panes = panes
    let texts = Dictionary(grouping: shown) { SettingPath($0.place) }
    var rows: [SettingPath: Control] = [:]
    for pane in panes.indices {
      panes[pane].changeControls { row in
        guard let path = row.key.map({ SettingPath($0) }), let all = texts[path] else { return }
        row.remark = all.map(\.text).joined(separator: " ")
        rows[path] = row
      }
    }
    let title = GeneratedText.faults.rawValue
    var page = Pane(file: title, title: title)
    var told: Set<SettingPath> = []
    for remark in shown {
      var row = Control(
        .title(ChoiceList()), title: "\(GeneratedText.line.rawValue) \(remark.line)")
      row.remark = remark.text
      let path = SettingPath(remark.place)
      if let known = rows[path] {
        guard told.insert(path).inserted else { continue }
        row = known
      }
      page.groups.append(PaneGroup(footer: row.remark, controls: [row]))
    }
    var link = Control(.pane(PaneLink(file: title, pane: title)), title: title)
    link.remark = GeneratedText.faultsHelp.rawValue
    panes[0].groups.insert(PaneGroup(controls: [link]), at: 0)
    return panes + [page]
  }
}
