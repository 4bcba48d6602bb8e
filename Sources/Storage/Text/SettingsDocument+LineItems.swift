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
  /// Blank lines between the items stay.
  func changed(
    by edit: ListEdit, _ items: [String]
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    let key = edit.path.key
    let new = edit.applied(to: items.map { .string($0) }).map { $0.string ?? "" }
    guard !new.contains(where: { $0.isEmpty || $0.contains(where: \.isNewline) }) else {
      throw EditError.invalidValue("an item of '\(key)' is one line of text")
    }
    let text = values[key]?.string ?? ""
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let old = lines.filter { !$0.isEmpty }
    lines = edit.applied(toLines: lines)
    if old.endInCommas { lines.separate(endsInComma: old.last?.hasSuffix(",") == true) }
    return try changed(
      by: [.set(try place(ofList: key), .text(lines.joined(separator: "\n")))])
  }
}

extension ListEdit {
  /// Returns the lines of a multiline value after the change to its items, which are the lines that
  /// aren't blank.
  fileprivate func applied(toLines old: [String]) -> [String] {
    var lines = old
    func places() -> [Int] { lines.indices.filter { !lines[$0].isEmpty } }
    func insert(_ line: String, at index: Int) {
      let places = places()
      let end = places.last.map { $0 + 1 } ?? lines.count
      lines.insert(line, at: places.indices.contains(index) ? places[index] : end)
    }
    switch operation {
    case .insert(let value, let index): insert(value.string ?? "", at: index ?? lines.count)
    case .remove(let index): lines.remove(at: places()[index])
    case .move(let index, let target): insert(lines.remove(at: places()[index]), at: target)
    case .replace(let index, let value): lines[places()[index]] = value.string ?? ""
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

  /// Adds the missing commas that separate the lines, and a comma at the end of the last line if the
  /// argument is `true`.
  fileprivate mutating func separate(endsInComma: Bool) {
    let places = indices.filter { !self[$0].isEmpty }
    for place in places.dropLast() where !self[place].hasSuffix(",") { self[place] += "," }
    guard let last = places.last else { return }
    if !endsInComma {
      self[last] = self[last].withoutComma
    } else if !self[last].hasSuffix(",") {
      self[last] += ","
    }
  }
}

extension String {
  /// The line of an item without the comma that separates it from the next one.
  fileprivate var withoutComma: String {
    guard hasSuffix(",") else { return self }
    return String(dropLast().reversed().drop { $0.isWhitespace }.reversed())
  }
}
