// Methods for text that the user types as a value, which Settee writes unchanged if possible.
extension Format {
  /// Returns the literal that a text is in the file, or `nil` if it isn't exactly one literal.
  package func literal(typed text: String) -> Scalar? {
    let bytes = Array(text.utf8)
    let literal: Scalar?
    switch self {
    case .toml:
      let document = try? Document.read(Array("x = ".utf8) + bytes, as: self)
      literal = document?.nodes.count == 2 ? document?.literal(of: 1) : nil
    case .json, .json5: literal = (try? Document.read(bytes, as: self))?.literal(of: 0)
    case .yaml: literal = Scalar(YAMLText.type(of: bytes[...], is11: false), bytes, in: self)
    case .lines: literal = Scalar(.untyped, bytes, in: self)
    case .augeas: literal = nil
    }
    return literal?.bytes == bytes ? literal : nil
  }
}

extension Scalar {
  /// A Boolean value that indicates whether all programs read the literal as the same number.
  ///
  /// A YAML 1.1 parser reads `010` as another number and `1e3` as a string.
  package var isUnambiguousNumber: Bool {
    guard number != nil else { return false }
    guard format == .yaml else { return true }
    let signs = bytes.prefix { $0 == "-" || $0 == "+" }
    let digits = bytes[signs.count...]
    guard digits.allSatisfy({ $0.isDigit || $0 == "." }) else { return false }
    return digits.first == UInt8(ascii: "0")
      ? digits.dropFirst().first?.isDigit != true : digits.first?.isDigit == true || signs.isEmpty
  }

  /// A Boolean value that indicates whether this is a number such as `1.0e+400`, which parsers of YAML
  /// 1.1 and 1.2 read as a number.
  package var hasSignedExponent: Bool {
    guard number != nil, format == .yaml else { return false }
    let parts = bytes.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    guard parts.count == 2, let sign = parts[1].first, sign == "+" || sign == "-" else {
      return false
    }
    let digits = parts[0].drop { $0 == "-" || $0 == "+" }
    let points = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return points.count == 2 && parts[1].count > 1
      && (points + [parts[1].dropFirst()]).allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
  }

  /// A Boolean value that indicates whether this is an unquoted word such as `yes` or `off`, which
  /// is a string in YAML 1.2 and a Boolean value in YAML 1.1.
  package var isUnquotedBooleanWord: Bool {
    format == .yaml && (kind == .text || kind == .boolean) && bytes.count > 1
      && YAMLText.isBooleanWord(bytes)
  }
}

extension Scalar {
  /// A Boolean value that indicates whether this is an unquoted date such as `2026-01-02`, which is a
  /// string in YAML 1.2 and a date in YAML 1.1.
  package var isUnquotedDate: Bool {
    // Other characters could end the value or the line.
    format == .yaml && kind == .text && YAMLText.isTimestamp(bytes[...])
      && bytes.allSatisfy { $0.isDigit || "-:.TtZz+".utf8.contains($0) }
  }
}

extension Scalar {
  /// Returns the Boolean word that replaces this one in a YAML file, such as `no` for `yes`, or `nil`
  /// if this is a string or a Boolean value of YAML 1.2.
  package func booleanWord(isOn: Bool) -> Scalar? {
    guard format == .yaml, kind == .text, YAMLText.isBooleanWord(bytes) else { return nil }
    return BooleanWord(bytes).map { Scalar(.text, Array($0.word(isOn: isOn).utf8), in: format) }
  }
}

extension Document {
  /// Returns the tag of a YAML value, such as `!secret`, or `nil` if it has none.
  package func tag(of node: Int) -> String? {
    guard let yaml, yaml.values[node].events.lowerBound < yaml.events.count else { return nil }
    let event = yaml.events[yaml.values[node].events.lowerBound]
    return event.tag.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns whether any value in a YAML file has a tag.
  package func uses(tag: String) -> Bool {
    guard let yaml else { return false }
    return yaml.events.contains { $0.tag.map { bytes[$0].elementsEqual(tag.utf8) } ?? false }
  }
}

extension String {
  /// The tag at the beginning of a text such as `!secret password`, and the rest of the text.
  ///
  /// The value is `nil` if the text doesn't consist of a tag and a text on one line.
  package var tagAndText: (tag: String, text: String)? {
    let bytes = Array(utf8)
    let tag = bytes.prefix { !$0.isBlank }
    let rest = bytes[tag.count...].drop { $0.isBlank }
    guard tag.count > 1, tag.first == UInt8(ascii: "!"), !rest.isEmpty,
      !rest.contains(where: \.isLineEnd),
      tag.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !",[]{}\"'".utf8.contains($0) })
    else { return nil }
    return (String(decoding: tag, as: UTF8.self), String(decoding: rest, as: UTF8.self))
  }
}

extension String {
  /// A number of JSON such as `1e400` in the form `1.0e+400`, or any other text unchanged.
  ///
  /// Parsers of YAML 1.1 read only the longer form as a number.
  package var asNumberOfYAML: String {
    guard let mark = utf8.firstIndex(where: { $0 == "e" || $0 == "E" }),
      Format.json(allowsComments: false).literal(typed: self)?.kind == .decimal
    else { return self }
    let (digits, power) = (self[..<mark], self[index(after: mark)...])
    let isSigned = power.hasPrefix("+") || power.hasPrefix("-")
    return digits + (digits.contains(".") ? "" : ".0") + String(self[mark])
      + (isSigned ? "" : "+") + power
  }
}
