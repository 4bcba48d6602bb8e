import SetteeFiles

/// The translations of panes that are declared in code, by the text of the code: `.strings` tables,
/// as a settings bundle has them.
///
/// ```
/// FOLDER/de.lproj/Root.strings      "Port" = "Anschluss";
/// ```
struct CodeTexts: Sendable {
  /// The texts of each language, the preferred one first.
  private let tables: [PropertyListDictionary]

  /// Reads the tables of a folder in the user's languages, the preferred one first.
  init(in folder: String, languages: [String]) {
    let files = BundleFiles.live
    let names = ((try? files.list(folder)) ?? []).compactMap {
      FilePath.stem(of: $0, dropping: ".lproj")
    }
    let choice = LanguageChoice(among: names, wanted: languages, developmentLanguage: nil)
    tables = choice.folders.compactMap { name in
      // Called as that of the pane, so that `generate bundle` can use the same table.
      let path = FilePath.join(folder, "\(name).lproj/Root.strings")
      guard let bytes = try? files.read(path, PropertyListLimits.standard.bytes) else { return nil }
      // One bad line does not lose the other texts.
      let value =
        (try? PropertyList(reading: bytes)) ?? (try? PropertyListDocument(reading: bytes).value)
      return value?.dictionary
    }
  }

  /// Reads the tables that are installed with a program: beside it, or in `../share/NAME` of its
  /// folder.
  init(of program: String, languages: [String]) {
    let folder = FilePath.parent(of: program)
    let shared = FilePath.join(FilePath.parent(of: folder), "share/\(FilePath.name(of: program))")
    let own = CodeTexts(in: shared, languages: languages)
    self = own.tables.isEmpty ? CodeTexts(in: folder, languages: languages) : own
  }

  /// A text in the user's language; nil where no table has it.
  func text(_ raw: String) -> String? {
    tables.lazy.compactMap { $0[raw]?.string }.first
  }

  /// The tables of this process's user: of a folder, else those installed with the program.
  static func current(in folder: String?) -> CodeTexts {
    let languages = Languages.preferred(environment: Locations.processEnvironment)
    if let folder { return CodeTexts(in: folder, languages: languages) }
    return CodeTexts(of: ThisProcess.path, languages: languages)
  }
}
