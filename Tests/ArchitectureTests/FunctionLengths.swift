/// Measures the lengths of functions by their indentation, which the formatter enforces.
enum FunctionLengths {
  struct Function: Equatable {
    let line: Int
    let length: Int
  }

  /// Returns the functions, initializers, and accessors that are longer than `limit` lines.
  static func longer(than limit: Int, in lines: [String]) -> [Function] {
    lines.indices.compactMap { start in
      guard isOpening(lines[start]) else { return nil }
      let indent = lines[start].prefix { $0 == " " }
      let end = lines[start...].dropFirst().firstIndex { line in
        line == indent + "}" || !line.isEmpty && line.prefix { $0 == " " }.count < indent.count
      }
      // A protocol requirement has no closing brace.
      guard let end, lines[end] == indent + "}", end - start + 1 > limit else { return nil }
      return Function(line: start + 1, length: end - start + 1)
    }
  }

  private static func isOpening(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    let isFunction = words.contains("func") || line.contains(" init(") || line.contains(" init<")
    return isFunction && !line.contains("//") && !line.hasSuffix("}")
  }
}
