import SetteeFiles
import SetteePropertyLists

// This folder: bundles for the settings files of programs, which say in Root.plist which file it is.

/// The file of a program that a bundle's settings stand in: the keys `SetteeFile` and those beside it.
package struct ProgramFile: Sendable, Equatable {
  /// Where the file may be, the best place first; see ``resolved(_:environment:)``.
  package var paths: [String]
  /// The name of its format, or of the family that the dialect belongs to.
  package var format: String?
  package var dialect: String?
  /// Files that count below it and are only read.
  package var siteFiles: [String] = []
  /// The key that tells the elements of an array apart.
  package var itemKey: String?
  /// The keys that the program accepts beyond those with a row, as names or patterns.
  ///
  /// Nil if the bundle doesn't list them; see ``AcceptedKeys``.
  package var knownKeys: [String]?
  /// How the program takes a change over: a sentence for the user, never a command that is run.
  package var reload: String?
  /// The name of the process that writes the file anew when it ends.
  package var savesItself: String?
  /// The JSON Schema that the bundle was made of: a path, or a URL.
  package var schema: String?
  /// The user's own command that prints the schema.
  package var schemaCommand: String?

  /// The name by which the formats know how to read the file; nil where name and content tell.
  package var formatName: String? { dialect ?? format }

  /// The paths that a bundle names for its file, without reading its panes; none where it names no file.
  package static func paths(
    ofBundle path: String, options: BundleOptions, files: BundleFiles = .live
  ) -> [String] {
    guard let location = try? BundleLocation(of: path, inApp: options.inApp, files: files),
      let root = try? PaneStore(location, options: options, files: files).root()
    else { return [] }
    return root.node["SetteeFile"]?.value.texts ?? []
  }

  /// The first place where the file is, else the first where it may be.
  package func path(environment: [String: String], exists: (String) -> Bool) -> String? {
    let places = paths.compactMap { Self.resolved($0, environment: environment) }
    return places.first(where: exists) ?? places.first
  }
}

extension ProgramFile {
  /// Reads Root's keys; nil where they name no file.
  init?(_ root: PropertyListNode, strings: PaneStrings) {
    let paths = root["SetteeFile"]?.value.texts ?? []
    guard !paths.isEmpty else { return nil }
    func text(_ key: String) -> String? { root[key]?.value.texts.first }
    self.init(
      paths: paths, format: text("SetteeFormat"), dialect: text("SetteeDialect"),
      siteFiles: root["SetteeSiteFiles"]?.value.texts ?? [], itemKey: text("SetteeItemKey"),
      knownKeys: root["SetteeKnownKeys"]?.value.texts,
      reload: root["SetteeReload"].flatMap { strings.title($0.value) },
      savesItself: text("SetteeSavesItself"), schema: text("SetteeSchema"),
      schemaCommand: text("SetteeSchemaCommand"))
  }

  /// What a path may begin with; nothing else is absolute on every machine.
  static let beginnings = ["/", "~/", "$XDG_CONFIG_HOME/"]

  /// The path with the user's folders in it; nil where they are not known, or it is relative.
  package static func resolved(_ path: String, environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    func joined(_ folder: String?) -> String? {
      folder.map { FilePath.join($0, String(path.drop { $0 != "/" }.dropFirst())) }
    }
    switch beginnings.first(where: path.hasPrefix) {
    case "/": return path
    case "~/": return joined(folder("HOME"))
    case nil: return nil
    default:
      // As the XDG specification has it, a relative value counts like none.
      let usual = folder("HOME").map { FilePath.join($0, ".config") }
      return joined(folder("XDG_CONFIG_HOME") ?? usual)
    }
  }
}

extension PropertyList {
  /// A text, or the texts of an array; empty ones name nothing.
  fileprivate var texts: [String] {
    (array ?? [self]).compactMap(\.string).filter { !$0.isEmpty }
  }
}
