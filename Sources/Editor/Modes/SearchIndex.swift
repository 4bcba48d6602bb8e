import Settee
import SetteeTerminal

// Finding rows by what is typed: the index and the query. How well a text fits is in `Fuzzy.swift`, the
// mode that shows what was found in `Search.swift`.

struct SearchHit: Sendable, Equatable {
  /// Which of a control's texts fits.
  enum Field: Int, Sendable, Comparable {
    // The weaker, the later.
    case title, key, value, help

    static func < (left: Field, right: Field) -> Bool { left.rawValue < right.rawValue }
  }

  let place: RowPlace
  let field: Field
}

/// The texts of every control of every pane, folded once into one array of bytes.
///
/// A search walks that array and nothing else; 10,000 controls take less than 3 ms.
struct SearchIndex: Sendable {
  /// The place of a control's texts in the bytes.
  struct Entry: Sendable {
    let place: RowPlace
    /// Where the title, the key, the value and the help are in the bytes.
    let title: Range<Int>, key: Range<Int>, value: Range<Int>, help: Range<Int>
    /// Which letters the texts hold, so that most of them need not be looked at.
    let letters: UInt64
  }

  private(set) var bytes: [UInt8] = []
  /// The controls in the order of the panes.
  private(set) var entries: [Entry] = []

  mutating func add(_ place: RowPlace, title: String, key: String, value: String, help: String) {
    let start = bytes.count
    func fold(_ text: String, limit: Int) -> Range<Int> {
      let start = bytes.count
      Folding.fold(text, limit: limit, into: &bytes)
      return start..<bytes.count
    }
    let (title, key) = (fold(title, limit: 200), fold(key, limit: 200))
    let (value, help) = (fold(value, limit: 200), fold(help, limit: 1000))
    entries.append(
      Entry(
        place: place, title: title, key: key, value: value, help: help,
        letters: SearchIndex.letters(of: bytes[start...])))
  }

  func hits(_ query: SearchQuery, where holds: (Entry) -> Bool) -> [SearchHit] {
    var scored: [(rank: Int, field: SearchHit.Field)] = []
    let letters = query.words.map { SearchIndex.letters(of: $0[...]) }
    let wanted = letters.reduce(0, |)
    bytes.withUnsafeBufferPointer { bytes in
      for (number, entry) in entries.enumerated() where entry.letters & wanted == wanted {
        guard holds(entry), let (score, field) = SearchIndex.score(query, entry, bytes) else {
          continue
        }
        // Score and place in one number: better first, then in the order of the panes.
        scored.append((score << 32 | (0xFFFF_FFFF - number), field))
      }
    }
    scored.sort { $0.rank > $1.rank }
    return scored.map { rank, field in
      SearchHit(place: entries[0xFFFF_FFFF - (rank & 0xFFFF_FFFF)].place, field: field)
    }
  }

  private static func score(
    _ query: SearchQuery, _ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, SearchHit.Field)? {
    var sum = 10_000
    var weakest = SearchHit.Field.title
    for word in query.words {
      let found = word.withUnsafeBufferPointer { best($0, entry, bytes) }
      guard let (score, field) = found else { return nil }
      sum += score
      weakest = max(weakest, field)
    }
    return (sum, weakest)
  }

  private static func best(
    _ word: UnsafeBufferPointer<UInt8>, _ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, SearchHit.Field)? {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[range])
    }
    let titleScore = Fuzzy.score(word, in: part(entry.title))
    if let titleScore, titleScore > 500 { return (titleScore, .title) }
    // Whole matches in other texts beat letters that stand apart in the title.
    if let score = whole(word, part(entry.key), 700) { return (score, .key) }
    if let score = whole(word, part(entry.value), 600) { return (score, .value) }
    if let score = whole(word, part(entry.help), 550) { return (score, .help) }
    return titleScore.map { ($0, .title) }
  }

  private static func whole(
    _ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ score: Int
  ) -> Int? {
    Fuzzy.bestPlace(of: word, in: text).map { score + ($0.startsWord ? 20 : 0) }
  }

  private static func letters(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var letters: UInt64 = 0
    for byte in bytes { letters |= 1 << UInt64(byte & 63) }
    return letters
  }
}

