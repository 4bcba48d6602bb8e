import Settee

/// Where a search found something.
struct SearchHit: Sendable, Equatable {
  /// Which of a control's texts fits.
  enum Field: Sendable, Equatable, CaseIterable {
    case title, key, value, help
  }

  /// The pane, the group in it, and the control in that.
  var pane: Int, group: Int, index: Int
  /// The text that fits.
  var field: Field
  /// The row.
  var place: RowPlace { RowPlace(pane: pane, group: group, index: index) }
}

/// The texts of every control of every pane, folded once into one array of bytes.
///
/// A search walks that array and nothing else; 10,000 controls take less than 3 ms.
struct SearchIndex: Sendable {
  /// The place of a control's texts in the bytes.
  struct Entry: Sendable {
    var pane: Int32, group: Int32, index: Int32
    /// Where the title begins, and where each of the four texts ends.
    var start: Int32, title: Int32, key: Int32, value: Int32, help: Int32
    /// Which letters the texts hold, so that most of them need not be looked at.
    var letters: UInt64
  }

  /// The texts.
  private(set) var bytes: [UInt8] = []
  /// The controls in the order of the panes.
  private(set) var entries: [Entry] = []

  /// Adds a control with its texts.
  mutating func add(
    pane: Int, group: Int, index: Int, title: String, key: String, value: String, help: String
  ) {
    let start = bytes.count
    func end() -> Int32 { Int32(clamping: bytes.count) }
    Folding.fold(title, limit: 200, into: &bytes)
    let titleEnd = end()
    Folding.fold(key, limit: 200, into: &bytes)
    let keyEnd = end()
    Folding.fold(value, limit: 200, into: &bytes)
    let valueEnd = end()
    Folding.fold(help, limit: 1000, into: &bytes)
    entries.append(
      Entry(
        pane: Int32(clamping: pane), group: Int32(clamping: group), index: Int32(clamping: index),
        start: Int32(clamping: start), title: titleEnd, key: keyEnd, value: valueEnd, help: end(),
        letters: SearchIndex.letters(of: bytes[start...])))
  }

  /// What fits a query, best first.
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
      let entry = entries[0xFFFF_FFFF - (rank & 0xFFFF_FFFF)]
      return SearchHit(
        pane: Int(entry.pane), group: Int(entry.group), index: Int(entry.index), field: field)
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
      if rank(field) > rank(weakest) { weakest = field }
    }
    return (sum, weakest)
  }

  private static func best(
    _ word: UnsafeBufferPointer<UInt8>, _ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, SearchHit.Field)? {
    let title = part(bytes, entry.start, entry.title)
    let titleScore = Fuzzy.score(word, in: title)
    if let titleScore, titleScore > 500 { return (titleScore, .title) }
    // Whole matches in other texts beat letters that stand apart in the title.
    if let score = whole(word, part(bytes, entry.title, entry.key), 700) { return (score, .key) }
    if let score = whole(word, part(bytes, entry.key, entry.value), 600) { return (score, .value) }
    if let score = whole(word, part(bytes, entry.value, entry.help), 550) { return (score, .help) }
    return titleScore.map { ($0, .title) }
  }

  private static func whole(
    _ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ score: Int
  ) -> Int? {
    Fuzzy.bestPlace(of: word, in: text).map { score + ($0.startsWord ? 20 : 0) }
  }

  private static func part(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int32, _ end: Int32
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
  }

  private static func rank(_ field: SearchHit.Field) -> Int {
    switch field {
    case .title: 0
    case .key: 1
    case .value: 2
    case .help: 3
    }
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
          add(control, at: (number, group, place), to: &index)
        }
      }
    }
    self.index = index
  }

  private func add(
    _ control: Control, at place: (pane: Int, group: Int, index: Int), to index: inout SearchIndex
  ) {
    let name = document.name(of: control, in: place.pane)
    let value = name.flatMap { self.value(named: $0) } ?? control.defaultValue
    let text = control.isSecure || value == nil ? "" : shownText(control, value)
    let help = [control.help, control.subtitle?.text].compactMap(\.self).joined(separator: " ")
    index.add(
      pane: place.pane, group: place.group, index: place.index, title: control.label,
      key: control.key ?? "", value: text, help: help)
  }

  /// Looks for what a query asks.
  func hits(_ query: SearchQuery) -> [SearchHit] {
    guard let index, !query.isEmpty else { return [] }
    guard !query.facts.isEmpty else { return index.hits(query) { _ in true } }
    return index.hits(query) { entry in
      let hit = SearchHit(
        pane: Int(entry.pane), group: Int(entry.group), index: Int(entry.index), field: .title)
      return query.facts.allSatisfy { holds($0, hit) }
    }
  }

  private func holds(_ fact: SearchQuery.Fact, _ hit: SearchHit) -> Bool {
    guard let control = control(at: hit), let name = document.name(of: control, in: hit.pane) else {
      return false
    }
    switch fact {
    case .modified: return stored(name) != nil
    case .managed: return readings[name]?.isManaged == true
    case .unpushed: return readings.isUnpushed(name)
    case .key(let part):
      return Fuzzy.score(part, in: Folding.fold(name.key)) ?? 0 > 500 || part.isEmpty
    }
  }
}
