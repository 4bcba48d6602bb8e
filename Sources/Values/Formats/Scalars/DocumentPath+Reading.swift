extension DocumentPath {
  /// Parses the path of a setting that the user entered, or returns `nil` if the path is invalid.
  ///
  /// A backslash escapes the characters that have a meaning in paths, so `a\.b` is one key. Before
  /// any other character, it is part of the key, as in `App\Tests`. Digits in brackets are an index.
  /// All other brackets are part of the key, as in `Key[de]`.
  package init?(_ text: String) {
    guard let (path, _) = Self.parsed(text) else { return nil }
    self = path
  }

  /// Parses a path, and also returns the indices of its steps that are quoted or contain an escape.
  ///
  /// Every such step is a complete name, so it isn't part of a longer name that contains dots.
  package static func parsed(_ text: String) -> (path: DocumentPath, quoted: Set<Int>)? {
    var rest = Array(text.utf8)[...]
    var steps: [Step] = []
    var quoted: Set<Int> = []
    repeat {
      if let index = rest.takeIndex() {
        steps.append(.index(index))
        continue
      }
      if !steps.isEmpty {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest.removeFirst()
      }
      let count = rest.count
      guard let name = rest.first == UInt8(ascii: "\"") ? rest.takeQuotedName() : rest.takeName()
      else { return nil }
      if count - rest.count != name.bytes.count { quoted.insert(steps.count) }
      steps.append(.key(name))
    } while !rest.isEmpty
    return (DocumentPath(steps), quoted)
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns an index such as `[12]`, or `[-1]` for the last item.
  ///
  /// If no index follows, this method returns `nil` and removes nothing.
  fileprivate mutating func takeIndex() -> Int? {
    guard first == UInt8(ascii: "["), let end = firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let isFromEnd = dropFirst().first == UInt8(ascii: "-")
    let digits = self[(startIndex + (isFromEnd ? 2 : 1))..<end]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    self = self[(end + 1)...]
    return isFromEnd ? -value : value
  }

  fileprivate mutating func takeQuotedName() -> Key? {
    var name: [UInt8] = []
    removeFirst()
    while let byte = popFirst() {
      if byte == "\"" { return Key(name) }
      guard byte == "\\" else {
        name.append(byte)
        continue
      }
      guard let next = popFirst() else { return nil }
      if next == "x", let high = first?.hexDigit, let low = dropFirst().first?.hexDigit {
        name.append(high << 4 | low)
        removeFirst(2)
      } else {
        name += next.isEscapable ? [next] : [byte, next]
      }
    }
    return nil
  }

  fileprivate mutating func takeName() -> Key? {
    // Most names are plain, so copy their bytes without parsing them.
    let plain = prefix { $0 != "." && $0 != "[" && $0 != "\\" }
    var name = Array(plain)
    self = self[plain.endIndex...]
    while let byte = first, byte != "." {
      if byte == "[" {
        var rest = self
        if rest.takeIndex() != nil { break }
      }
      removeFirst()
      if byte == "\\", let next = first, next.isEscapable {
        name.append(next)
        removeFirst()
      } else {
        name.append(byte)
      }
    }
    return name.isEmpty ? nil : Key(name)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a backslash before the character escapes it.
  fileprivate var isEscapable: Bool { ".[]\"\\".utf8.contains(self) }
}
