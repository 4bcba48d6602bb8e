/// All that the rules look at: the files of a bundle, its panes and its tables.
struct CheckedBundle {
  /// Every property list and table, by name.
  let files: [CheckedFile]
  /// The files with elements, Root first.
  let panes: [CheckedPane]
  /// Whether the user asked for this very bundle, which is for settings then.
  let isAsked: Bool
  /// Names of every file below the bundle's folder.
  let names: [String]
  /// Files that lead out of the bundle, which were not read.
  let strays: [CheckedFile]
  /// Whether this is a bundle and no single file, so that what is missing is missing.
  let isWhole: Bool
  /// The folder, as the user named it.
  let folder: String
  /// The tables of texts that could be read.
  let tables: [CheckedFile]
  /// The tables of each name, one a language.
  let tablesByName: [String: [LanguageTable]]
  /// Which pane opens which.
  let graph: PaneGraph

  init(
    folder: String, files: [CheckedFile], names: [String], strays: [CheckedFile] = [],
    isWhole: Bool, isAsked: Bool = false
  ) {
    self.folder = folder
    self.files = files
    self.names = names
    self.strays = strays
    self.isWhole = isWhole
    self.isAsked = isAsked
    let panes = files.compactMap { CheckedPane($0) }
    self.panes = panes.filter { $0.base == "Root" } + panes.filter { $0.base != "Root" }
    tables = files.filter { $0.isTable && $0.document != nil }
    tablesByName = Dictionary(grouping: tables, by: \.tableName)
      .mapValues { $0.compactMap(LanguageTable.init) }
    graph = PaneGraph(self.panes)
  }

  /// Whether this is a bundle for settings, and not one of the others that an app may hold.
  var isSettings: Bool {
    let name = Path.name(of: folder)
    return isAsked || !panes.isEmpty || name == "Settings.bundle" || name == "InAppSettings.bundle"
  }
}

extension CheckedElement {
  /// The name of the pane that the row opens, without `.plist` and a `./` before it.
  var target: String? {
    guard let file = self["File"]?.value.string, !file.isEmpty else { return nil }
    let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    return path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
  }
}
