extension DocumentPath {
  /// Parses the path of a setting that the user entered, or returns `nil` if the path is invalid.
  ///
  /// A backslash escapes the next character, so `a\.b` is one key. Digits in brackets are an index.
  /// All other brackets are part of the key, as in `Key[de]`.
  package init?(_ text: String) {
    var reader = PathReader(Array(text.utf8))
    guard let steps = reader.steps() else { return nil }
    self.init(steps)
  }
}

private struct PathReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func steps() -> [DocumentPath.Step]? {
    var steps: [DocumentPath.Step] = []
    repeat {
      if let index = index() {
        steps.append(.index(index))
        continue
      }
      if !steps.isEmpty {
        guard bytes[at] == "." else { return nil }
        at += 1
      }
      guard let name = name() else { return nil }
      steps.append(.key(name))
    } while at < bytes.count
    return steps
  }

  /// Reads an index such as `[12]`, or `[-1]` for the last item, from the path of a setting.
  ///
  /// If no index follows, this method returns `nil` without advancing in the path.
  private mutating func index() -> Int? {
    guard at < bytes.count, bytes[at] == "[" else { return nil }
    guard let end = bytes[at...].firstIndex(where: { $0 == "]" }) else { return nil }
    let isFromEnd = bytes[at + 1] == "-"
    let digits = bytes[at + (isFromEnd ? 2 : 1)..<end]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    at = end + 1
    return isFromEnd ? -value : value
  }

  private mutating func name() -> Key? {
    guard at < bytes.count else { return nil }
    return bytes[at] == "\"" ? quotedName() : plainName()
  }

  private mutating func quotedName() -> Key? {
    var name: [UInt8] = []
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == "\"" { return Key(name) }
      guard byte == "\\" else {
        name.append(byte)
        continue
      }
      guard at < bytes.count else { return nil }
      if bytes[at] == "x", at + 2 < bytes.count, let high = bytes[at + 1].hexDigit,
        let low = bytes[at + 2].hexDigit
      {
        name.append(high << 4 | low)
        at += 3
      } else {
        name.append(bytes[at])
        at += 1
      }
    }
    return nil
  }

  private mutating func plainName() -> Key? {
    var name: [UInt8] = []
    while at < bytes.count, bytes[at] != "." {
      var rest = self
      if rest.index() != nil { break }
      if bytes[at] == "\\", at + 1 < bytes.count { at += 1 }
      name.append(bytes[at])
      at += 1
    }
    return name.isEmpty ? nil : Key(name)
  }
}
