import SetteeFiles
import SetteePropertyLists

// This folder contains support for bundles that describe the configuration files of other programs.
// Root.plist identifies the file.

/// A program's file that contains the settings of a bundle (`SetteeFile` and related keys).
package struct ProgramFile: Sendable, Equatable {
  /// The possible paths of the file, starting with the best match.
  ///
  /// To expand a path, use ``resolved(_:environment:)``.
  package var paths: [String]
  /// The name of the format or of the dialect's family.
  package var format: String?
  package var dialect: String?
  /// The paths of read-only files with a lower precedence.
  package var siteFiles: [String] = []
  /// The files in projects that contain the same settings.
  ///
  /// An entry is a file name such as `mypy.ini`, or a file name and a table such as
  /// `pyproject.toml#tool.mypy`.
  package var projectFiles: [String] = []
  /// The tables described by the bundle, or an empty array if it describes the entire file.
  package var tables: [String] = []
  /// The key that identifies the items of an array.
  package var itemKey: String?
  /// The names or patterns of accepted keys without a row.
  ///
  /// The value is `nil` if the bundle doesn't list them. See ``AcceptedKeys``.
  package var knownKeys: [String]?
  /// A sentence that tells the user how to apply a change.
  ///
  /// Settee never executes these instructions.
  package var reload: String?
  /// The name of the process that overwrites the file when it exits.
  package var savesItself: String?
  /// The path or URL of the JSON Schema that the bundle was generated from.
  package var schema: String?
  /// The command for printing the schema, as specified by the user.
  package var schemaCommand: String?

  /// The name of the parser, or `nil` to detect the format from the file's name and content.
  package var formatName: String? { dialect ?? format }

  /// Returns the file paths and the project files of a bundle without reading its panes.
  ///
  /// The result is empty if the bundle isn't for a program file.
  package static func paths(
    ofBundle path: String, options: BundleOptions, files: BundleFiles = .live
  ) -> (paths: [String], projectFiles: [String]) {
    guard let location = try? BundleLocation(of: path, inApp: options.inApp, files: files),
      let root = try? BundleLoader(location, options: options, files: files).root()
    else { return ([], []) }
    return (
      root.node["SetteeFile"]?.value.texts ?? [], root.node["SetteeProjectFiles"]?.value.texts ?? []
    )
  }

  /// Returns the first existing path, or the first possible path if no file exists.
  package func path(environment: [String: String], exists: (String) -> Bool) -> String? {
    let places = paths.compactMap { Self.resolved($0, environment: environment) }
    return places.first(where: exists) ?? places.first
  }
}

extension ProgramFile {
  /// Creates the description of tables in a project's file.
  package init(tables: [String], knownKeys: [String]) {
    self.init(paths: [], tables: tables, knownKeys: knownKeys)
  }

  /// Creates the description of a program's file from a Root.plist file.
  ///
  /// This initializer returns `nil` if the keys don't specify a file.
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
  /// A path with any other prefix isn't absolute on every host.
  static let beginnings = ["/", "~/", "$XDG_CONFIG_HOME/"]

  /// Returns the path with its prefix expanded.
  ///
  /// A system path is inside `SETTEE_ROOT`. The result is `nil` if the prefix can't be expanded or
  /// the path is relative.
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
      // The XDG Base Directory Specification requires relative values to be ignored.
      let usual = folder("HOME").map { FilePath.join($0, ".config") }
      return joined(folder("XDG_CONFIG_HOME") ?? usual)
    }
  }
}

extension PropertyList {
  /// The nonempty strings of a string or an array.
  fileprivate var texts: [String] {
    (array ?? [self]).compactMap(\.string).filter { !$0.isEmpty }
  }
}
