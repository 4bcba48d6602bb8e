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
