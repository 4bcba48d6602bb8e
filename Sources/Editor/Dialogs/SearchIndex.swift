import Settee
import SetteeTerminal

// The search index and the parser for search queries. The matching is in `Fuzzy.swift`, and the
// dialog is in `Search.swift`.

/// The text of a control, normalized for searching.
///
/// A search in 10,000 controls takes less than 3 ms.
struct IndexedControl: Sendable {
  /// The part of a control's text in which a search query was found.
  enum MatchedField: Sendable, Comparable {
    // The fields are ordered by relevance, so a match in the title comes before a match in the help
    // text.
    case title, key, value, help
  }

  let place: RowPlace
  let title: [UInt8], key: [UInt8], value: [UInt8], help: [UInt8]
  /// A bit set of the characters in the text, which excludes most controls from a search quickly.
  let letters: UInt64

  init(_ place: RowPlace, title: String, key: String, value: String, help: String) {
    self.place = place
    (self.title, self.key) = (title.folded(limit: 200), key.folded(limit: 200))
    (self.value, self.help) = (value.folded(limit: 200), help.folded(limit: 1000))
    letters = [self.title, self.key, self.value, self.help].reduce(0) {
      $0 | Self.letters(of: $1)
    }
  }

  static func letters(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}

extension [IndexedControl] {
  /// Returns the controls whose text matches all words of a search query.
  ///
  /// The results start with the best match. Equal matches have the order of the panes.
  func hits(_ query: SearchQuery, where holds: (IndexedControl) -> Bool) -> [IndexedControl] {
    let wanted = query.words.reduce(0) { $0 | IndexedControl.letters(of: $1) }
    var scored: [(score: Int, number: Int)] = []
    for (number, entry) in enumerated() where entry.letters & wanted == wanted {
      guard holds(entry), let (score, _) = entry.score(query) else { continue }
      scored.append((score, number))
    }
    scored.sort { ($1.score, $0.number) < ($0.score, $1.number) }
    return scored.map { self[$0.number] }
  }
}

extension IndexedControl {
  /// Returns the part of the text that matches a query the least, such as the help.
  func matchedField(_ query: SearchQuery) -> MatchedField? { score(query)?.1 }

  fileprivate func score(_ query: SearchQuery) -> (Int, MatchedField)? {
    var sum = 0
    var weakest = MatchedField.title
    for word in query.words {
      guard let (score, field) = best(word) else { return nil }
      sum += score
      weakest = max(weakest, field)
    }
    return (sum, weakest)
  }

  private func best(_ word: [UInt8]) -> (Int, MatchedField)? {
    // Rank exact matches of a key first, because a user who types a key expects its row at the top.
    let name = key.lastIndex(of: UInt8(ascii: ".")).map { key[($0 + 1)...] } ?? key[...]
    if name.elementsEqual(word) || key == word { return (5000, .key) }
    let isPath = word.contains(UInt8(ascii: "."))
    if isPath ? key.starts(with: word) : name.starts(with: word) { return (3200, .key) }
    let titleScore = title.score(of: word)
    if let titleScore, titleScore > 500 { return (titleScore, .title) }
    // Rank a substring match in any field above scattered characters in the title.
    if let place = key.bestPlace(of: word) {
      return (place.startsWord ? 720 : 700, .key)
    }
    if let place = value.bestPlace(of: word) {
      return (place.startsWord ? 620 : 600, .value)
    }
    if let place = help.bestPlace(of: word) {
      return (place.startsWord ? 570 : 550, .help)
    }
    return titleScore.map { ($0, .title) }
  }
}

extension EditorState {
  /// The text of all controls with their current values.
  var searchIndex: [IndexedControl] {
    var index: [IndexedControl] = []
    for (number, pane) in document.bundle.panes.enumerated() {
      for (group, content) in pane.groups.enumerated() {
        for (row, control) in content.controls.enumerated() {
          let place = RowPlace(pane: number, group: group, index: row)
          let value = control.isSecure ? "" : shownText(control, value(at: place))
          let help = [control.help, control.subtitle?.text].compactMap(\.self)
          // Index a row without a title only by its key, so that it ranks below rows with a title.
          let title = control.title == nil && document.hasBundle ? "" : control.label
          index.append(
            IndexedControl(
              place, title: title, key: control.key ?? "", value: value,
              help: help.joined(separator: " ")))
        }
      }
    }
    return index
  }

