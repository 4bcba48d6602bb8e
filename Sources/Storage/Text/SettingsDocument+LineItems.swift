import SetteeValues

// Methods for multiline values of Python's `configparser`, whose lines are items.
extension SettingsDocument {
  /// The items of a multiline value, which are its lines that aren't blank.
  ///
  /// In some lists, a comma at the end of each line separates the items, as in `files` of mypy.
  package func lineItems(of key: String) -> [String]? {
    guard document.format.hasLineItems, let text = values[key]?.string,
      text.contains("\n")
    else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return hasCommas(lines, at: key) ? lines.map(\.withoutComma) : lines
  }

  /// Returns whether a comma at the end of each line but the last separates the items of a list.
  ///
  /// The list is left alone if its program would read it in another way, such as a line without a
  /// comma.
  private func hasCommas(_ lines: [String], at key: String) -> Bool {
    guard let steps = path(of: key)?.steps, steps.count == 2, let section = steps[0].name,
      let name = steps[1].name,
      let splitsAtLines = document.format.dialect?.splitsAtLines(key: name, in: section)
    else { return false }
    // In an empty list or a list with one line, only the program decides.
    if splitsAtLines, lines.count < 2, lines.first?.hasSuffix(",") != true { return false }
    return lines.dropLast().allSatisfy { $0.hasSuffix(",") }
      && lines.allSatisfy { line in
        // Some programs read a comment at the end of a line, which would include the comma.
        let item = line.withoutComma
        return !item.isEmpty && !item.hasSuffix(",") && !line.contains("#") && !line.contains(";")
      }
  }

  /// Returns the content after a change to the items of a multiline value.
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
    let old = (values[key]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    var lines = new.isEmpty ? [] : edit.applied(toLines: old)
    let written = old.filter { !$0.isEmpty }
    if hasCommas(written, at: key) {
      guard !new.contains(where: { $0.hasSuffix(",") }) else {
        throw EditError.invalidValue("an item of '\(key)' doesn't end in a comma")
      }
      lines.separate(endsInComma: written.last?.hasSuffix(",") == true)
    }
    let text = lines.joined(separator: "\n")
    let content = try changed(by: [.set(try place(ofList: key), .text(text))])
    // The change can make the commas separators, as after the removal of the only item without one.
    let result = content.content.lineItems(of: key)?.map(\.withoutComma)
    guard !text.contains("\n") || result == new.map(\.withoutComma) else {
      throw EditError.invalidValue("the list '\(key)' would have other items")
    }
    return content
  }
}

extension ListEdit {
  /// Returns the lines of a multiline value after the change to its items, which are the lines that
  /// aren't blank.
  fileprivate func applied(toLines old: [String]) -> [String] {
    var lines = old
    func places() -> [Int] { lines.indices.filter { !lines[$0].isEmpty } }
    func insert(_ line: String, at index: Int) {
      // A blank line below the item before stays above the next one.
      let above = places().prefix(index).last
      lines.insert(line, at: above.map { $0 + 1 } ?? places().first ?? lines.count)
    }
    func remove(at index: Int) -> String {
      let place = places()[index]
      let line = lines.remove(at: place)
      // The next item takes the place of an item beside the key, and a value can't end in a blank line.
      if place == 0 { lines = Array(lines.drop(while: \.isEmpty)) }
      if place > 1, lines[place - 1].isEmpty, place == lines.count || lines[place].isEmpty {
        lines.remove(at: place - 1)
      }
      while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
      return line
    }
    switch operation {
    case .insert(let value, let index): insert(value.string ?? "", at: index ?? lines.count)
    case .remove(let index): _ = remove(at: index)
    case .move(let index, let target): insert(remove(at: index), at: target)
    case .replace(let index, let value): lines[places()[index]] = value.string ?? ""
    case .quote: break
    }
    return lines
  }
}

extension [String] {
  /// Puts a comma at the end of each line that isn't blank, but at the end of the last one only if the
  /// argument is `true`.
  fileprivate mutating func separate(endsInComma: Bool) {
    let places = indices.filter { !self[$0].isEmpty }
    for place in places where place != places.last || endsInComma {
      if !self[place].hasSuffix(",") { self[place] += "," }
    }
    if let last = places.last, !endsInComma { self[last] = self[last].withoutComma }
  }
}

extension String {
  /// The line of an item without the comma that separates it from the next one.
  fileprivate var withoutComma: String {
    guard hasSuffix(",") else { return self }
    return String(dropLast().reversed().drop { $0.isWhitespace }.reversed())
  }
}
