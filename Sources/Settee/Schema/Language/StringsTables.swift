/// The `.strings` tables of a bundle, each read when a text is first asked of it.
final class StringsTables {
  /// The folders to ask, the best language first, then the bundle's own folder.
  private let folders: [String]
  private let read: (String) -> PropertyListDictionary?
  private var tables: [String: Table] = [:]

  /// Makes the tables of a bundle; `read` gives the table at a path within it, or nil.
  init(languages: [String], read: @escaping (String) -> PropertyListDictionary?) {
    folders = languages.map { "\($0).lproj/" } + [""]
    self.read = read
  }

  /// The texts of one table, to be asked many times.
  func table(_ name: String) -> Table {
    if let table = tables[name] { return table }
    let read = read
    let table = Table(folders: folders) { folder in read("\(folder)\(name).strings") }
    tables[name] = table
    return table
  }

  /// One table in all the languages that count.
  final class Table {
    private let folders: [String]
    private let read: (String) -> PropertyListDictionary?
    /// What was read so far, empty where a folder lacks the table.
    private var contents: [Content] = []
    private var isFound = false

    fileprivate init(folders: [String], read: @escaping (String) -> PropertyListDictionary?) {
      self.folders = folders
      self.read = read
    }

    /// The text that stands for a raw one: of the first language that has it, else the raw one.
    func text(_ raw: String) -> String {
      for folder in folders.indices {
        // Later languages are read only when an earlier one lacks a text.
        if folder == contents.count { readNext() }
        if let text = contents[folder].text(raw) { return text }
      }
      return raw
    }

    /// Whether any of the languages has the table.
    var exists: Bool {
      while !isFound, contents.count < folders.count { readNext() }
      return isFound
    }

    private func readNext() {
      let next = read(folders[contents.count])
      isFound = isFound || next != nil
      contents.append(Content(texts: next ?? [:]))
    }
  }

  /// One table in one language.
  private struct Content {
    let texts: PropertyListDictionary
    /// Where the next text likely stands: most tables are in the order of the rows.
    private var next = 0

    init(texts: PropertyListDictionary) { self.texts = texts }

    mutating func text(_ raw: String) -> String? {
      guard let position = texts.position(of: raw, guess: next) else { return nil }
      next = position + 1
      guard case .string(let text) = texts.value(at: position) else { return nil }
      return text
    }
  }
}
