import Settee
import SetteeValues

/// A value that the user entered for a setting or a list item.
struct EnteredValue {
  let value: PropertyList
  /// The text of the value, or `nil` if the file doesn't need to contain it unchanged.
  var text: String?
  /// The name of the type if it was inferred from the text.
  var inferredType: String?
}

extension ValueType {
  /// A Boolean value that indicates whether a settings file can contain a value of this type as the
  /// user typed it.
  var keepsText: Bool {
    switch self {
    case .int, .real, .date, .json: true
    case .string, .bool, .data, .plist: false
    }
  }
}

extension SettingReference {
  /// The type of a setting that no pane declares, as determined by its settings file.
  ///
  /// The type is derived from the current value in the settings file. In formats without types, it
  /// is a string.
  var typeInFile: ValueType? {
    guard setting == nil, !isNull, let content = domain.text?.known else { return nil }
    if let value = content.value(at: path.key) ?? content.comment(of: path.key) {
      return ValueType(of: value)
    }
    return content.hasTypes ? nil : .string
  }

  /// Returns the integer that a text such as `0x0F` is in TOML, or `nil` for any other text.
  func prefixedInteger(_ text: String) -> PropertyList? {
    text.hasPrefix("0") ? number(text, as: .int)?.value : nil
  }

  /// Returns the number that a text such as `0x0F`, `1_000`, or `inf` is in TOML, or `nil` if TOML has
  /// no number of the type with this text.
  ///
  /// A text such as `inf` isn't a number in JSON, so it is a string with the JSON form of a literal. It is
  /// allowed only if the type follows from the file, because a bundle could declare a range.
  func number(
    _ text: String, as type: ValueType?, allowsInfinity: Bool = false
  ) -> EnteredValue? {
    guard let format = domain.text?.role.format, format == .toml,
      let literal = format.literal(typed: text)
    else { return nil }
    switch (type, literal.kind) {
    case (.int, .integer):
      return literal.integer.map { EnteredValue(value: .integer(Int64($0)), text: text) }
    case (.real, .decimal) where declaredControl == nil:
      guard let digits = literal.decimalText else {
        return allowsInfinity
          ? EnteredValue(value: .string(text), text: JSON.literal(text).text()) : nil
      }
      guard let number = Double(digits), number.isFinite else { return nil }
      return EnteredValue(value: .real(number), text: text)
    default: return nil
    }
  }

  /// Throws an error for a number that YAML 1.1 and YAML 1.2 parsers read differently, such as
  /// `010`.
  func rejectAmbiguous(_ text: String?) throws {
    guard let text, let format = domain.text?.role.format,
      let readings = format.numberReadings(of: text)
    else { return }
    throw SetteeError(
      .invalid,
      "'\(text)' is \(readings.yaml12) in YAML 1.2 and \(readings.yaml11) in YAML 1.1. Enter \(readings.yaml12) or \(readings.yaml11)."
    )
  }

  /// Parses a JSON array for a list, so that the user can enter the output of the command `get`.
  ///
  /// Any other text is a list with one item per line, for which this method returns `nil`.
  func listValue(of text: String) -> PropertyList? {
    guard let control = setting?.control, text.hasPrefix("["),
      control.kind == .list || control.kind == .text && control.input.type == .list,
      let value = try? JSON(reading: text).propertyList(), value.array != nil
    else { return nil }
    return value
  }

  /// The control of the setting if a bundle or a schema declares it.
  var declaredControl: Control? {
    setting.flatMap { $0.control.specifier.isEmpty ? nil : $0.control }
  }

  /// A Boolean value that indicates whether the settings file has an empty value or null, and no
  /// bundle or schema declares the type of the setting.
  var isNullInFile: Bool {
    declaredControl == nil && isNull
  }

  /// Returns null as it is in the settings file, or `nil` for all other values.
  func nullText(of value: PropertyList) -> String? {
    value == .null && isNull ? domain.text?.known?.literal(of: path.key)?.source : nil
  }

  /// Returns how a number or a Boolean word is in the settings file before and after a change, if it
  /// is written as the user typed it.
  func texts(of change: ValidatedChange) -> (old: String?, new: String)? {
    guard let value = change.value, !isSecret,
      let text = change.text.flatMap({ JSON.literalSource(of: $0) ?? $0 }) ?? value.string
    else { return nil }
    return domain.text?.known?.texts(of: TypedValue(value, text: text), at: path.key)
  }

  /// Throws an error if a text that isn't a list would replace a list in a settings file.
  ///
  /// A list of strings can also be given as lines of text. A single line replaces the items only if it
  /// is standard input, because an argument is more likely meant as one more item.
  func requireList(
    _ new: PropertyList, _ text: String, _ old: PropertyList?, isInput: Bool
  ) throws {
    guard declaredControl == nil, domain.text?.known?.hasTypes == true, let items = old?.array
    else { return }
    let areNumbers = !items.isEmpty && items.allSatisfy { $0.int != nil || $0.double != nil }
    let lines = text.split(separator: "\n")
    let fits = text.hasPrefix("[") || lines.count > 1 && lines.allSatisfy { Double($0) != nil }
    if new.array != nil, !areNumbers || fits {
      let isJSON = (try? JSON(reading: text).propertyList())?.array != nil
      if isInput || isJSON || items.isEmpty || lines.count > 1 { return }
      let change = items.count == 1 ? "To change it, use '\(key)[0]'; to" : "To"
      throw SetteeError(
        .usage,
        "\(key) is a list with \(ValueReference.count(items.count)). \(change) add an item, use 'add'; to replace the list, use a JSON list with --type json."
      )
    }
    throw SetteeError(
      .invalid,
      "\(key) is a list. Enter a JSON list such as [\(areNumbers ? "1, 2" : "\"a\", \"b\"")], or use 'add' to add an item."
    )
  }
}

extension ValueReference {
  /// A Boolean value that indicates whether the settings file has null at the list item or field.
  var isNullInFile: Bool {
    place.declaredControl == nil && place.domain.text?.known?.isNull(place.path.key, steps) == true
  }
}

extension PropertyList {
  /// Creates the likely value of an argument for which the user didn't specify a type.
  init(inferredFrom text: String) {
    if text == "true" || text == "false" {
      self = .boolean(text == "true")
    } else if let number = Int64(text), String(number) == text {
      self = .integer(number)
    } else if let number = UInt64(text), String(number) == text {
      self = .bigInteger(number)
    } else if Self.isDecimal(text), let number = Double(text), number.isFinite {
      self = .real(number)
    } else {
      self = .string(text)
    }
  }

  /// The name of an inferred type, as shown in messages to the user.
  var inferredType: String {
    switch self {
    case .boolean: "Boolean"
    case .integer, .bigInteger: "integer"
    case .real: "decimal number"
    default:
      switch string.flatMap({ try? JSON(reading: $0).propertyList() }) {
      case .array: "string; for a list, use --type json"
      case .dictionary: "string; for a table, use --type json"
      default: "string"
      }
    }
  }

  /// Returns whether a text is a number with a decimal point and, optionally, a sign.
  private static func isDecimal(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      && (parts[0].count == 1 || !parts[0].hasPrefix("0"))
  }
}
