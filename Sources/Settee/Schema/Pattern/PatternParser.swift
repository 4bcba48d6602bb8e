/// Reads the text of a regular expression.
struct PatternParser {
  private static let deepest = 50
  private static let mostRepeats = 1000

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private(set) var ignoresCase = false

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The whole expression.
  mutating func expression() throws(PatternError) -> PatternExpression {
    ignoresCase = skip("(?i)")
    let result = try alternatives()
    guard position == scalars.count else { throw PatternError("it has a ) without a (") }
    return result
  }

  private mutating func alternatives() throws(PatternError) -> PatternExpression {
    var all = [try sequence()]
    while skip("|") { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .either(all)
  }

  private mutating func sequence() throws(PatternError) -> PatternExpression {
    var parts: [PatternExpression] = []
    while let next = peek, next != "|", next != ")" { parts.append(try quantified(atom())) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified(
    _ atom: PatternExpression
  ) throws(PatternError) -> PatternExpression {
    guard let (least, most) = try quantifier() else { return atom }
    // A lazy mark changes which part matches first, never whether all of the text does.
    if !skip("?"), peek == "+" { throw PatternError("possessive quantifiers are not supported") }
    if peek == "*" || peek == "+" { throw PatternError("a quantifier follows a quantifier") }
    return .repeated(atom, least: least, most: most)
  }

  private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard peek == "{", let bounds = bounds() else { return nil }
    guard bounds.least <= bounds.most ?? bounds.least,
      max(bounds.least, bounds.most ?? 0) <= Self.mostRepeats
    else { throw PatternError("a {m,n} needs m ≤ n ≤ \(Self.mostRepeats)") }
    return bounds
  }

  /// `{m}`, `{m,}` or `{m,n}`; anything else in braces is literal text.
  private mutating func bounds() -> (least: Int, most: Int?)? {
    guard let close = scalars[position...].firstIndex(of: "}") else { return nil }
    let parts = scalars[(position + 1)..<close].split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { part in Int(String(String.UnicodeScalarView(part))) }
    guard let first = numbers.first, let least = first, least >= 0 else { return nil }
    guard numbers.count == 1 || numbers[1] != nil || parts[1].isEmpty else { return nil }
    position = close + 1
    return (least, numbers.count == 1 ? least : numbers[1])
  }

  private mutating func atom() throws(PatternError) -> PatternExpression {
    guard let scalar = next() else { throw PatternError("it ends too early") }
    switch scalar {
    case "(": return try group()
    case "[": return .character(try characterClass())
    case ".": return .character(.any)
    case "^": return .start
    case "$": return .end
    case "*", "+", "?": throw PatternError("a \(scalar) has nothing to repeat")
    case "\\": return try escape()
    default: return .character(.one(scalar))
    }
  }

  private mutating func group() throws(PatternError) -> PatternExpression {
    depth += 1
    guard depth <= Self.deepest else { throw PatternError("its groups nest too deep") }
    if peek == "?", !skip("?:") {
      throw PatternError("look-around and options in groups are not supported")
    }
    let inner = try alternatives()
    guard skip(")") else { throw PatternError("it has a ( without a )") }
    depth -= 1
    return inner
  }

  private mutating func escape() throws(PatternError) -> PatternExpression {
    switch peek {
    case "A"?, "z"?, "Z"?: return next() == "A" ? .start : .end
    default: return .character(try escapedSet())
    }
  }

  private mutating func escapedSet() throws(PatternError) -> PatternExpression.CharacterSet {
    guard let scalar = next() else { throw PatternError("it ends in a backslash") }
    switch scalar {
    case "d", "w", "s": return Self.namedSet(scalar)
    case "D", "W", "S":
      var set = Self.namedSet(Unicode.Scalar(scalar.value + 0x20) ?? scalar)
      set.isNegated = true
      return set
    case "n": return .one("\n")
    case "t": return .one("\t")
    case "r": return .one("\r")
    default:
      guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        throw PatternError("\\\(scalar) is not supported")
      }
      return .one(scalar)
    }
  }

  private static func namedSet(_ name: Unicode.Scalar) -> PatternExpression.CharacterSet {
    name == "d" ? .digits : name == "w" ? .words : .blanks
  }

  private mutating func characterClass() throws(PatternError) -> PatternExpression.CharacterSet {
    var set = PatternExpression.CharacterSet()
    let isNegated = skip("^")
    var isFirst = true
    while let scalar = next() {
      if scalar == "]", !isFirst {
        set.isNegated = isNegated
        return set
      }
      isFirst = false
      try add(scalar, to: &set)
    }
    throw PatternError("it has a [ without a ]")
  }

  /// Adds one member of a class, or a range that begins with it.
  private mutating func add(
    _ scalar: Unicode.Scalar, to set: inout PatternExpression.CharacterSet
  ) throws(PatternError) {
    let low = scalar == "\\" ? try escapedSet() : .one(scalar)
    let isRange =
      peek == "-" && position + 1 < scalars.count && scalars[position + 1] != "]"
      && low.ranges.count == 1
    guard isRange, let from = low.ranges.first?.lowerBound, let _ = next(), let last = next() else {
      return set.formUnion(low)
    }
    let high = last == "\\" ? try escapedSet() : .one(last)
    guard let to = high.ranges.first?.lowerBound, from <= to else {
      throw PatternError("a range of a class runs backwards")
    }
    set.ranges.append(from...to)
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    position += 1
    return scalar
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = Array(String(describing: text).unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }
}
