import SetteeFiles

// Translations of the strings in panes that are declared in code. They come from `.strings` files,
// as in a settings bundle. The strings in the code are the keys.
//
// ```
// FOLDER/de.lproj/Root.strings      "Port" = "Anschluss";
// ```

extension PaneStrings {
  /// Returns the translations in a folder for the user's languages, starting with the preferred
  /// language.
  static func ofCode(in folder: String, languages: [String]) -> PaneStrings {
    let files = BundleFiles.live
    let names = ((try? files.list(folder)) ?? []).compactMap {
      FilePath.stem(of: $0, dropping: ".lproj")
    }
    let folders = LanguageTag.folders(
      among: names, wanted: languages, developmentLanguage: nil
    ).names
    // Use the same file name as a settings bundle, so that a generated bundle can use the
    // translations too.
    return PaneStrings(folders.map { "\($0).lproj/Root.strings" }) { place in
      files.table(at: FilePath.join(folder, place))
    }
  }

  /// Returns the translations that are installed together with a program.
  ///
  /// The files are either next to the program or in `../share/NAME`, where `NAME` is the program's
  /// name.
  static func ofCode(of program: String, languages: [String]) -> PaneStrings {
    let folder = FilePath.parent(of: program)
    let shared = FilePath.join(FilePath.parent(of: folder), "share/\(FilePath.name(of: program))")
    let own = ofCode(in: shared, languages: languages)
    return own.exists ? own : ofCode(in: folder, languages: languages)
  }

  /// Returns the translations in the languages of the current user.
  ///
  /// If no folder is specified, the translations that are installed with the program are used.
  static func ofCode(in folder: String?) -> PaneStrings {
    let languages = LanguageTag.preferred(environment: SettingsDirectories.processEnvironment)
    if let folder { return ofCode(in: folder, languages: languages) }
    return ofCode(of: CurrentProcess.path, languages: languages)
  }
}
