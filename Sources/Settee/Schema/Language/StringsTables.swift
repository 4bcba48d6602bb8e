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
    private var contents: [PropertyListDictionary] = []
    private var isFound = false

    fileprivate init(folders: [String], read: @escaping (String) -> PropertyListDictionary?) {
      self.folders = folders
      self.read = read
    }

    /// The texts of the best language.
    var best: PropertyListDictionary? {
      if contents.isEmpty, !folders.isEmpty { readNext() }
      return contents.first
    }

    /// The text that stands for a raw one in the first of the other languages that has a wanted one.
    func laterText(_ raw: String, where isWanted: (String) -> Bool) -> String? {
      for folder in folders.indices.dropFirst() {
        // Later languages are read only when an earlier one lacks a text.
        while folder >= contents.count { readNext() }
        if case .string(let text)? = contents[folder][raw], isWanted(text) { return text }
      }
      return nil
    }

    /// Whether any of the languages has the table.
    var exists: Bool {
      while !isFound, contents.count < folders.count { readNext() }
      return isFound
    }

    private func readNext() {
      let next = read(folders[contents.count])
      isFound = isFound || next != nil
      contents.append(next ?? [:])
    }
  }
}
