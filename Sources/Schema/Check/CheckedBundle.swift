import SetteeFiles
import SetteeValues

/// The parts of a bundle that the rules examine, which are its files, panes, and string tables.
struct CheckedBundle {
  /// All property lists and string tables of the bundle, sorted by name.
  let files: [CheckedFile]
  /// The panes of the bundle, starting with the root pane.
  let panes: [CheckedPane]
  /// A Boolean value that indicates whether the path that the user specified is this bundle.
  ///
  /// If a path specified by the user isn't a settings bundle, an error is reported.
  let isAsked: Bool
  /// The names of all files in the bundle, including images and other files.
  let names: [String]
  /// The paths of symlinks that lead out of the bundle, which the check doesn't follow.
  let strays: [String]
  /// A Boolean value that indicates whether the check examines a complete bundle rather than a
  /// single file.
  ///
  /// A missing file is reported only for a complete bundle.
  let isWhole: Bool
  let folder: String
  /// The names of all string tables in the bundle, without their extensions.
  let tableNames: Set<String>
  /// The string tables of the bundle that could be read.
  let tables: [CheckedFile]
  /// The string tables that have a language, by name.
  let tablesByName: [String: [CheckedFile]]
  let graph: PaneGraph
  /// A Boolean value that indicates whether the bundle describes another program's settings file.
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
      .mapValues { $0.filter { $0.language != nil && $0.document?.value.dictionary != nil } }
    graph = PaneGraph(self.panes)
    isForProgram = panes.contains { $0.base == "Root" && $0.root["SetteeFile"] != nil }
  }

  /// A Boolean value that indicates whether the bundle contains settings.
  ///
  /// An app can also contain bundles that have nothing to do with settings.
  var isSettings: Bool {
    let name = FilePath.name(of: folder)
    return isAsked || !panes.isEmpty || name == "Settings.bundle" || name == "InAppSettings.bundle"
  }
}

extension CheckedElement {
  /// The name of the pane that a row opens, without a leading `./` and without `.plist`.
  var target: String? {
    guard let file = self["File"]?.value.string, !file.isEmpty else { return nil }
    let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    return path.hasSuffix(".plist") ? String(path.dropLast(6)) : path
  }
}

/// A file of the bundle that is being checked.
struct CheckedFile {
  let path: String
  /// The path of the file within the bundle.
  let name: String
  /// The parsed content of the file, or the error that occurred while parsing it.
  ///
  /// The content is `nil` if the file is valid but isn't a property list, such as a string catalog.
  let content: Result<PropertyListDocument?, ParseError>

  var document: PropertyListDocument? { try? content.get() }

  var isTable: Bool { name.hasSuffix(".strings") }

  /// The language of the file, such as `de`, which is part of its directory's name, or `nil` if the
  /// file isn't in a language directory.
  var language: String? {
    name.split(separator: "/").lazy
      .compactMap { FilePath.stem(of: String($0), dropping: ".lproj") }.first
  }

  /// The name of the string table without its language, such as `Root` for `de.lproj/Root.strings`.
  var tableName: String { FilePath.stem(of: name, dropping: ".strings") ?? name }
}

/// A pane of the bundle that is being checked.
struct CheckedPane {
  let file: CheckedFile
  let root: PropertyListNode
  let elements: [CheckedElement]
  /// The rows of the pane that open other panes, including rows for list items.
  let links: [CheckedElement]
  /// The name with which links refer to the pane, without its language, its device, or `.inApp`.
  let base: String

  /// Creates a pane from a file, or returns `nil` if the file doesn't contain a pane.
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

  /// Returns the name of a pane for one of its files, such as `3rd/Lua` for
  /// `3rd/Lua~ipad.inApp.plist`.
  ///
  /// For a file in a language directory, such as `de.lproj/Root.plist`, the result is `Root`.
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

/// An element of a pane, such as a row, with the locations of its values in the file.
struct CheckedElement {
  let node: PropertyListNode
  /// The type of the element, or `nil` if the type is missing or unknown.
  let type: SpecifierType?
  /// The control that a device shows for the element, without localized text.
  let control: Control
  /// The types of devices for which the element is intended, or `nil` for all devices.
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

  /// The name of the element in messages, which is its key, title, or type.
  var name: String { ownName.map(ValueFormatter.quoted) ?? control.type ?? "the element" }

  /// The name of the element in messages with its type, such as `PSSliderSpecifier “volume”`.
  var fullName: String {
    [control.type, ownName.map(ValueFormatter.quoted)].compactMap { $0 }.joined(separator: " ")
  }

  private var ownName: String? { control.key ?? control.title ?? control.file }

  /// Returns whether any type of device shows both of two elements.
  func meets(_ other: CheckedElement) -> Bool {
    guard let mine = idioms, let theirs = other.idioms else { return true }
    return !mine.isDisjoint(with: theirs)
  }
}
