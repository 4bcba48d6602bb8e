import SetteeSchema

/// A regular expression in a schema, which can match anywhere in a string.
///
/// Schemas use the syntax of JavaScript. Syntax that ``Pattern`` doesn't support is rewritten if
/// there is an equivalent. Most lookaround isn't supported.
struct ECMAPattern: Sendable {
  private let pattern: Pattern
  /// The lookaheads at the start of the regular expression, such as `(?!x)` in `^(?!x)y`.
  ///
  /// A lookahead must match the start of the text, while a negative lookahead must not match it.
  private var beginnings: [(pattern: Pattern, isRight: Bool)] = []

  init(_ text: String) throws {
    var body = Self.rewritten(text)[...]
    while let (inner, isRight, rest) = Self.lookAhead(body) {
      beginnings.append((try Pattern("(?:\(inner))[\\s\\S]*"), isRight))
      body = "^" + rest
    }
    pattern = try Pattern("[\\s\\S]*(?:\(body))[\\s\\S]*")
  }

  /// Returns whether text contains a match, or `nil` if matching would take too long.
  func isFound(in text: String) -> Bool? {
    for (pattern, isRight) in beginnings {
      guard let isThere = pattern.matches(text) else { return nil }
      if isThere != isRight { return false }
    }
    return pattern.matches(text)
  }

  /// Splits a regular expression of the form `^(?!inner)rest` or `^(?=inner)rest`.
  private static func lookAhead(
    _ body: Substring
  ) -> (inner: Substring, isRight: Bool, rest: Substring)? {
    guard body.hasPrefix("^(?!") || body.hasPrefix("^(?="), !hasTopLevelBar(body) else {
      return nil
    }
    let start = body.index(body.startIndex, offsetBy: 4)
    guard let end = signs(of: body).first(where: { $0.sign == ")" && $0.depth == 0 })?.index else {
      return nil
    }
    return (body[start..<end], body.hasPrefix("^(?="), body[body.index(after: end)...])
  }

  /// Converts a regular expression to the syntax of ``Pattern``, or returns `nil` if that is
  /// impossible.
  static func whole(_ text: String) -> String? {
    var body = rewritten(text)[...]
    let isSplit = hasTopLevelBar(body)
    let isStarted = !isSplit && body.first == "^"
    let isEnded = !isSplit && body.last == "$" && !body.dropLast().hasSuffix("\\")
    if isStarted { body.removeFirst() }
    if isEnded { body.removeLast() }
    let inner = isSplit ? "(?:\(body))" : String(body)
    let result = (isStarted ? "" : "[\\s\\S]*") + inner + (isEnded ? "" : "[\\s\\S]*")
    return (try? Pattern(result)) == nil ? nil : result
  }

  private static func hasTopLevelBar(_ text: Substring) -> Bool {
    signs(of: text).contains { $0.sign == "|" && $0.depth == 0 }
  }

  /// Returns the unescaped metacharacters of an expression, with the number of open groups at each
  /// position.
  private static func signs(
    of text: Substring
  ) -> [(index: Substring.Index, sign: Unicode.Scalar, depth: Int)] {
    var all: [(Substring.Index, Unicode.Scalar, Int)] = []
    var (depth, isEscaped, isInClass) = (0, false, false)
    for index in text.unicodeScalars.indices {
      let sign = text.unicodeScalars[index]
      if isEscaped {
        isEscaped = false
        continue
      }
      switch sign {
      case "\\": isEscaped = true
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass: depth += 1
      case ")" where !isInClass: depth -= 1
      default: break
      }
      if !isInClass { all.append((index, sign, depth)) }
    }
    return all
  }

  /// Replaces the JavaScript-specific syntax of a regular expression by syntax that ``Pattern``
  /// supports.
  private static func rewritten(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    var isInClass = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let next = rest.popFirst() else { out.append(scalar); break }
        if let number = number(after: next, &rest) {
          if !number.properties.isAlphabetic, number.properties.numericType == nil {
            out.append("\\")
          }
          out.append(number)
        } else {
          out.append("\\")
          out.append(next)
        }
      case "[":
        // In JavaScript, `[` in a class is a literal, but ``Pattern`` could interpret it as a named
        // class.
        if isInClass { out.append("\\") }
        isInClass = true
        out.append(scalar)
        // In JavaScript, `[]` matches nothing, and `[^]` matches any character. In other syntaxes,
        // the bracket would be a member of the class.
        if rest.first == "^" { out.append(rest.removeFirst()) }
      case "]":
        isInClass = false
        out.append(scalar)
      case "(" where !isInClass && rest.starts(with: "?<".unicodeScalars):
        let name = rest.dropFirst(2)
        guard let end = name.firstIndex(of: ">"), name.first != "=", name.first != "!" else {
          out.append(scalar)
          break
        }
        rest = name[(end + 1)...]
        out.append(contentsOf: "(?:".unicodeScalars)
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// Parses the character that `\xHH`, `\uHHHH`, or `\u{H…}` represents.
  private static func number(
    after letter: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Unicode.Scalar? {
    var digits = rest.prefix(letter == "x" ? 2 : 4)
    var length = digits.count
    if letter == "u", rest.first == "{", let end = rest.firstIndex(of: "}") {
      digits = rest[(rest.startIndex + 1)..<end]
      length = digits.count + 2
    } else if letter != "x" && letter != "u" || digits.count != (letter == "x" ? 2 : 4) {
      return nil
    }
    let text = digits.map(String.init).joined()
    guard let code = UInt32(text, radix: 16), let scalar = Unicode.Scalar(code) else { return nil }
    rest = rest.dropFirst(length)
    return scalar
  }
}
