import Settee
import SetteeFiles
import SetteeValues

// Support for project files, such as `pyproject.toml`, which contain the settings of several
// programs.

extension AppFinder {
  /// Returns a bundle for a project file, with the panes of all programs that have a table in the
  /// file.
  ///
  /// If no known program has a table in the project file, the result is `nil`.
  func projectBundle(
    for path: String, _ bytes: [UInt8], _ programBundles: [ProgramBundle]? = nil
  ) throws -> SettingsBundle? {
    let name = FilePath.name(of: path)
    var parts: [(bundle: String, table: DocumentPath)] = []
    for (bundle, files) in programBundles ?? self.programBundles {
      for file in files.projectFiles where file.hasPrefix(name + "#") {
        guard let table = DocumentPath(String(file.dropFirst(name.count + 1))) else {
          continue
        }
        parts.append((bundle.path, table))
      }
    }
    guard !parts.isEmpty, case .known(let format) = Format.detect(name: path, bytes: bytes),
      let content = try? SettingsDocument(bytes, as: format)
    else { return nil }
    var whole = SettingsBundle(title: name, domain: nil, panes: [Pane(file: "Root", title: name)])
    var (tables, knownKeys): ([String], [String]) = ([], [])
    for (path, table) in parts where content.document.node(at: table) != nil {
      let bundle = try SettingsBundle(at: path, options: options)
      let part = ProjectPart(bundle, table: table, content)
      whole.panes += part.panes
      whole.panes[0].groups.append(PaneGroup(controls: [part.link]))
      tables.append(table.description)
      knownKeys += part.knownKeys
    }
    guard whole.panes.count > 1 else { return nil }
    whole.programFile = ProgramFile(tables: tables, knownKeys: knownKeys)
    return whole
  }
}

/// The panes of a program, adapted to the table that contains its settings in a project file.
private struct ProjectPart {
  private let bundle: SettingsBundle
  private let table: DocumentPath
  private let content: SettingsDocument
  /// The table that contains all settings in the program's separate settings file, such as `mypy`
  /// in `mypy.ini`.
  private let ownTable: Key?
  /// A Boolean value that indicates whether only the project file has types, and not the program's
  /// separate settings file.
  private let isTyped: Bool

  init(_ bundle: SettingsBundle, table: DocumentPath, _ content: SettingsDocument) {
    (self.bundle, self.table, self.content) = (bundle, table, content)
    let places = bundle.controls.compactMap { $0.key.flatMap { DocumentPath($0) } }
    let first = places.first.flatMap { $0.steps.count > 1 ? $0.steps.first : nil }
    isTyped = content.hasTypes && bundle.programFile?.format == "python"
    let isShared = places.allSatisfy { $0.steps.count > 1 && $0.steps.first == first }
    if isShared, case .key(let name)? = first { ownTable = name } else { ownTable = nil }
  }

  var link: Control {
    let root = bundle.panes.first.map { name(of: $0.file) }
    return Control(.pane(file: root, pane: root), title: bundle.title)
  }

  var knownKeys: [String] { (bundle.programFile?.knownKeys ?? ["*"]).compactMap(key) }

  var panes: [Pane] {
    bundle.panes.map { pane in
      var pane = pane
      pane.file = name(of: pane.file)
      pane.entries = pane.entries.flatMap { $0.isEmpty ? table.description : key($0) }
      for index in pane.groups.indices {
        place(&pane.groups[index].visibleWhen)
        place(&pane.groups[index].enabledWhen)
      }
      pane.changeControls(place)
      return pane
    }
  }

  private func name(of pane: String) -> String { "\(table): \(pane)" }

  /// Converts a key from the program's separate settings file to the corresponding key in the
  /// project file.
  ///
  /// If the key isn't in the table that contains the program's settings, the result is `nil`.
  private func key(_ key: String) -> String? {
    guard let place = DocumentPath(key) else { return nil }
    guard let ownTable else {
      return DocumentPath(table.steps + place.steps).description
    }
    guard place.steps.first == .key(ownTable) else { return nil }
    return DocumentPath(table.steps + place.steps.dropFirst()).description
  }

  private func place(_ conditions: inout [Condition]) {
    for index in conditions.indices { conditions[index].key = key(conditions[index].key) ?? "" }
  }

  private func place(_ control: inout Control) {
    control.key = control.key.flatMap(key)
    place(&control.visibleWhen)
    place(&control.enabledWhen)
    if case .pane(_, let pane) = control.content {
      let target = pane.map(name(of:))
      control.content = .pane(file: target, pane: target)
    }
    // Edit the setting as a list if the project file contains a list, even if the program's other
    // file contains text.
    guard case .text(var input) = control.content else { return }
    // The program's own file has no lists, so each of its texts can be a list here.
    let takesLists = isTyped && input.rules.pattern == nil && input.type == .string
    if input.type != .list, let key = control.key, content.values[key]?.array != nil {
      input = TextInput(type: .list, takesScalars: true)
    }
    input.takesLists = takesLists
    control.content = .text(input)
  }
}
