import SetteeFiles
import SetteeValues

/// Reads the files and string tables of a bundle, and caches them while the bundle is open.
final class BundleLoader {
  /// A file of the bundle that contains a pane and could be read.
  struct File {
    let name: String
    let path: String
    let node: PropertyListNode
  }

  private let location: BundleLocation
  private let files: BundleFiles
  /// The names of the language directories that are searched for translations.
  private let languageFolders: [String]
  private let reads: (@Sendable (String) -> Bool)?
  private let folders: [(prefix: String, files: VariantResolver)]
  private var read: [String: Result<File, any Error>] = [:]
  private var tables: [String: PaneStrings] = [:]
  private var names: Set<String> = []
  let languages: [String]
  let language: LanguageTag?

  init(_ location: BundleLocation, options: BundleOptions, files: BundleFiles) {
    self.location = location
    self.files = files
    let spoken = ((try? files.list(location.folder)) ?? []).sorted()
      .compactMap { FilePath.stem(of: $0, dropping: ".lproj") }
    let (chosen, language) = LanguageTag.folders(
      among: spoken, wanted: options.languages,
      developmentLanguage: location.developmentLanguage)
    // If a pane isn't available in the user's languages, use a localized pane in any other
    // language.
    let all = chosen + spoken.filter { !chosen.contains($0) }
    folders = location.folders.map { prefix, folder in
      (prefix, VariantResolver(folder: folder, options: options, languages: all, files: files))
    }
    (languageFolders, self.language) = (chosen, language)
    reads = options.reads
    languages = Set(spoken.compactMap { LanguageTag($0)?.description }).sorted()
  }

  func root() throws -> File {
    do { return try file("Root") } catch let error as SetteeError {
      guard error.code != .missing else {
        throw SetteeError(.notABundle, "\(location.folder) has no Root.plist.\(rootInOtherCase)")
      }
      let message = "\(location.folder): \(error.message)".asSentence
      throw SetteeError(
        .unreadableBundle, message, file: error.file, underlying: error.underlying)
    }
  }

  /// A suggestion to rename a file such as `root.plist` if the bundle doesn't contain `Root.plist`.
  private var rootInOtherCase: String {
    let names = (try? files.list(location.folder)) ?? []
    let near = names.first { $0.lowercased() == "root.plist" }
    return near.map { " Rename \($0)." } ?? ""
  }

  func file(_ name: String) throws -> File {
    var first: SetteeError?
    for (prefix, files) in folders {
      let path: String
      do { path = try files.locate(name) } catch let error as SetteeError {
        guard error.code == .missing else { throw error }
        first = first ?? error
        continue
      }
      return try file(at: prefix + path, named: name)
    }
    throw first ?? SetteeError(.missing, "missing \(name)")
  }

  /// Returns the string table that translates the strings in a pane's file.
  ///
  /// If the pane specifies a string table, only this table is used, even if it is missing.
  /// Otherwise, the table has the name of the file or is `Root`.
  func strings(of file: File) -> PaneStrings {
    if let name = file.node["StringsTable"]?.value.asTitle, !name.isEmpty {
      return table(FilePath.stem(of: name, dropping: ".strings") ?? name)
    }
    let own = table(FilePath.name(of: file.name))
    return own.exists ? own : table("Root")
  }

  private func table(_ name: String) -> PaneStrings {
    if let table = tables[name] { return table }
    let places = languageFolders.map { "\($0).lproj/\(name).strings" } + ["\(name).strings"]
    let table = PaneStrings(places, language: language, reads: reads) { [files, location] place in
      // Use a loop, because calling `first` on a lazy `compactMap` would read each file twice.
      for (_, folder) in location.folders {
        if let table = files.table(at: FilePath.join(folder, place)) { return table }
      }
      return nil
    }
    tables[name] = table
    return table
  }

  private func file(at path: String, named name: String) throws -> File {
    if let known = read[path] { return try known.get() }
    let result = Result {
      let node = try open(path)
      return File(name: freeName(for: name), path: path, node: node)
    }
    read[path] = result
    return try result.get()
  }

  private func open(_ path: String) throws -> PropertyListNode {
    let bytes: [UInt8]
    do {
      bytes = try files.read(
        FilePath.join(location.folder, path), PropertyListLimits.standard.bytes)
    } catch let error as SystemError {
      throw SetteeError(.io, "can't read \(path): \(error.reason)", underlying: error)
    }
    let document: PropertyListDocument
    do { document = try PropertyListDocument(reading: bytes) } catch let error as ParseError {
      throw failure(error, in: path)
    }
    guard case .dictionary = document.value else {
      let message = "expected a dictionary, found \(document.value.typePhrase)"
      throw failure(ParseError(at: document.root.place, message), in: path)
    }
    return document.root
  }

  /// Returns the error for a file that isn't a valid pane, with its line if it is known.
  private func failure(_ error: ParseError, in path: String) -> SetteeError {
    let line = error.line > 0 ? ", line \(error.line)" : ""
    return SetteeError(
      .invalid, "can't read \(path)\(line): \(error.message)",
      file: FilePath.join(location.folder, path), underlying: error)
  }

  /// Returns the file name of a pane without its directory, or its full path if another pane has
  /// the same name.
  private func freeName(for name: String) -> String {
    let path = FilePath.stem(of: name, dropping: ".plist") == nil ? name : String(name.dropLast(6))
    let base = FilePath.name(of: path)
    return names.insert(base).inserted ? base : path
  }
}
