import SetteeValues
package import SetteeSchema
package import SetteeStorage

/// The panes that show a settings file, generated from the content of the file.
///
/// Each table in the file becomes a group, and so does each section that starts with a title in a
/// comment. The groups have the order of the file. An array of tables with many fields becomes a
/// separate pane, and so does every table of a page that would be too long. The size of the
/// terminal isn't considered, so a pane has the same name everywhere.
package struct FilePanes {
  /// The maximum number of rows on a pane that also shows tables.
  private static let mostRows = 72
  /// The maximum number of fields in a table for which an array of tables is shown as groups.
  private static let mostFields = 3

  /// A table of the settings file with its rows and nested tables, in the order of the file.
  private final class PaneTable {
    let place: DocumentPath
    var rows: [Control] = []
    var tables: [PaneTable] = []
    var help: String?
    /// A Boolean value that indicates whether the table has a header in the file but no keys.
    var isEmptySection = false

    init(_ place: DocumentPath) { self.place = place }

    var isEmpty: Bool { rows.isEmpty && !isEmptySection && tables.allSatisfy(\.isEmpty) }

    var rowCount: Int { rows.count + tables.reduce(0) { $0 + $1.rowCount } }

    /// The number of rows on a pane that shows this table, where large arrays of tables are only
    /// links.
    var pageRowCount: Int {
      rows.count + tables.reduce(0) { $0 + ($1.isLargeArray ? 1 : $1.pageRowCount) }
    }

    /// A Boolean value that indicates whether the tables in this array have too many fields to be
    /// shown as groups.
    var isLargeArray: Bool {
      rows.isEmpty && tables.contains { $0.rowCount > FilePanes.mostFields }
        && tables.allSatisfy { if case .index? = $0.place.steps.last { true } else { false } }
    }

    /// Removes the table at a path and returns its contents, or returns `nil` if the table isn't
    /// found.
    func takeOut(_ place: DocumentPath) -> PaneTable? {
      if place == self.place {
        let copy = PaneTable(place)
        (copy.rows, copy.tables, rows, tables) = (rows, tables, [], [])
        return copy
      }
      // A list of simple values, such as numbers, is a single row instead of a table.
      if let row = rows.firstIndex(where: { $0.key?.isSame(as: place.description) == true }) {
        let table = PaneTable(place)
        table.rows = [rows.remove(at: row)]
        return table
      }
      for table in tables { if let found = table.takeOut(place) { return found } }
      return nil
    }
  }

  private let content: SettingsDocument
  private let isSecret: (String) -> Bool
  /// The keys that a bundle's panes already show, or `nil` if no bundle describes the file.
  private let others: Set<SettingPath>?
  /// The keys that the program accepts, or `nil` if they are unknown.
  ///
  /// Rows with keys that the program doesn't accept are marked.
  private let accepted: AcceptedKeys?
  private let ownership: CommentAttachment
  /// The titles and help for the settings of a common system file, or `nil` for other files.
  private let names: SystemFileNames?
  private var panes: [Pane] = []

  private init(
    _ content: SettingsDocument, isSecret: @escaping (String) -> Bool,
    others: Set<SettingPath>? = nil,
    accepted: AcceptedKeys? = nil
  ) {
    self.content = content
    self.isSecret = isSecret
    self.others = others
    self.accepted = accepted
    ownership = CommentAttachment(content.document)
    names = SystemFileNames(content.document.format)
  }

  /// Creates panes for a file.
  ///
  /// The first pane is named `Root`, as in a bundle. Every other pane is named after the path of
  /// its table.
  package static func panes(
    of content: SettingsDocument, title: String, isSecret: @escaping (String) -> Bool
  ) -> [Pane] {
    var maker = FilePanes(content, isSecret: isSecret)
    maker.add(maker.tables(), named: "Root", title: title)
    return maker.panes
  }

  /// Adds the settings of a file that a bundle doesn't describe to the panes of the bundle.
  ///
  /// A pane that shows the entries of a table gets a row for each entry in the file. A link on the
  /// first pane leads to all other settings that aren't in the bundle. Rows with unknown keys are
  /// marked.
  package static func panes(
    of bundle: SettingsBundle, and content: SettingsDocument, _ accepted: AcceptedKeys?,
    isSecret: @escaping (String) -> Bool
  ) -> [Pane] {
    let keys = Set(bundle.controls.compactMap { $0.key.map { SettingPath($0) } })
    var maker = FilePanes(content, isSecret: isSecret, others: keys, accepted: accepted)
    return maker.panes(beside: bundle.panes)
  }

  private mutating func panes(beside panes: [Pane]) -> [Pane] {
    var panes = panes
    let root = tables()
    // Process the innermost tables first, so that the tables around them don't show the same
    // entries again.
    let places = panes.indices.compactMap { index in
      panes[index].entries.flatMap { $0.isEmpty ? .root : DocumentPath($0) }.map {
        (index, place: $0)
      }
    }
    for (index, place) in places.sorted(by: { $0.place.steps.count > $1.place.steps.count }) {
      guard let table = root.takeOut(place) else { continue }
      let own = self.panes.count
      add(table, named: panes[index].file, title: panes[index].title)
      panes[index].groups += self.panes.remove(at: own).groups
    }
    let title = Self.titleOfRest
    let inner = self.panes
    self.panes = []
    if !panes.isEmpty, !root.isEmpty {
      add(root, named: title, title: title)
      if panes[0].groups.allSatisfy({ $0.controls.allSatisfy { $0.kind == .pane } }) {
        // If the first pane of a project file contains only links, it has enough space for all
        // other settings.
        panes[0].groups += self.panes.removeFirst().groups
      } else {
        let link = Control(.pane(file: title, pane: title), title: title)
        panes[0].groups.append(PaneGroup(controls: [link]))
      }
    }
    return panes + inner + self.panes
  }

  private static let titleOfRest = GeneratedText.rest.rawValue

  // MARK: Tables

  private func tables() -> PaneTable {
    let root = PaneTable(.root)
    // Growing the rows of a large table one by one would copy them several times.
    root.rows.reserveCapacity(content.document.children(of: 0).count)
    var known: [DocumentPath: PaneTable] = [.root: root]
    func table(at place: DocumentPath) -> PaneTable {
      if let table = known[place] { return table }
      let new = PaneTable(place)
      if let node = content.document.node(at: place) {
        new.help = Self.text(ownership.comments(above: node))
        new.rows.reserveCapacity(content.document.children(of: node).count)
      }
      table(at: place.parent ?? .root).tables.append(new)
      known[place] = new
      return new
    }
    let titles = content.document.titles
    var emptySections = emptySections[...]
    func addEmptySections(before offset: Int) {
      while let header = emptySections.first, header.range.lowerBound < offset {
        table(at: content.document.place(of: header.node)).isEmptySection = true
        emptySections.removeFirst()
      }
    }
    for row in rows {
      addEmptySections(before: row.offset)
      var parent = row.place.parent ?? .root
      // A value with fields is the first row of their group.
      if let node = row.set?.node, content.document.hasFields(node) { parent = row.place }
      if parent == .root, let title = titles.last(where: { $0.offset < row.offset }) {
        parent = DocumentPath(keys: title.name)
      }
      table(at: parent).rows.append(control(of: row))
    }
    addEmptySections(before: .max)
    return root
  }

  /// The headers of the sections without any keys, in file order.
  ///
  /// A bundle shows only sections with settings.
  private var emptySections: [Header] {
    let document = content.document
    guard others == nil, !document.format.isAugeas else { return [] }
    return document.headers.filter {
      document.nodes[$0.node].form == .table && document.children(of: $0.node).isEmpty
    }
  }

  private struct PaneRow {
    let place: DocumentPath
    let key: String
    let offset: Int
    /// The setting's node in the document and its value, or `nil` if the setting is commented out.
    var set: (node: Int, value: PropertyList)?
    /// The value that comes through a merge key, or `nil` for other settings.
    var merged: PropertyList?
  }

  /// All settings in the file that the bundle doesn't describe, including commented-out settings,
  /// in file order.
  private var rows: [PaneRow] {
    let document = content.document
    var rows = zip(content.values.entries, content.nodes).map { entry, node in
      PaneRow(
        place: document.place(of: node), key: entry.key, offset: document.nodes[node].start,
        set: (node, entry.value))
    }
    rows += content.commented.map { key, row in
      PaneRow(place: row.place, key: key, offset: row.lines.lowerBound)
    }
    rows += content.merged.filter { content.node(of: $0.key) == nil }.map { merged in
      PaneRow(
        place: merged.setting.place, key: merged.key,
        offset: document.nodes[merged.setting.merge].start, merged: merged.value)
    }
    if let others { rows.removeAll { others.contains(SettingPath($0.key)) } }
    rows.sort { $0.offset < $1.offset }
    return rows
  }

  // MARK: Rows

  private func control(of row: PaneRow) -> Control {
    let value = row.set?.value ?? row.merged ?? content.comment(of: row.key)
    let isSecure = isSecret(row.key)
    // Show a secret as text, because the type of control could reveal something about its value.
    let isList = row.set == nil && content.commentedRow(of: row.key)?.literal.kind == .list
    var sort =
      isSecure && !content.hasTypes ? .text : isList ? Self.lines : Self.sort(of: value)
    // If the file format doesn't have types, the text that the user enters determines the type.
    if case .text(var input) = sort, !content.hasTypes {
      input.takesScalars = true
      sort = .text(input)
    }
    var title = self.title(of: row)
    // A document that is a list of scalars has only one row.
    if row.place.steps.count == 1, case .index(let index)? = row.place.steps.first {
      title = content.document.title(ofDocument: index) ?? title
    }
    var control = Control(sort, key: row.key, title: title)
    control.isSecure = isSecure
    if row.set != nil { control.warning = accepted?.unknown(row.place)?.warning }
    if let node = row.set?.node {
      let (above, behind) = (ownership.comments(above: node), ownership.comments(behind: node))
      let texts = [above, behind].compactMap { Self.text($0) }
      control.help = texts.isEmpty ? nil : texts.joined(separator: "; ")
      if !isSecure { control.comment = Self.firstLine(behind) ?? Self.firstLine(above) }
      if control.help == nil { control.help = names?.help(for: row.place) }
      control.readOnlyReason = content.shortReadOnlyReason(of: node)
    } else if row.merged != nil {
      control.help = content.mergeSource(of: row.key).map { "From \($0)." }
    } else if let commented = content.commentedRow(of: row.key) {
      control.help = Self.text(commented.commentsAbove)
      if !control.isSecure {
        let items = value?.array ?? [value ?? .string("")]
        control.showComment(items.map { ValueFormatter.plain($0) }.joined(separator: ", "))
      }
    }
    return control
  }

  private func title(of row: PaneRow) -> String {
    if let title = names?.title(of: row.place) { return title }
    guard let node = row.set?.node, content.document.hasFields(node) else {
      return row.place.lastName
    }
    return row.place.steps.last { $0.name != nil }?.name?.text ?? row.place.lastName
  }

  /// Returns what distinguishes an item of a system file from the others: its value, or the value of one of its fields.
  private func title(ofItem place: DocumentPath) -> String? {
    let document = content.document
    guard document.format.isAugeas, let node = document.node(at: place), node > 0 else {
      return nil
    }
    func text(_ node: Int) -> String? {
      let first = document.nodes[node].form == .brackets ? document.items(of: node).first : node
      let text = first.flatMap { document.literal(of: $0)?.text }
      return text?.isEmpty == false && !isSecret(document.place(of: node).description) ? text : nil
    }
    if document.hasFields(node) { return text(node) }
    let fields = document.children(of: node)
    let known = (names?.identifying ?? []).lazy.compactMap { name in
      fields.first { document.nodes[$0].step.name == Key(name) }
    }.first
    if let known { return text(known) }
    guard place.isItem || document.isNumbered(node) else { return nil }
    return fields.lazy.compactMap(text).first
  }

  /// Returns the path with which the screen changes an item of a list, or `nil` for other tables.
  private func item(at place: DocumentPath) -> String? {
    if place.isItem { return place.description }
    return content.list(of: place.description).map { list in
      (list.key == "." ? "" : list.key) + "[\(list.index)]"
    }
  }

  private static func sort(of value: PropertyList?) -> ControlContent {
    guard case .array(let elements)? = value else {
      return value.map { .inferred(from: $0) } ?? .text
    }
    // A text field with one line per list item can't edit items that contain line breaks.
    guard
      elements.allSatisfy({ $0.array == nil && $0.string?.contains(where: \.isNewline) != true })
    else { return .title }
    return lines
  }

  /// A text field in which the user enters each list item on a separate line.
  private static let lines = ControlContent.text(TextInput(type: .list, takesScalars: true))

  /// Returns the text of some comments without comment markers and decorative lines.
  ///
  /// If only markers and decorative lines were found, the result is `nil`.
  private static func text(_ comments: [String]) -> String? {
    if comments.isEmpty { return nil }
    let lines = comments.flatMap { Array($0.utf8).split(separator: 0x0A) }
    let texts: [String] = lines.compactMap { line in
      let start = line.drop { " \t".utf8.contains($0) }
      let isSlashed = start.starts(with: "//".utf8) || start.starts(with: "/*".utf8)
      let signs = isSlashed ? "#;/*!- \t=~" : "#;*!- \t=~"
      let text = start.drop { signs.utf8.contains($0) }
      guard let end = text.lastIndex(where: { !"*/ \t\r".utf8.contains($0) }) else { return nil }
      let plain = text[...end]
      return plain.contains { $0 >= 0x80 || $0.isASCIILetter || (0x30...0x39).contains($0) }
        ? String(decoding: plain, as: UTF8.self) : nil
    }
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  /// Returns the first line that has text, with its comment marker, and an ellipsis if more lines follow it.
  private static func firstLine(_ comments: [String]) -> String? {
    if comments.isEmpty { return nil }
    let lines = comments.flatMap { $0.split(whereSeparator: \.isNewline) }
      .filter { text([String($0)]) != nil }
    guard let first = lines.first else { return nil }
    let line = SafeText.line(first.drop { $0 == " " || $0 == "\t" }.description)
    return lines.count > 1 ? line + " ..." : line
  }

  // MARK: Panes

  private mutating func add(_ table: PaneTable, named file: String, title: String) {
    let own = panes.count
    var pane = Pane(file: file, title: title)
    // A group that starts with a title in a comment doesn't correspond to a table in the file.
    if content.document.node(at: table.place) != nil { pane.table = table.place.description }
    panes.append(pane)
    var groups: [PaneGroup] = []
    if !table.rows.isEmpty { groups.append(PaneGroup(controls: table.rows)) }
    let isLong = table.pageRowCount > Self.mostRows
    for inner in table.tables { add(inner, of: table, isLink: isLong, to: &groups) }
    panes[own].groups = groups
  }

  /// Adds a table to a pane, either as groups of rows or as a link to a separate pane.
  private mutating func add(
    _ inner: PaneTable, of page: PaneTable, isLink: Bool, to groups: inout [PaneGroup]
  ) {
    guard !inner.isEmpty else { return }
    let title = title(ofItem: inner.place) ?? self.title(of: inner.place, in: page.place)
    guard isLink || inner.isLargeArray else {
      let isEmptySection = inner.isEmptySection && inner.rows.isEmpty && inner.tables.isEmpty
      let item = item(at: inner.place) ?? (isEmptySection ? inner.place.description : nil)
      if !inner.rows.isEmpty || item != nil {
        var group = PaneGroup(title: title, footer: inner.help, controls: inner.rows)
        group.item = item
        groups.append(group)
      }
      for table in inner.tables { add(table, of: page, isLink: false, to: &groups) }
      return
    }
    let place = inner.place.description
    // Add a prefix to the name of the pane, so that it differs from the names of the bundle's
    // panes.
    let name = others != nil ? "\(Self.titleOfRest): \(place)" : place
    var control = Control(.pane(file: name, pane: name), title: title)
    control.help = inner.help
    let follows = groups.last.map { $0.title == nil && $0.controls.last?.kind == .pane } ?? false
    if follows {
      groups[groups.count - 1].controls.append(control)
    } else {
      groups.append(PaneGroup(controls: [control]))
    }
    add(
      inner, named: name,
      title: content.document.format.isAugeas ? title : self.title(of: inner.place, in: .root))
  }

  /// Returns the title of a table on a page: its path without that of the page.
  ///
  /// The index of a YAML document is replaced with the title of the document.
  private func title(of place: DocumentPath, in page: DocumentPath) -> String {
    guard page == .root, case .index(let index)? = place.steps.first,
      let title = content.document.title(ofDocument: index)
    else { return DocumentPath(Array(place.steps.dropFirst(page.steps.count))).label }
    let rest = DocumentPath(Array(place.steps.dropFirst()))
    return rest == .root ? title : "\(title): \(rest.label)"
  }
}

extension AcceptedKeys.UnknownKey {
  /// A remark that the program might not accept the key of the row.
  fileprivate var warning: String {
    nearest.map { "Unknown key. Did you mean \($0)?" } ?? "The program doesn't know this key."
  }
}

extension Control {
  /// Shows the value from a commented-out line as a placeholder in an empty text field.
  fileprivate mutating func showComment(_ text: String) {
    switch content {
    case .text(var input):
      input.placeholder = text
      content = .text(input)
    default: subtitle = Subtitle("# \(text)")
    }
  }
}

extension DocumentPath {
  /// The title of a row, which is the last name in the path of its key, with an index for a list
  /// item.
  fileprivate var lastName: String {
    let start = steps.lastIndex { if case .key = $0 { true } else { false } } ?? 0
    return DocumentPath(Array(steps[start...])).label
  }

  /// The label of a row, which is the unquoted name if its path has only one, or else the entire
  /// path.
  fileprivate var label: String {
    if steps.count == 1, case .key(let name) = steps[0] { name.text } else { description }
  }
}
