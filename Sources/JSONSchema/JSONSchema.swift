package import SetteeValues

/// A JSON Schema of draft 4 to draft 2020-12 with unresolved references.
package struct JSONSchema: Sendable {
  package static let mostBytes = 10 << 20
  package static let mostValues = 50_000

  package let root: DocumentElement
  package let draft: Draft
  /// The schemas with an `$id` and the locations with an `$anchor`, by their URI.
  private var addresses: [String: DocumentElement] = [:]
  /// The base URI of each schema resource, by the byte offset of the resource.
  private var bases: [Int: String] = [:]
  /// A Boolean value that indicates whether the schema contains `unevaluatedProperties` or
  /// `unevaluatedItems`.
  ///
  /// The validator looks for unevaluated members and items only if this property is `true`.
  private(set) var asksForUnseen = false

  /// A version of the JSON Schema specification, such as draft 7.
  package enum Draft: Int, Comparable, Sendable {
    case four = 4
    case six = 6
    case seven = 7
    case of2019 = 2019
    case of2020 = 2020

    package static func < (one: Draft, other: Draft) -> Bool { one.rawValue < other.rawValue }
  }

  package init(reading bytes: [UInt8]) throws {
    let document = try Document(
      readingJSON: bytes, mostBytes: Self.mostBytes, mostValues: Self.mostValues)
    let root = DocumentElement(document)
    guard root.isTable || root.flag != nil else {
      throw ParseError(at: .text(line: 1, column: 1), "expected an object")
    }
    self.init(root)
  }

  private init(_ root: DocumentElement) {
    self.root = root
    draft = Self.draft(named: root["$schema"]?.text)
    index(root, base: "")
  }

  private static func draft(named name: String?) -> Draft {
    let known: [(String, Draft)] = [
      ("draft-03", .four), ("draft-04", .four), ("draft-06", .six), ("draft-07", .seven),
      ("2019-09", .of2019),
    ]
    return known.first { name?.contains($0.0) == true }?.1 ?? .of2020
  }
}

/// A schema inside another schema, with the base URI for its references.
package struct Subschema: Sendable {
  package let datum: DocumentElement
  let base: String

  package subscript(name: Key) -> DocumentElement? { datum[name] }
}

// MARK: References

extension JSONSchema {
  /// The result of resolving a reference in a schema.
  enum Target {
    case schema(Subschema)
    /// The target is in another file, which Settee doesn't download.
    case elsewhere(String)
    /// The reference points into the same file, but the target doesn't exist.
    case nowhere
  }

  package var whole: Subschema { subschema(root, "") }

  /// Returns the subschema at a value inside another schema.
  func part(_ datum: DocumentElement, of schema: Subschema) -> Subschema {
    subschema(datum, schema.base)
  }

  /// Resolves a reference relative to the base URI of a schema.
  func target(of reference: String, in schema: Subschema) -> Target {
    let address = reference.resolved(against: schema.base)
    let (resource, fragment) = address.splitAtFragment
    if let named = addresses[address] { return .schema(subschema(named, resource)) }
    let start: DocumentElement
    if resource == "" || resource == whole.base {
      start = root
    } else if let known = addresses[resource] {
      start = known
    } else {
      return .elsewhere(resource)
    }
    guard fragment.isEmpty || fragment.hasPrefix("/") else { return .nowhere }
    var found = subschema(start, resource)
    for step in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let next = found.datum.child(step.decodedPointer) else { return .nowhere }
      found = part(next, of: found)
    }
    return .schema(found)
  }

  private func subschema(_ datum: DocumentElement, _ base: String) -> Subschema {
    Subschema(datum: datum, base: bases[datum.offset] ?? base)
  }
}

extension DocumentElement {
  fileprivate func child(_ step: String) -> DocumentElement? {
    if let list { return Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil } }
    return self[Key(step)]
  }
}

// Methods that resolve the URIs of schemas, which support only the subset that schemas use.
extension String {
  fileprivate var splitAtFragment: (resource: String, fragment: String) {
    let parts = split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  fileprivate func resolved(against base: String) -> String {
    let hasScheme =
      first?.isLetter == true
      && drop { $0.isLetter || $0.isNumber || "+-.".contains($0) }.first == ":"
    if hasScheme || base.isEmpty { return self }
    if isEmpty || hasPrefix("#") { return base + self }
    let scheme = base.firstRange(of: "://")?.upperBound ?? base.startIndex
    if hasPrefix("/") {
      let end = base[scheme...].firstIndex(of: "/") ?? base.endIndex
      return base[..<end] + self
    }
    let last = base[scheme...].lastIndex(of: "/")
    return (last.map { String(base[...$0]) } ?? base + "/") + self
  }
}

extension Substring {
  /// The text of a JSON Pointer token, which can contain the escapes `%25`, `~1`, and `~0`.
  fileprivate var decodedPointer: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
      .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
  }
}

extension JSONSchema {
  /// The keywords that contain values rather than schemas.
  private static let valueKeys: Set<Key> = ["enum", "const", "default", "examples"]

  /// Records the URIs of a schema and its subschemas.
  private mutating func index(_ datum: DocumentElement, base: String) {
    if let list = datum.list {
      for element in list { index(element, base: base) }
      return
    }
    var base = base
    if let id = datum[draft == .four ? "id" : "$id"]?.text {
      let address = id.resolved(against: base)
      let (resource, fragment) = address.splitAtFragment
      if fragment.isEmpty {
        base = resource
        bases[datum.offset] = base
        addresses[base] = datum
      } else {
        addresses[address] = datum
      }
    }
    for key: Key in ["$anchor", "$dynamicAnchor"] {
      if let name = datum[key]?.text { addresses["\(base)#\(name)"] = datum }
    }
    for member in datum.members where !Self.valueKeys.contains(member.name) {
      if member.name == "unevaluatedProperties" || member.name == "unevaluatedItems" {
        asksForUnseen = true
      }
      index(member, base: base)
    }
  }
}
