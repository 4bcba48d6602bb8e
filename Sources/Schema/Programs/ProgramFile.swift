import SetteeFiles
import SetteeValues

// The files in this folder support bundles that describe the settings files of other programs.
// Root.plist identifies the file.

/// The settings file of another program that a bundle describes, as declared by `SetteeFile` and
/// related keys.
package struct ProgramFile: Sendable, Equatable {
  /// The paths at which the settings file can be, starting with the preferred path.
  ///
  /// A path can start with `~` or a variable, which ``resolved(_:environment:)`` replaces.
  package var paths: [String]
  /// The name of the file format, such as `toml`, or of the format that the dialect is based on.
  package var format: String?
  package var dialect: String?
  /// The paths of read-only settings files that the program also reads, with a lower precedence.
  package var siteFiles: [String] = []
  /// The settings files in projects, such as source code directories, that can contain the same
  /// settings.
  ///
  /// An entry is either a file name, such as `mypy.ini`, or a file name with a table, such as
  /// `pyproject.toml#tool.mypy`.
  package var projectFiles: [String] = []
  /// The tables of the settings file that the bundle describes, or an empty array for the entire
  /// file.
  package var tables: [String] = []
  /// The key whose value identifies each item of an array of tables, such as `name`.
  package var itemKey: String?
  /// The keys that the program accepts besides the bundle's rows, as names or patterns.
  ///
  /// If the bundle doesn't list all keys that the program accepts, this property is `nil`. See
  /// ``AcceptedKeys``.
  package var knownKeys: [String]?
  /// A sentence that explains how the user can make the program load a change.
  ///
  /// Settee never executes these instructions.
  package var reload: String?
  /// The name of a process that overwrites the settings file when it exits.
  package var savesItself: String?
  /// The path or the URL of the JSON Schema from which the bundle was generated.
  package var schema: String?
  /// The command that prints the program's JSON Schema, as specified by the user.
  package var schemaCommand: String?

  /// The name of the format with which to parse the file, or `nil` to detect it from the name and
  /// content.
  package var formatName: String? { dialect ?? format }

  /// Returns the paths and project files that a bundle declares, without reading the bundle's
  /// panes.
  ///
  /// For a bundle that doesn't describe another program's settings file, the result is empty.
  package static func paths(
    ofBundle path: String, options: BundleOptions, files: BundleFiles = .live
  ) -> (paths: [String], projectFiles: [String]) {
    let values = root(ofBundle: path, options: options, files: files)
    return (values?["SetteeFile"]?.texts ?? [], values?["SetteeProjectFiles"]?.texts ?? [])
  }

  private static func root(
    ofBundle path: String, options: BundleOptions, files: BundleFiles
  ) -> PropertyListDictionary? {
    let file = FilePath.join(path, "Root.plist")
    // Every command that opens a file reads all installed bundles, so don't search for a variant or
    // a translation of the file first.
    if let bytes = try? files.read(file, PropertyListLimits.standard.bytes) {
      return (try? PropertyList(reading: bytes))?.dictionary
    }
    let location = try? BundleLocation(of: path, inApp: options.inApp, files: files)
    let loader = location.map { BundleLoader($0, options: options, files: files) }
    return (try? loader?.root())?.node.value.dictionary
  }

  /// Returns the first path at which a settings file exists, or the preferred path if none exists.
  package func path(environment: [String: String], exists: (String) -> Bool) -> String? {
    let places = paths.compactMap { Self.resolved($0, environment: environment) }
    return places.first(where: exists) ?? places.first
  }
}

extension ProgramFile {
  /// Creates the description of the tables in a project file that contain a program's settings.
  package init(tables: [String], knownKeys: [String]) {
    self.init(paths: [], tables: tables, knownKeys: knownKeys)
  }

  /// Creates the description of a settings file from the keys in a bundle's `Root.plist` file.
  ///
  /// This initializer returns `nil` if the bundle doesn't describe a settings file.
  init?(_ root: PropertyListNode, strings: PaneStrings) {
    let paths = root["SetteeFile"]?.value.texts ?? []
    guard !paths.isEmpty else { return nil }
    func text(_ key: String) -> String? { root[key]?.value.texts.first }
    self.init(
      paths: paths, format: text("SetteeFormat"), dialect: text("SetteeDialect"),
      siteFiles: root["SetteeSiteFiles"]?.value.texts ?? [],
      projectFiles: root["SetteeProjectFiles"]?.value.texts ?? [], itemKey: text("SetteeItemKey"),
      knownKeys: root["SetteeKnownKeys"]?.value.texts,
      reload: root["SetteeReload"].flatMap { strings.title($0.value) },
      savesItself: text("SetteeSavesItself"), schema: text("SetteeSchema"),
      schemaCommand: text("SetteeSchemaCommand"))
  }

  /// The valid prefixes of paths.
  ///
  /// With any other prefix, the path could depend on the current directory.
  static let beginnings = ["/", "~/", "$XDG_CONFIG_HOME/"]

  /// Returns a path in which a leading `~` or variable has been replaced.
  ///
  /// An absolute path is looked up inside the directory `SETTEE_ROOT`, if this variable is set. The
  /// result is `nil` if the prefix can't be expanded or the path is relative.
  package static func resolved(_ path: String, environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    func joined(_ folder: String?) -> String? {
      folder.map { FilePath.join($0, String(path.drop { $0 != "/" }.dropFirst())) }
    }
    switch beginnings.first(where: path.hasPrefix) {
    case "/":
      let isSystems = ["/etc/", "/usr/"].contains(where: path.hasPrefix)
      return isSystems ? (folder("SETTEE_ROOT") ?? "") + path : path
    case "~/": return joined(folder("HOME"))
    case nil: return nil
    default:
      // Ignore a relative path in the variable, as the XDG Base Directory Specification requires.
      let usual = folder("HOME").map { FilePath.join($0, ".config") }
      return joined(folder("XDG_CONFIG_HOME") ?? usual)
    }
  }
}

extension PropertyList {
  /// The strings in an array, or a single string as an array, without empty strings.
  fileprivate var texts: [String] {
    (array ?? [self]).compactMap(\.string).filter { !$0.isEmpty }
  }
}
