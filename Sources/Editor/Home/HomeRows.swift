import Settee
import SetteeTerminal

/// A row of the home screen.
enum HomeRow: Sendable, Equatable {
  case heading(Phrase)
  case gap
  case entry(Int)
  /// A row that shows the programs without a file, with their number.
  case more(Int)
  /// A setting that the search has found, by the index of its entry.
  case setting(Int, Int)
  case change(Int)

  var isFocusable: Bool {
    switch self {
    case .entry, .more, .setting, .change: true
    case .heading, .gap: false
    }
  }
}

extension HomeDialog {
  /// The rows without a search: all entries in their sections, followed by the latest changes.
  var allRows: [HomeRow] {
    var rows: [HomeRow] = []
    let gap: [HomeRow] = hasGaps ? [.gap] : []
    var last: HomeEntry.HomeGroup?
    let missing = entries.count(where: \.isFoldable)
    let isFolded = filter == .all && !showsMissing && missing > (visibleRows >= 32 ? 8 : 3)
    for (index, entry) in entries.enumerated() where filter.includes(entry) {
      if entry.group != last {
        rows += (rows.isEmpty ? [] : gap) + [.heading(entry.group.phrase)]
        last = entry.group
      }
      guard isFolded, entry.isFoldable else {
        rows.append(.entry(index))
        continue
      }
      if rows.last != .more(missing) { rows.append(.more(missing)) }
    }
    if filter == .all, !changes.isEmpty {
      rows += gap + [.heading(.homeRecent)]
      // Some older changes aren't worth scrolling.
      let count = max(visibleRows - rows.count, 3)
      rows += changes.indices.prefix(count).map { .change($0) }
    }
    return rows
  }

  /// The number of settings that the search covers.
  var settingCount: Int { entries.reduce(0) { $0 + $1.settings.count } }

  /// Returns the rows for a query, or `nil` if the query is empty.
  ///
  /// The entries that match by name come first, followed by the settings that match by title or
  /// key.
  func found(_ text: String) -> [HomeRow]? {
    let words = SearchQuery(text).words
    guard !words.isEmpty else { return nil }
    var found: [(score: Int, row: HomeRow)] = []
    var settings: [(score: Int, row: HomeRow)] = []
    for (index, entry) in entries.enumerated() {
      let (title, word) = entry.folded
      if let score = HomeDialog.score(words, [title, word]), score > 500 {
        found.append((score, .entry(index)))
      }
      for (number, setting) in entry.settings.enumerated() {
        guard let score = HomeDialog.score(words, [setting.foldedTitle, setting.foldedKey, title])
        else { continue }
        settings.append((score, .setting(index, number)))
      }
    }
    func rows(_ scored: [(score: Int, row: HomeRow)]) -> [HomeRow] {
      // Equal scores keep the order of the home screen, because sorting by offset is stable.
      scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        .prefix(HomeDialog.limit).map(\.element.row)
    }
    let first = found.isEmpty ? [] : [.heading(.homeEntries)] + rows(found)
    let second = settings.isEmpty ? [] : [.heading(.homeSettings)] + rows(settings)
    return first + (first.isEmpty || second.isEmpty || !hasGaps ? [] : [.gap]) + second
  }

  /// The maximum number of results in each section.
  private static let limit = 200

  /// Returns the score of the best match, or `nil` unless each word matches one of the texts and at
  /// least one matches a text other than the last.
  ///
  /// The last text is the title of the entry, so that `mail sort` finds the setting of the app.
  private static func score(_ words: [[UInt8]], _ texts: [[UInt8]]) -> Int? {
    var sum = 0
    var isOwn = texts.count < 3
    for word in words {
      let scores = texts.map { $0.score(of: word) ?? 0 }
      guard let best = scores.max(), best > 500 else { return nil }
      if scores.dropLast().contains(where: { $0 > 500 }) { isOwn = true }
      sum += best
    }
    return isOwn ? sum / words.count : nil
  }

  /// Returns the title of an entry, which is its place if another entry has the same title.
  func title(of entry: HomeEntry) -> String {
    let isShared = entries.count { $0.title == entry.title } > 1
    return isShared && !entry.place.isEmpty ? entry.place : entry.title
  }

  /// The number of changed settings, and of settings that haven't been pushed, in all entries.
  var totals: (changed: Int, unpushed: Int) {
    entries.reduce(into: (0, 0)) { ($0.0, $0.1) = ($0.0 + $1.changed, $0.1 + $1.unpushed) }
  }
}

extension HomeEntry {
  /// Returns the state of the entry in words.
  func states(_ words: Strings) -> [String] {
    if isMissing { return [words(.homeNoFile)] }
    if fault != nil, settings.isEmpty { return [] }
    if group == .apps || group == .samples, hasBundle {
      let counts = [(changed, Phrase.countChanged), (unpushed, .countUnpushed)].filter { $0.0 > 0 }
      if counts.isEmpty { return [words(.homeUnchanged)] }
      return counts.map { words($0.1, String($0.0)) }
    }
    // The settings of a bundle that isn't installed have no file.
    if group == .files { return [words.settings(max(set, settings.count))] }
    return [set == 0 ? words.settings(settings.count) : words(.homeSet, String(set))]
  }

  /// A Boolean value that indicates whether the entry is a program whose file doesn't exist.
  fileprivate var isFoldable: Bool { group == .programs && isMissing && fault == nil }
}
