extension SecretName {
  /// Returns the numbers of the lines that might contain a secret, in a file that can't be parsed.
  ///
  /// These are the lines that contain the name of a secret and the lines that continue its value.
  package static func lines(in bytes: [UInt8]) -> Set<Int> {
    var result: Set<Int> = []
    var value: OpenValue?
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      let text = String(decoding: line, as: UTF8.self)
      if value?.contains(text) == true {
        result.insert(index + 1)
        if value?.ends(in: text) == true { value = nil }
      } else if isIn(text) || names(in: text).contains(where: { matches(String($0)) }) {
        result.insert(index + 1)
        value = OpenValue(after: text)
      } else {
        value = nil
      }
    }
    return result
  }

  private static func names(in line: String) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && !"_-.".contains($0) }
  }

  /// A value that continues on the next line.
  private enum OpenValue {
    case quotes(String)
    case backslash
    /// A block scalar of a YAML file, whose lines are indented more than its key.
    case block(indentation: Int)

    init?(after line: String) {
      let quotes = ["\"\"\"", "'''", "\""].first { !line.ranges(of: $0).count.isMultiple(of: 2) }
      let end = line.last { !$0.isWhitespace && !$0.isNumber && !"+-".contains($0) }
      if let quotes {
        self = .quotes(quotes)
      } else if line.hasSuffix("\\") {
        self = .backslash
      } else if end == "|" || end == ">" {
        self = .block(indentation: Self.indentation(of: line))
      } else {
        return nil
      }
    }

    func contains(_ line: String) -> Bool {
      guard case .block(let indentation) = self else { return true }
      return line.allSatisfy(\.isWhitespace) || Self.indentation(of: line) > indentation
    }

    func ends(in line: String) -> Bool {
      switch self {
      case .quotes(let quotes): line.contains(quotes)
      case .backslash: !line.hasSuffix("\\")
      case .block: false
      }
    }

    private static func indentation(of line: String) -> Int { line.prefix { $0 == " " }.count }
  }
}
