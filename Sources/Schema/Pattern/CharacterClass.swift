/// A set of characters that can match at a position of a regular expression, such as `[a-z]`.
struct CharacterClass: Sendable {
  /// A named set of characters, such as `\d`, as defined by Unicode Technical Standard #18.
  enum Named: Unicode.Scalar, Sendable {
    case digits = "d"
    case words = "w"
    case blanks = "s"

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch self {
      case .digits: return properties.generalCategory == .decimalNumber
      case .blanks: return properties.isWhitespace
      case .words:
        switch properties.generalCategory {
        case .decimalNumber, .connectorPunctuation: return true
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
      }
    }
  }

  /// The characters that `.` matches in a regular expression, which are all except line
  /// terminators.
  static let any = CharacterClass(
    ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029], isNegated: true, ignoresCase: false)

  private(set) var ranges: [ClosedRange<UInt32>] = []
  private var named: [(set: Named, isNegated: Bool)] = []
  var isNegated = false
  let ignoresCase: Bool

  init(ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false, ignoresCase: Bool) {
    (self.ranges, self.isNegated, self.ignoresCase) = (ranges, isNegated, ignoresCase)
  }

  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
  }

  mutating func insert(_ set: Named, isNegated: Bool) { named.append((set, isNegated)) }

  /// Merges adjacent and overlapping ranges.
  mutating func close() {
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    (holds(scalar) || ignoresCase && scalar.caseTwins.contains(where: holds)) != isNegated
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || named.contains { $0.set.contains(scalar) != $0.isNegated }
  }
}

extension Unicode.Scalar {
  /// The character in all its uppercase and lowercase forms, for matching without regard to case.
  ///
  /// Only single characters are considered, so `ß` doesn't match `ss`.
  fileprivate var caseTwins: [Unicode.Scalar] {
    let folded = folded
    let properties = folded.properties
    let twins = [properties.uppercaseMapping, properties.titlecaseMapping].compactMap(\.only)
    return [folded] + (twins + Self.furtherTwins).filter { $0.folded == folded }
  }

  private var folded: Unicode.Scalar {
    // Treat the dotless i as a separate character, although its uppercase form is the same as that
    // of the dotted i.
    guard self != "\u{131}" else { return self }
    let upper = properties.uppercaseMapping.only ?? self
    return upper.properties.lowercaseMapping.only ?? upper
  }

  /// Additional characters that match without regard to case, such as the Kelvin sign for `k`.
  private static let furtherTwins = Array(
    """
    \u{B5}\u{17F}\u{345}\u{3C2}\u{3D0}\u{3D1}\u{3D5}\u{3D6}\u{3F0}\u{3F1}\u{3F4}\u{3F5}\u{1C80}\
    \u{1C81}\u{1C82}\u{1C83}\u{1C84}\u{1C85}\u{1C86}\u{1C87}\u{1C88}\u{1E9B}\u{1E9E}\u{1FBE}\
    \u{2126}\u{212A}\u{212B}
    """.unicodeScalars)
}

extension String {
  /// The only Unicode scalar in the string, or `nil` if the string contains several scalars or is
  /// empty.
  fileprivate var only: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}
