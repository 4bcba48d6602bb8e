/// A JSON value that preserves 64-bit integers and the order of members.
///
/// All `--json` output and the HTTP requests of mirrors use this type. The methods ``init(_:)`` and
/// ``propertyList()`` convert property lists to JSON and back without loss.
package enum JSON: Sendable {
  /// The JSON value `null`, which property lists don't support.
  case null
  case boolean(Bool)
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An integer greater than `Int64.max`.
  case bigInteger(UInt64)
  /// A finite number with a fraction or an exponent.
  case real(Double)
  case string(String)
  /// An array of values.
  case array([JSON])
  /// A JSON object with its members in order.
  ///
  /// If a JSON object repeats a key, the last value takes precedence.
  case object([Member])

  package typealias Member = (key: String, value: JSON)
}

extension JSON {
  /// Accesses the value of a key in a JSON object.
  ///
  /// The result is `nil` if the key is missing or this value isn't an object.
  package subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  package var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Returns a JSON object that contains only the members with a value.
  ///
  /// Members without a value are omitted rather than set to `null`.
  package static func object(ofPresent members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// Returns the JSON object with additional members, omitting members without a value.
  package func adding(_ more: KeyValuePairs<String, JSON?>) -> JSON {
    .object((object ?? []) + more.compactMap { key, value in value.map { (key, $0) } })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { ($0, $1) })
  }
}

// The keys of JSON objects that represent property-list values not supported by JSON, such as dates.
//
// A dictionary that looks like such an object is wrapped in `$dictionary`, so that all values can be
// converted back.
extension JSON {
  private static let dateKey = "$date"
  private static let dataKey = "$data"
  private static let realKey = "$real"
  private static let uidKey = "$uid"
  private static let secretKey = "$secret"
  private static let dictionaryKey = "$dictionary"
  private static let formKeys = [dateKey, dataKey, realKey, uidKey, secretKey, dictionaryKey]
}

extension JSON {
  /// The placeholder for a secret in JSON output, which is `{"$secret": true}`.
  package static let secret: JSON = .object([(secretKey, .boolean(true))])

  /// A Boolean value that indicates whether this value is the placeholder for a secret.
  package var isSecret: Bool {
    object?.count == 1 && self[Self.secretKey] != nil
  }

  /// Creates the JSON form of a property list.
  ///
  /// A date becomes `{"$date": …}`, and data becomes `{"$data": …}`. A nonfinite number becomes
  /// `{"$real": "nan"}` (or `inf` or `-inf`), and an object reference becomes `{"$uid": …}`.
  package init(_ value: PropertyList) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .bigInteger(let number): self = .bigInteger(number)
    case .real(let number) where number.isFinite: self = .real(number)
    case .real(let number):
      self = .object([
        (Self.realKey, .string(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf"))
      ])
    case .boolean(let flag): self = .boolean(flag)
    case .date(let date): self = .object([(Self.dateKey, .string(date.iso8601))])
    case .null: self = .null
    case .data(let data): self = .object([(Self.dataKey, .string(data.base64EncodedString()))])
    case .uid(let number):
      self = .object([
        (Self.uidKey, number > Int64.max ? .bigInteger(number) : .integer(Int64(number)))
      ])
    case .array(let elements): self = .array(elements.map { JSON($0) })
    case .dictionary(let dictionary):
      let members = dictionary.entries.map { ($0.key, JSON($0.value)) as Member }
      let looksLikeForm = members.count == 1 && Self.formKeys.contains(members[0].key)
      self = looksLikeForm ? .object([(Self.dictionaryKey, .object(members))]) : .object(members)
    }
  }

  /// The source of a value that JSON doesn't support, or `nil` for any other value.
  ///
  /// Commands print such a value as `{"$literal": "07:32:00", "kind": "local-time"}`.
  package var literalSource: String? {
    guard let members = object, members.count == 1 || members.count == 2 && self["kind"] != nil,
      case .string(let source)? = self["$literal"]
    else { return nil }
    return source
  }

  /// The value of a JSON form that names a type of the formats, or `nil` for any other value, such as
  /// a table with the key `$literal`.
  var literalOfKnownKind: PropertyList? {
    guard let source = literalSource, let kind = self["kind"]?.string else { return nil }
    return switch kind {
    case "null": .null
    case "offset-date-time", "local-date-time", "local-date", "local-time", "integer", "decimal":
      .string(source)
    default: nil
    }
  }

  /// Converts this JSON value to a property list.
  ///
  /// This method throws an error for the placeholders of secrets, and for `null` unless
  /// `allowsNull` is `true`. In that case, the value is for a settings file, so the JSON form of a
  /// value that JSON doesn't support is converted too, to the source of the value.
  package func propertyList(allowsNull: Bool = false) throws -> PropertyList {
    switch self {
    case .null where allowsNull: return .null
    case .null:
      throw ParseError("null isn't a property list value; leave the key out instead")
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .bigInteger(let number): return .bigInteger(number)
    case .real(let number): return .real(number)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [PropertyList] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        values.append(try element.propertyList(allowsNull: allowsNull))
      }
      return .array(values)
    case .object(let members):
      if allowsNull, let literal = literalOfKnownKind { return literal }
      if members.count == 1, let value = try Self.value(ofForm: members[0]) { return value }
      return try Self.dictionary(members, allowsNull: allowsNull)
    }
  }

  private static func dictionary(
    _ members: [Member], allowsNull: Bool = false
  ) throws -> PropertyList {
    var dictionary = PropertyListDictionary()
    for (key, value) in members {
      guard !dictionary.hasValue(for: key) else {
        throw ParseError("the key '\(key)' occurs more than once")
      }
      dictionary[key] = try value.propertyList(allowsNull: allowsNull)
    }
    return .dictionary(dictionary)
  }

  private static func value(ofForm member: Member) throws -> PropertyList? {
    switch (member.key, member.value) {
    case (Self.dateKey, .string(let text)):
      guard let date = Date(iso8601: text) else {
        throw ParseError("\"\(text)\" isn't a date; use a form like 2026-01-02T03:04:05Z")
      }
      return .date(date)
    case (Self.dataKey, .string(let text)):
      guard let data = Data(base64Encoded: text) else {
        throw ParseError("$data isn't valid Base64")
      }
      return .data(data)
    case (Self.realKey, .string("nan")): return .real(.nan)
    case (Self.realKey, .string("inf")): return .real(.infinity)
    case (Self.realKey, .string("-inf")): return .real(-.infinity)
    case (Self.uidKey, .integer(let number)) where number >= 0: return .uid(UInt64(number))
    case (Self.uidKey, .bigInteger(let number)): return .uid(number)
    case (Self.dictionaryKey, .object(let members)): return try dictionary(members)
    case (Self.secretKey, _):
      throw ParseError("the secret wasn't exported; export it with --secrets")
    case (Self.dateKey, _), (Self.dataKey, _), (Self.realKey, _), (Self.uidKey, _),
      (Self.dictionaryKey, _):
      throw ParseError("invalid value for \(member.key)")
    default: return nil
    }
  }
}

extension PropertyList {
  /// A placeholder for null, which Settee can write to a settings file but not to a property list.
  package static let null = PropertyList.uid(.max - 2)

  /// A Boolean value that indicates whether this value or a part of it is null.
  package var containsNull: Bool {
    switch self {
    case .array(let items): items.contains(where: \.containsNull)
    case .dictionary(let members): members.entries.contains { $1.containsNull }
    default: self == .null
    }
  }
}
