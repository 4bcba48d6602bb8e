/// A regular expression as a tree.
indirect enum PatternExpression: Equatable {
  case nothing
  case character(CharacterSet)
  case start
  case end
  case sequence([PatternExpression])
  case either([PatternExpression])
  case repeated(PatternExpression, least: Int, most: Int?)

  /// The characters that one place of an expression takes.
  struct CharacterSet: Equatable, Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    static let digits = CharacterSet(ranges: [0x30...0x39])
    static let blanks = CharacterSet(ranges: [0x09...0x0D, 0x20...0x20, 0xA0...0xA0])
    static let words = CharacterSet(
      ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xAA...0x10FFFF])
    static let any = CharacterSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    static func one(_ scalar: Unicode.Scalar) -> CharacterSet {
      CharacterSet(ranges: [scalar.value...scalar.value])
    }

    func contains(_ scalar: UInt32) -> Bool {
      ranges.contains { $0.contains(scalar) } != isNegated
    }

    /// Takes in what another set has; a negated set is turned into its ranges first.
    mutating func formUnion(_ other: CharacterSet) {
      guard other.isNegated else { return ranges += other.ranges }
      var next: UInt32 = 0
      for range in other.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if range.lowerBound > next { ranges.append(next...(range.lowerBound - 1)) }
        next = max(next, range.upperBound + 1)
      }
      if next <= 0x10FFFF { ranges.append(next...0x10FFFF) }
    }
  }
}
