import SetteeFiles

/// Translations of the strings in panes that are declared in code.
///
/// The translations come from `.strings` files, as in a settings bundle. The strings in the code
/// are the keys.
///
/// ```
/// FOLDER/de.lproj/Root.strings      "Port" = "Anschluss";
/// ```
struct CodeTexts: Sendable {
  /// The translations in each of the user's languages, starting with the preferred language.
  private let tables: [PropertyListDictionary]

  /// Reads the `.strings` files in a folder for all of the user's languages, starting with the
  /// preferred language.
  init(in folder: String, languages: [String]) {
    let files = BundleFiles.live
    let names = ((try? files.list(folder)) ?? []).compactMap {
      FilePath.stem(of: $0, dropping: ".lproj")
    }
    let folders = LanguageTag.folders(
      among: names, wanted: languages, developmentLanguage: nil
    ).names
    // Use the same file name as a settings bundle, so that a generated bundle can use the
    // translations too.
    tables = folders.compactMap { name in
      files.table(at: FilePath.join(folder, "\(name).lproj/Root.strings"))
    }
  }

  /// Reads the `.strings` files that are installed together with a program.
  ///
  /// The files are either next to the program or in `../share/NAME`, where `NAME` is the program's
  /// name.
  init(of program: String, languages: [String]) {
    let folder = FilePath.parent(of: program)
    let shared = FilePath.join(FilePath.parent(of: folder), "share/\(FilePath.name(of: program))")
    let own = CodeTexts(in: shared, languages: languages)
    self = own.tables.isEmpty ? CodeTexts(in: folder, languages: languages) : own
  }

  /// Returns the translation of a string, or `nil` if the string isn't translated.
  func text(_ raw: String) -> String? {
    tables.lazy.compactMap { $0[raw]?.string }.first
  }

  /// Reads the translations in the languages of the current user.
  ///
  /// If no folder is specified, the translations that are installed with the program are used.
  static func current(in folder: String?) -> CodeTexts {
    let languages = LanguageTag.preferred(environment: SettingsDirectories.processEnvironment)
    if let folder { return CodeTexts(in: folder, languages: languages) }
    return CodeTexts(of: CurrentProcess.path, languages: languages)
  }
}