  func value(at place: RowPlace) -> PropertyList? {
    let control = document.control(at: place)
    let name = document.name(of: control, in: place.pane)
    return name.flatMap { value(named: $0) } ?? control.defaultValue
  }

  func hits(_ query: SearchQuery, in index: [IndexedControl]) -> [IndexedControl] {
    index.hits(query) { entry in query.facts.allSatisfy { holds($0, entry.place) } }
  }

  private func holds(_ fact: SearchQuery.Fact, _ place: RowPlace) -> Bool {
    let control = document.control(at: place)
    guard let name = document.name(of: control, in: place.pane) else { return false }
    switch fact {
    case .set: return document.hasDefaults && stored(name) != nil
    case .changed:
      return stored(name).map { control.defaultValue != nil && !control.isDefault($0) } ?? false
    case .managed: return readings[name]?.isManaged == true
    case .unpushed: return readings.isUnpushed(name)
    case .key(let part):
      return name.key.folded().score(of: part) ?? 0 > 500 || part.isEmpty
    }
  }
}

/// A parsed query.
///
/// A search result must match all words and all filters of the query.
struct SearchQuery: Sendable, Equatable {
  /// A filter, such as `@modified`.
  enum Fact: Sendable, Equatable {
    case set, changed, managed, unpushed
    /// The filter `@key:`, which matches keys that start with or contain the given normalized
    /// bytes.
    case key([UInt8])
  }

  var words: [[UInt8]] = []
  var facts: [Fact] = []

  /// Parses a search query such as `siz @modified @key:mail.`.
  ///
  /// An unknown filter, such as `@foo`, is treated as an ordinary word.
  init(_ text: String) {
    for part in text.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }) {
      let folded = String(part).folded(limit: 200)
      switch String(decoding: folded, as: UTF8.self) {
      case "@changed": facts.append(.changed)
      case "@modified": facts.append(.set)
      case "@managed": facts.append(.managed)
      case "@unpushed", "@topush": facts.append(.unpushed)
      case let text where text.hasPrefix("@key:"): facts.append(.key(Array(folded.dropFirst(5))))
      // Ignore a partially typed filter such as `@chan` so that the list of results doesn't
      // flicker.
      case let text where text.hasPrefix("@") && SearchQuery.known.contains { $0.hasPrefix(text) }:
        break
      default: words.append(folded)
      }
    }
  }

  var isEmpty: Bool { words.isEmpty && facts.isEmpty }

  /// The filters, such as `@changed`, that the search dialog suggests.
  static let facts = ["@changed", "@unpushed", "@managed", "@key:"]
  private static let known = facts + ["@modified", "@topush"]

  func spans(of text: String, _ style: Style) -> [Span] {
    let characters = Array(text)
    let found = matches(in: characters)
    var spans: [Span] = []
    for (index, character) in characters.enumerated() {
      let style = found.contains(index) ? Style(.warn, [.bold, .underline]) : style
      if spans.last?.style != style { spans.append(Span("", style)) }
      spans[spans.count - 1].text.append(character)
    }
    return spans
  }

  /// Returns the indices of the characters that match the words of the query, so that they can be
  /// highlighted.
  ///
  /// If the text doesn't contain a word as a whole, the characters of the word are highlighted
  /// individually.
  private func matches(in characters: [Character]) -> Set<Int> {
    var (bytes, owners): ([UInt8], [Int]) = ([], [])
    for (index, character) in characters.enumerated() {
      let folded = String(character).folded()
      bytes += folded
      owners += Array(repeating: index, count: folded.count)
    }
    var found: Set<Int> = []
    for word in words where !word.isEmpty {
      if let place = bytes.bestPlace(of: word)?.place {
        found.formUnion(owners[place..<place + word.count])
      } else if bytes.score(of: word) != nil {
        var letters = word[...]
        for (index, byte) in bytes.enumerated() where byte == letters.first {
          letters = letters.dropFirst()
          found.insert(owners[index])
        }
      }
    }
    return found
  }
}
