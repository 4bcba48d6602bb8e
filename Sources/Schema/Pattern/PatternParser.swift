import SetteeValues

/// The syntax tree of a regular expression, as produced by the parser.
indirect enum PatternExpression {
  /// A single character, which must be in the set of characters with this index.
  case character(Int)
  case start
  case end(beforeBreak: Bool)
  case sequence([PatternExpression])
  case either([PatternExpression])
  case repeated(PatternExpression, least: Int, most: Int?)
}

/// A parser for regular expressions.
struct PatternParser {
  private static let deepest = 50
  private static let mostRepeats = 1000

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var ignoresCase = false
  /// The sets of characters that the regular expression uses.
  ///
  /// If a part of the expression is repeated, all copies of the part share its set of characters.
  private(set) var sets: [CharacterClass] = []

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func expression() throws -> PatternExpression {
    ignoresCase = skip("(?i)")
    let result = try alternatives()
    guard position == scalars.count else { throw SetteeError(.invalid, "unmatched )") }
    return result
  }

  private mutating func alternatives() throws -> PatternExpression {
    var all = [try sequence()]
    while skip("|") { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .either(all)
  }

  private mutating func sequence() throws -> PatternExpression {
    var parts: [PatternExpression] = []
    while let next = peek, next != "|", next != ")" { parts.append(try quantified(atom())) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified(
    _ atom: PatternExpression
  ) throws -> PatternExpression {
    guard let (least, most) = try quantifier() else { return atom }
    switch atom {
    case .start, .end: throw SetteeError(.invalid, "nothing to repeat before a quantifier")
    default: break
    }
    // Ignore `?` after a quantifier, because a lazy match doesn't affect whether the entire text
    // matches.
    if !skip("?"), peek == "+" {
      throw SetteeError(.invalid, "possessive quantifiers aren't supported")
    }
    guard try quantifier() == nil else {
      throw SetteeError(.invalid, "a quantifier follows a quantifier")
    }
    return .repeated(atom, least: least, most: most)
  }

  private mutating func quantifier() throws -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard peek == "{", let next = peek(1), next.isDigit || next == "," || next == " " else {
      return nil
    }
    position += 1
    let least = number()
    let most = skip(",") ? number() : least
    // Report other braces as errors, because regular expression engines disagree on how to
    // interpret `{,n}` and spaces in braces.
    guard let least, skip("}") else {
      throw SetteeError(
        .invalid, "invalid repetition; use {m}, {m,}, or {m,n}, or write \\{ for a brace")
    }
    guard least <= most ?? least, max(least, most ?? 0) <= Self.mostRepeats else {
      throw SetteeError(.invalid, "{m,n} requires m ≤ n ≤ \(Self.mostRepeats)")
    }
    return (least, most)
  }

  /// Parses a number in a quantifier and limits it to the maximum.
  private mutating func number() -> Int? {
    var result: Int?
    while let digit = peek, digit.isDigit {
      position += 1
      result = min((result ?? 0) * 10 + Int(digit.value - 0x30), Self.mostRepeats + 1)
    }
    return result
  }

  private mutating func atom() throws -> PatternExpression {
    guard try quantifier() == nil else {
      throw SetteeError(.invalid, "nothing to repeat before a quantifier")
    }
    guard let scalar = next() else { throw SetteeError(.invalid, "unexpected end of the pattern") }
    switch scalar {
    case "(": return try group()
    case "[": return character(try characterClass())
    case ".": return character(.any)
    case "^": return .start
    case "$": return .end(beforeBreak: true)
    case "\\" where skip("A"): return .start
    case "\\" where skip("Z"): return .end(beforeBreak: true)
    case "\\" where skip("z"): return .end(beforeBreak: false)
    default:
      var set = CharacterClass(ignoresCase: ignoresCase)
      if let one = try insert(scalar, into: &set) { set.insert(one...one) }
      return character(set)
    }
  }

  private mutating func character(_ set: CharacterClass) -> PatternExpression {
    sets.append(set)
    return .character(sets.count - 1)
  }

  private mutating func group() throws -> PatternExpression {
    depth += 1
    guard depth <= Self.deepest else { throw SetteeError(.invalid, "groups are nested too deeply") }
    if peek == "?", !skip("?:") {
      throw SetteeError(.invalid, "lookaround, named groups, and group options aren't supported")
    }
    if peek == "*" { throw SetteeError(.invalid, "verbs such as (*UTF) aren't supported") }
    let inner = try alternatives()
    guard skip(")") else { throw SetteeError(.invalid, "unmatched (") }
    depth -= 1
    return inner
  }

  /// Returns the character that a character or an escape sequence such as `\n` represents.
  ///
  /// For a named set such as `\d`, this method adds the set to the character class and returns
  /// `nil`.
  private mutating func insert(
    _ scalar: Unicode.Scalar, into set: inout CharacterClass
  ) throws -> Unicode.Scalar? {
    guard scalar == "\\" else { return scalar }
    guard let escaped = next() else { throw SetteeError(.invalid, "trailing backslash") }
    switch escaped {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "D", "W", "S", "d", "w", "s":
      let small = escaped.properties.lowercaseMapping.unicodeScalars.first ?? escaped
      guard let named = CharacterClass.Named(rawValue: small) else { return nil }
      set.insert(named, isNegated: small != escaped)
      return nil
    default:
      guard !escaped.properties.isAlphabetic, escaped.properties.numericType == nil else {
        throw SetteeError(.invalid, "\\\(escaped) isn't supported")
      }
      return escaped
    }
  }

  private mutating func characterClass() throws -> CharacterClass {
    var set = CharacterClass(isNegated: skip("^"), ignoresCase: ignoresCase)
    var isFirst = true
    while let scalar = next() {
      if scalar == "]", !isFirst {
        set.close()
        return set
      }
      isFirst = false
      if scalar == "[", let mark = peek, [":", ".", "="].contains(mark) {
        throw SetteeError(
          .invalid, "classes such as [:alpha:] aren't supported; write \\[ for a bracket")
      }
      guard let low = try insert(scalar, into: &set) else { continue }
      try addRange(from: low, to: &set)
    }
    throw SetteeError(.invalid, "unmatched [")
  }

  /// Adds a character to a character class, or a range such as `a-z` if a hyphen follows the
  /// character.
  private mutating func addRange(
    from low: Unicode.Scalar, to set: inout CharacterClass
  ) throws {
    guard peek == "-", let end = peek(1), end != "]" else { return set.insert(low...low) }
    position += 2
    guard let high = try insert(end, into: &set) else {
      // Treat a hyphen as an ordinary character if a named set follows it, as in `[a-\d]`.
      set.insert(low...low)
      return set.insert("-"..."-")
    }
    guard low <= high else { throw SetteeError(.invalid, "reversed range in a character class") }
    set.insert(low...high)
  }

  private var peek: Unicode.Scalar? { peek(0) }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    position += 1
    return scalar
  }

  private mutating func skip(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
