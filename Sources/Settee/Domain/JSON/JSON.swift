/// One value of a JSON text: objects keep their order, whole numbers their 64 bits.
///
/// Everything that Settee prints with `--json`, and all that its mirrors send over HTTP, is made of
/// this; a property list becomes JSON and comes back whole through ``init(_:)`` and
/// ``propertyList()``.
public enum JSON: Sendable {
  /// `null`, which no property list holds.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number that fits 64 signed bits.
  case integer(Int64)
  /// A whole number above `Int64.max`.
  case bigInteger(UInt64)
  /// A number with a fraction or an exponent, finite.
  case real(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSON])
  /// Values by key in order; of a key given twice the last counts.
  case object([Member])

  /// A key and its value.
  public typealias Member = (key: String, value: JSON)
}

extension JSON {
  /// The value of an object's key; nil for a key that it lacks and for whatever is no object.
  public subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The text, when it is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, when it is one that fits.
  public var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// True or false, when it is one of them.
  public var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The elements, when it is an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, when it is an object.
  public var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// An object of the members that have a value: absent things are absent, never `null`.
  public static func object(ofPresent members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes true or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Makes an object.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { ($0, $1) })
  }
}

/// What makes a JSON text unreadable, or no property list: one sentence, and where it can be said.
public struct JSONError: Error, Sendable, Equatable {
  /// The line and column of the fault; nil when a value that was read well fits nowhere.
  public let line: Int?
  /// The column of the fault, counted in bytes from 1.
  public let column: Int?
  /// What is wrong and what to do: one sentence without the place.
  public let message: String

  /// Makes an error that stands at a place of the text.
  public init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// Makes an error about a value.
  public init(_ message: String) {
    line = nil
    column = nil
    self.message = message
  }

  /// The message with the place before it: `line 3, column 7: …`.
  public var sentence: String {
    guard let line, let column else { return message }
    return "line \(line), column \(column): \(message)"
  }
}
