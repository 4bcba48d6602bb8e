import SetteeFiles
import SetteePropertyLists

/// The input of the rules, which consists of a bundle's files, panes, and string tables.
struct CheckedBundle {
  /// All property lists and string tables, sorted by name.
  let files: [CheckedFile]
  /// The files that contain elements, starting with Root.
  let panes: [CheckedPane]
  /// A Boolean value that indicates whether the user specified this bundle.
  ///
  /// A bundle that the user specified must be a settings bundle.
  let isAsked: Bool
  /// The names of all files in the bundle.
  let names: [String]
  /// The paths of symlinks that lead outside of the bundle and weren't followed.
  let strays: [String]
  /// A Boolean value that indicates whether this is a complete bundle rather than a single file.
  ///
  /// Missing files are errors in a complete bundle.
  let isWhole: Bool
  let folder: String
  /// The names of all string tables, without their extensions.
  let tableNames: Set<String>
  /// The string tables that could be read.
  let tables: [CheckedFile]
  let tablesByName: [String: [LanguageTable]]
  let graph: PaneGraph
  /// A Boolean value that indicates whether the settings are stored in a program's file.
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

  /// A Boolean value that indicates whether this is a settings bundle.
  ///
  /// An app can also contain other types of bundles.
  var isSettings: Bool {
    let name = FilePath.name(of: folder)
    return isAsked || !panes.isEmpty || name == "Settings.bundle" || name == "InAppSettings.bundle"
  }
}

extension CheckedElement {
  /// The name of the pane that the row opens, without a leading `./` and without `.plist`.
  var target: String? {
    guard let file = self["File"]?.value.string, !file.isEmpty else { return nil }
    let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    return path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
  }
}

/// A file in the bundle that is being checked.
struct CheckedFile {
  let path: String
  /// The path of the file, relative to the bundle.
  let name: String
  /// The parsed content or the parse error.
  ///
  /// The content is `nil` for a valid file that isn't a property list.
  let content: Result<PropertyListDocument?, PropertyListError>

  var document: PropertyListDocument? { try? content.get() }

  var isTable: Bool { name.hasSuffix(".strings") }

  /// The string table in this file, with the language of its directory.
  fileprivate var ofLanguage: LanguageTable? {
    let folders = name.split(separator: "/").lazy
    guard let entries = document?.value.dictionary,
      let language = folders.compactMap({ FilePath.stem(of: String($0), dropping: ".lproj") }).first
    else { return nil }
    return LanguageTable(language: language, name: tableName, entries: entries)
  }

  /// The name of the string table, such as `Root` for `de.lproj/Root.strings`.
  var tableName: String { FilePath.stem(of: name, dropping: ".strings") ?? name }
}

/// A pane in the bundle that is being checked.
struct CheckedPane {
  let file: CheckedFile
  let root: PropertyListNode
  let elements: [CheckedElement]
  /// The rows that open other panes, including rows inside list groups.
  let links: [CheckedElement]
  /// The name that links to the pane use, without language, device, and `.inApp`.
  let base: String

  /// Creates the pane of a file, or returns `nil` if the file isn't a pane.
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

  /// Returns the base name of a file, such as `3rd/Lua` for `3rd/Lua~ipad.inApp.plist`.
  ///
  /// The base name of `de.lproj/Root.plist` is `Root`.
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

/// An element of a pane, with the locations of its values.
struct CheckedElement {
  let node: PropertyListNode
  /// The element's type, or `nil` if the type is missing or unknown.
  let type: SpecifierType?
  /// The control that a device would show, without localization.
  let control: Control
  /// The devices that the element is intended for, or `nil` if it is intended for all devices.
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

  /// The name of the element in messages, which is its key, or its title or type if it has no key.
  var name: String { ownName.map(ValueFormatter.quoted) ?? control.type ?? "the element" }

  /// The name of the element with its type, such as `PSSliderSpecifier “volume”`.
  var fullName: String {
    [control.type, ownName.map(ValueFormatter.quoted)].compactMap { $0 }.joined(separator: " ")
  }

  private var ownName: String? { control.key ?? control.title ?? control.file }

  /// Returns whether any device shows both elements.
  func meets(_ other: CheckedElement) -> Bool {
    guard let mine = idioms, let theirs = other.idioms else { return true }
    return !mine.isDisjoint(with: theirs)
  }
}
