import SetteeFiles

/// Translations for panes that are declared in code.
///
/// The translations are in `.strings` files, as in a settings bundle. The strings in the code are
/// the keys.
///
/// ```
/// FOLDER/de.lproj/Root.strings      "Port" = "Anschluss";
/// ```
struct CodeTexts: Sendable {
  /// The translations for each language, starting with the preferred language.
  private let tables: [PropertyListDictionary]

  /// Reads the `.strings` files in a folder for the user's languages, starting with the preferred
  /// one.
  init(in folder: String, languages: [String]) {
    let files = BundleFiles.live
    let names = ((try? files.list(folder)) ?? []).compactMap {
      FilePath.stem(of: $0, dropping: ".lproj")
    }
    let choice = LanguageChoice(among: names, wanted: languages, developmentLanguage: nil)
    tables = choice.folders.compactMap { name in
      // The file has the same name as the one for a pane, so a generated bundle can use it too.
      let path = FilePath.join(folder, "\(name).lproj/Root.strings")
      guard let bytes = try? files.read(path, PropertyListLimits.standard.bytes) else { return nil }
      // If a line is invalid, keep the other translations.
      let value =
        (try? PropertyList(reading: bytes)) ?? (try? PropertyListDocument(reading: bytes).value)
      return value?.dictionary
    }
  }

  /// Reads the `.strings` files of an installed program.
  ///
  /// The files are in the program's folder or in `../share/NAME`.
  init(of program: String, languages: [String]) {
    let folder = FilePath.parent(of: program)
    let shared = FilePath.join(FilePath.parent(of: folder), "share/\(FilePath.name(of: program))")
    let own = CodeTexts(in: shared, languages: languages)
    self = own.tables.isEmpty ? CodeTexts(in: folder, languages: languages) : own
  }

  /// Returns a translation, or `nil` if there is none.
  func text(_ raw: String) -> String? {
    tables.lazy.compactMap { $0[raw]?.string }.first
  }

  /// Reads the translations for the current user.
  ///
  /// If no folder is specified, the translations come from the program's own files.
  static func current(in folder: String?) -> CodeTexts {
    let languages = Languages.preferred(environment: SettingsDirectories.processEnvironment)
    if let folder { return CodeTexts(in: folder, languages: languages) }
    return CodeTexts(of: CurrentProcess.path, languages: languages)
  }
}
