extension EditError {
  /// Creates the error for a value or an item that a lens rejects.
  ///
  /// The `message` argument is the message of the library, which contains the rule of the lens.
  init(
    rejecting value: [UInt8]?, _ label: Key?, at place: DocumentPath?, lens: String,
    _ message: String
  ) {
    let lens = LensText(lens: lens).name
    let own = value.map { String(decoding: $0, as: UTF8.self) }
    guard let own, let place else {
      self.init(
        place.map { "'\($0)' isn't possible here" } ?? "this isn't possible here",
        advice: Self.advice(lens))
      return
    }
    let rule = label.flatMap { Self.pattern(of: $0.text, in: message) }
    self.init(
      "'\(own)' isn't a valid value for '\(place)'",
      advice: rule.map { "It \(Self.words($0, lens))" } ?? Self.advice(lens))
    isInvalidValue = true
  }

  private static func advice(_ lens: String) -> String {
    "The lens \(lens) doesn't allow it; see the existing keys with 'list', or use 'add' with a complete line"
  }

  /// Returns the pattern of the values of a label in the message of the library.
  private static func pattern(of label: String, in message: String) -> String? {
    for start in ["/\(label)/ = /", "\"\(label)\" = /"] {
      for line in message.split(separator: "\n") {
        guard let range = line.firstRange(of: start) else { continue }
        let rest = line[range.upperBound...]
        guard let end = rest.lastRange(of: "/ }") else { continue }
        return String(rest[..<end.lowerBound])
      }
    }
    return nil
  }

  private static func words(_ pattern: String, _ lens: String) -> String {
    let choices = pattern.split(separator: "|", omittingEmptySubsequences: false)
    let arePlain = choices.allSatisfy { choice in
      !choice.isEmpty && choice.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
    if arePlain, choices.count < 16 { return "has to be " + choices.joined(separator: ", ") }
    if ["[0-9]+", "[0-9][0-9]*", "-?[0-9]+", "[+-]?[0-9]+", "[+-]*[0-9]+"].contains(pattern) {
      return "has to be a number"
    }
    if pattern.hasPrefix("[^"), let end = pattern.firstIndex(of: "]"),
      ["+", "*"].contains(pattern[pattern.index(after: end)...])
    {
      return "can't contain " + characters(pattern.dropFirst(2).prefix { $0 != "]" })
    }
    return pattern.count <= 100
      ? "has to match the pattern /\(pattern)/" : "doesn't match the pattern of the lens \(lens)"
  }

  private static func characters(_ set: Substring) -> String {
    var names: [String] = []
    var rest = set
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        switch rest.popFirst() {
        case "n"?: names.append("a line break")
        case "t"?: names.append("a tab")
        case "r"?: break
        case let other?: names.append("'\(other)'")
        case nil: break
        }
      case " ": names.append("a space")
      default: names.append("'\(character)'")
      }
    }
    guard names.count > 1, let last = names.last else { return names.first ?? "this character" }
    return names.dropLast().joined(separator: ", ") + (names.count > 2 ? "," : "") + " or " + last
  }
}

extension Substring {
  /// Returns the last occurrence of a string.
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
