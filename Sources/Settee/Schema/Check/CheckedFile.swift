/// One file of what is checked, read or found unreadable.
struct CheckedFile {
  /// The path as the user named it.
  let path: String
  /// The path from the bundle's folder.
  let name: String
  /// The content, nil for a sound file that is no property list, or what makes it unreadable.
  let content: Result<PropertyListDocument?, PropertyListError>

  var document: PropertyListDocument? { try? content.get() }

  /// Whether it is a table of texts.
  var isTable: Bool { name.hasSuffix(".strings") }

  /// The language folder that the file stands in, without `.lproj`.
  var languageFolder: String? {
    name.split(separator: "/").lazy
      .compactMap { Path.stem(of: String($0), dropping: ".lproj") }.first
  }

  /// The name of the table: `Root` of `de.lproj/Root.strings`.
  var tableName: String { Path.stem(of: name, dropping: ".strings") ?? name }
}

/// One file with elements as the rules see it.
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
