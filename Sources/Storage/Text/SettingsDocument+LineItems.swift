import SetteeValues

// Methods for multiline values, whose lines are items.
extension SettingsDocument {
  /// The lines of a multiline value of Python's `configparser`, which are its items.
  ///
  /// A comma at the end of each line separates the items, as in `files` of mypy.
  package func lineItems(of key: String) -> [String]? {
    guard document.format.hasLineItems, let text = values[key]?.string,
      text.contains("\n")
    else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return lines.endInCommas ? lines.map(\.withoutComma) : lines
  }

  /// Returns the content after a change to a multiline value.
  ///
  /// Blank lines between the items stay, and the comments above an item move with it.
  func changed(
    by edit: ListEdit, _ lines: [String]
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    let key = edit.path.key
    let new = edit.applied(to: lines.map { .string($0) }).map { $0.string ?? "" }
    guard !new.contains(where: { $0.isEmpty || $0.contains(where: \.isNewline) }) else {
      throw EditError.invalidValue("an item of '\(key)' is one line of text")
    }
    let old = (values[key]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    var written = edit.applied(toLines: old.enumerated().map { ($1, $0) })
    let items = old.filter { !$0.isEmpty }
    if items.endInCommas { separate(&written, endsInComma: items.last?.hasSuffix(",") == true) }
    let place = try place(ofList: key)
    let content = try changed(by: [.set(place, document.value(of: written, in: place))])
    guard new.count < 2 || content.content.lineItems(of: key) == new else {
      throw EditError.invalidValue("this file can't contain the item of '\(key)'")
    }
    return content
  }

  private typealias Line = (text: String, source: Int?)

  /// Adds the missing commas that separate the lines, and a comma at the end of the last line if the
  /// argument is `true`.
  private func separate(_ lines: inout [Line], endsInComma: Bool) {
    let places = lines.indices.filter { !lines[$0].text.isEmpty }
    for place in places where place != places.last || endsInComma {
      if !lines[place].text.hasSuffix(",") { lines[place].text += "," }
    }
    if let last = places.last, !endsInComma { lines[last].text = lines[last].text.withoutComma }
  }
}

extension ListEdit {
  /// Returns the lines of a multiline value after the change to its items, which are the lines that
  /// aren't blank.
  fileprivate func applied(
    toLines old: [(text: String, source: Int?)]
  ) -> [(text: String, source: Int?)] {
    var lines = old
    func places() -> [Int] { lines.indices.filter { !lines[$0].text.isEmpty } }
    func insert(_ line: (text: String, source: Int?), at index: Int) {
      let places = places()
      let end = places.last.map { $0 + 1 } ?? lines.count
      lines.insert(line, at: places.indices.contains(index) ? places[index] : end)
    }
    switch operation {
    case .insert(let value, let index):
      insert((value.string ?? "", nil), at: index ?? lines.count)
    case .remove(let index): lines.remove(at: places()[index])
    case .move(let index, let target): insert(lines.remove(at: places()[index]), at: target)
    case .replace(let index, let value): lines[places()[index]].text = value.string ?? ""
    case .quote: break
    }
    return lines
  }
}

extension [String] {
  /// A Boolean value that indicates whether each line ends in a comma, except that the last of
  /// several lines may end without one.
  fileprivate var endInCommas: Bool {
    !isEmpty && (count == 1 ? self[...] : dropLast()).allSatisfy { $0.hasSuffix(",") }
  }
}

extension String {
  /// The line of an item without the comma that separates it from the next one.
  fileprivate var withoutComma: String {
    guard hasSuffix(",") else { return self }
    return String(dropLast().reversed().drop { $0.isWhitespace }.reversed())
  }
}
