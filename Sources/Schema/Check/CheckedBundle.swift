import SetteeFiles
import SetteePropertyLists

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
  /// Paths of what leads out of the bundle, which was not read.
  let strays: [String]
  /// Whether this is a bundle and no single file, so that what is missing is missing.
  let isWhole: Bool
  let folder: String
  /// The names of all tables of texts, without extension.
  let tableNames: Set<String>
  /// The tables of texts that could be read.
  let tables: [CheckedFile]
  let tablesByName: [String: [LanguageTable]]
  let graph: PaneGraph
  /// Whether the settings stand in a file of a program's own.
  let isForProgram: Bool

  init(
    folder: String, files: [CheckedFile], names: [String], strays: [String] = [],
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
    tableNames = Set(names.compactMap { FilePath.stem(of: $0, dropping: ".strings") })
    tables = files.filter { $0.isTable && $0.document != nil }
    tablesByName = Dictionary(grouping: tables, by: \.tableName)
      .mapValues { $0.compactMap(\.ofLanguage) }
    graph = PaneGraph(self.panes)
    isForProgram = panes.contains { $0.base == "Root" && $0.root["SetteeFile"] != nil }
  }

  /// Whether this is a bundle for settings, and not one of the others that an app may hold.
  var isSettings: Bool {
    let name = FilePath.name(of: folder)
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

struct CheckedFile {
  let path: String
  /// The path from the bundle's folder.
  let name: String
  /// The content, nil for a sound file that is no property list, or what makes it unreadable.
  let content: Result<PropertyListDocument?, PropertyListError>

  var document: PropertyListDocument? { try? content.get() }

  var isTable: Bool { name.hasSuffix(".strings") }

  /// The table as one of the language whose folder it stands in.
  fileprivate var ofLanguage: LanguageTable? {
    let folders = name.split(separator: "/").lazy
    guard let entries = document?.value.dictionary,
      let language = folders.compactMap({ FilePath.stem(of: String($0), dropping: ".lproj") }).first
    else { return nil }
    return LanguageTable(language: language, name: tableName, entries: entries)
  }

  /// The name of the table: `Root` of `de.lproj/Root.strings`.
  var tableName: String { FilePath.stem(of: name, dropping: ".strings") ?? name }
}

struct CheckedPane {
  let file: CheckedFile
  let root: PropertyListNode
  let elements: [CheckedElement]
  /// The rows that open panes, those inside list groups included.
  let links: [CheckedElement]
  /// The name that rows give the pane, without folder of a language, device and `.inApp`.
  let base: String

  /// The pane of a file; nil when the file is no pane.
  init?(_ file: CheckedFile) {
    guard !file.isTable, let root = file.document?.root, case .dictionary = root.value else {
      return nil
    }
    self.file = file
    self.root = root
    base = Self.base(of: file.name)
    let nodes = root["PreferenceSpecifiers"]?.elements ?? []
    elements = nodes.filter { $0.value.dictionary != nil }.map(CheckedElement.init)
    links = elements.flatMap(Self.links)
    guard root["PreferenceSpecifiers"] != nil || base == "Root" else { return nil }
  }

  var path: String { file.path }

  /// `3rd/Lua` of `3rd/Lua~ipad.inApp.plist`, `Root` of `de.lproj/Root.plist`.
  static func base(of name: String) -> String {
    let parts = name.split(separator: "/").filter { !$0.hasSuffix(".lproj") }
    var stem = parts.joined(separator: "/")
    for ending in [".plist", ".inApp", "~iphone", "~ipad", "~mac"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    return stem
  }

  private static func links(of element: CheckedElement) -> [CheckedElement] {
    let inner = element.type == .list ? ["ItemSpecifier", "AddSpecifier"] : []
    return ([element] + inner.compactMap { element[$0] }.map(CheckedElement.init))
      .filter { $0.control.kind == .pane }
  }
}

/// One element of a pane as the rules see it: its values with their places.
struct CheckedElement {
  let node: PropertyListNode
  /// The element's type, nil where there is none or nobody documents it.
  let type: SpecifierType?
  /// The element as a device would show it, with raw texts.
  let control: Control
  /// The devices that the element is meant for; nil for all of them.
  let idioms: Set<String>?

  init(_ node: PropertyListNode) {
    self.node = node
    let values = node.value.dictionary ?? PropertyListDictionary()
    let specifier = Specifier(values: values, mark: node.mark, strings: .raw)
    type = specifier.type
    control = Control(specifier)
    let names = node["SupportedUserInterfaceIdioms"]?.elements.compactMap { $0.value.string }
    idioms = names.flatMap { $0.isEmpty ? nil : Set($0) }
  }

  var place: SourcePlace { node.place }

  subscript(_ key: String) -> PropertyListNode? { node[key] }

  /// What to call the element in a sentence: its key, else its title, else its type.
  var name: String { ownName.map(Quotation.of) ?? control.type ?? "the element" }

  /// The same with the type before it: `PSSliderSpecifier “volume”`.
  var fullName: String {
    [control.type, ownName.map(Quotation.of)].compactMap { $0 }.joined(separator: " ")
  }

  private var ownName: String? { control.key ?? control.title ?? control.file }

  /// Whether any device shows both elements at once.
  func meets(_ other: CheckedElement) -> Bool {
    guard let mine = idioms, let theirs = other.idioms else { return true }
    return !mine.isDisjoint(with: theirs)
  }
}