extension EditorState {
  /// Builds the index when there is none, or when values have changed since.
  mutating func prepareIndex() {
    guard index == nil || indexIsStale else { return }
    indexIsStale = false
    var index = SearchIndex()
    for (number, pane) in document.bundle.panes.enumerated() {
      for (group, content) in pane.groups.enumerated() {
        for (place, control) in content.controls.enumerated() {
          add(control, RowPlace(pane: number, group: group, index: place), to: &index)
        }
      }
    }
    self.index = index
  }

  private func add(_ control: Control, _ place: RowPlace, to index: inout SearchIndex) {
    let value = value(at: place)
    let text = control.isSecure || value == nil ? "" : shownText(control, value)
    let help = [control.help, control.subtitle?.text].compactMap(\.self).joined(separator: " ")
    index.add(place, title: control.label, key: control.key ?? "", value: text, help: help)
  }

  /// What a row shows, on the screen or not.
  func value(at place: RowPlace) -> PropertyList? {
    let control = document.control(at: place)
    let name = document.name(of: control, in: place.pane)
    return name.flatMap { value(named: $0) } ?? control.defaultValue
  }

  func hits(_ query: SearchQuery) -> [SearchHit] {
    guard let index else { return [] }
    guard !query.facts.isEmpty else { return index.hits(query) { _ in true } }
    return index.hits(query) { entry in query.facts.allSatisfy { holds($0, entry.place) } }
  }

  private func holds(_ fact: SearchQuery.Fact, _ place: RowPlace) -> Bool {
    let control = document.control(at: place)
    guard let name = document.name(of: control, in: place.pane) else { return false }
    switch fact {
    case .modified: return document.hasDefaults && stored(name) != nil
    case .managed: return readings[name]?.isManaged == true
    case .unpushed: return readings.isUnpushed(name)
    case .key(let part):
      return Fuzzy.score(part, in: Folding.fold(name.key)) ?? 0 > 500 || part.isEmpty
    }
  }
}

/// What is looked for: words that all have to fit, and facts that all have to hold.
struct SearchQuery: Sendable, Equatable {
  enum Fact: Sendable, Equatable {
    case modified, managed, unpushed
    /// The key begins with, or holds, these folded bytes.
    case key([UInt8])
  }

  var words: [[UInt8]] = []
  var facts: [Fact] = []

  /// Reads `siz @modified @key:mail.`; what is no known fact is a word.
  init(_ text: String) {
    for part in text.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }) {
      let folded = Folding.fold(String(part), limit: 200)
      switch String(decoding: folded, as: UTF8.self) {
      case "@changed", "@modified": facts.append(.modified)
      case "@managed": facts.append(.managed)
      case "@topush", "@unpushed": facts.append(.unpushed)
      case let text where text.hasPrefix("@key:"): facts.append(.key(Array(folded.dropFirst(5))))
      // A fact that is still being typed finds everything, so that the list does not flicker.
      case let text where text.hasPrefix("@") && SearchQuery.known.contains { $0.hasPrefix(text) }:
        break
      default: words.append(folded)
      }
    }
  }

  var isEmpty: Bool { words.isEmpty && facts.isEmpty }

  /// The facts as they are typed, to be offered.
  static let facts = ["@changed", "@topush", "@managed", "@key:"]
  private static let known = facts + ["@modified", "@unpushed"]

  /// A text in pieces: what was typed stands out.
  func spans(of text: String, _ style: Style) -> [Span] {
    let characters = Array(text)
    let found = Fuzzy.marks(of: words, in: characters)
    var spans: [Span] = []
    var start = 0
    for end in 1...max(characters.count, 1)
    where end >= characters.count || found.contains(end) != found.contains(start) {
      let piece = String(characters[start..<min(end, characters.count)])
      spans.append(
        Span(piece, found.contains(start) ? Style(.warn, [.bold, .underline]) : style))
      start = end
    }
    return spans
  }
}
