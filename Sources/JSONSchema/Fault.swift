package import SetteeValues
import SetteeSchema

/// A violation of a JSON Schema in a settings file.
package struct Violation: Sendable {
  /// The type of a violation, including the details for its message.
  package enum ViolationReason: Sendable {
    /// The value has none of the types that the schema allows.
    case type([String])
    case choice([DocumentElement])
    /// The number is outside of the range that the schema allows.
    ///
    /// The string describes the comparison for a message, such as "at least" or "less than".
    case bound(String, Double)
    case step(Double)
    case length(String)
    case pattern(String)
    case count(String)
    case twice(DocumentElement)
    /// The file contains a key that the schema doesn't allow.
    ///
    /// The associated value is a similar known key, if there is one.
    case unknown(nearest: String?)
    /// The schema allows any key, but this key is probably a misspelling of a known one.
    case probablyUnknown(nearest: String)
    case missing(Key, because: Key?)
    /// The schema doesn't allow any value at this path.
    case forbidden
    /// The value matches either none of the alternatives in the schema or more than one of them.
    case noForm([String])
    case severalForms
    case name(Key)
    case deprecated(String?)
  }

  package let problem: ViolationReason
  /// The path of the invalid value, or of the table that is missing a key.
  package let place: DocumentPath
  package let value: DocumentElement
  /// The byte offset of the violation in the file.
  package let offset: Int

  /// A Boolean value that indicates whether the file is valid despite the violation.
  package var isWarning: Bool {
    switch problem {
    case .deprecated, .probablyUnknown: true
    default: false
    }
  }

  /// The identifier of the violated rule, as printed by `settee check`.
  package var rule: String {
    switch problem {
    case .type: "wrong-type"
    case .choice: "not-a-choice"
    case .bound, .step: "out-of-range"
    case .length: "wrong-length"
    case .pattern: "wrong-pattern"
    case .count: "wrong-count"
    case .twice: "duplicate-item"
    case .unknown, .probablyUnknown, .name: "unknown-key"
    case .missing: "missing-key"
    case .forbidden, .noForm, .severalForms: "not-allowed"
    case .deprecated: "deprecated-key"
    }
  }

  /// Returns a sentence that describes the violation and its solution.
  ///
  /// The sentence doesn't contain the value of a secret setting.
  package func message(isSecret: Bool) -> String {
    let name = place.steps.isEmpty ? "the file" : "\(place)"
    func suffix(_ phrase: String, _ value: String) -> String {
      isSecret ? "" : ", \(phrase) \(value)"
    }
    let value = self.value.words
    switch problem {
    case .type(let types):
      return "\(name) must be \(Self.typesPhrase(types))\(suffix("not", self.value.typed))"
    case .choice(let choices):
      return "\(name) must be \(Self.list(choices.map(\.words)))\(suffix("not", value))"
        + (isSecret ? "" : Self.nearest(self.value, choices))
    case .bound(let phrase, let bound):
      return "\(name) must be \(phrase) \(Self.number(bound))\(suffix("not", value))"
    case .step(let step):
      return "\(name) must be a multiple of \(Self.number(step))\(suffix("not", value))"
    case .length(let phrase): return "\(name) must have \(phrase)\(suffix("but is", value))"
    case .pattern(let pattern): return "\(name) must match \(pattern)\(suffix("but is", value))"
    case .count(let phrase): return "\(name) must have \(phrase)"
    case .twice(let element):
      return "\(name) contains \(isSecret ? "an item" : element.words) more than once; remove one"
    case .unknown(let nearest?), .probablyUnknown(let nearest):
      return "unknown key \(name); did you mean \(nearest)?"
    case .unknown(nil): return "unknown key \(name); remove it"
    case .missing(let key, let other?):
      return "\(name) has \(other.text), which requires \(key.text); add it"
    case .missing(let key, nil): return "\(name) requires \(key.text); add it"
    case .forbidden: return "\(name) isn't allowed here; remove it"
    case .noForm(let forms):
      let allowed = forms.isEmpty ? "one of the allowed types" : Self.list(forms)
      return "\(name) must be \(allowed)\(suffix("not", self.value.typed))"
    case .severalForms: return "\(name) matches several alternatives, but must match only one"
    case .name(let key): return "\(name): invalid key name \(key.text); rename it"
    case .deprecated(let advice):
      return "\(name) is deprecated; \(advice ?? "remove it")"
    }
  }
}

// Phrases that occur in messages about violations of a schema.
extension Violation {
  private static let mostListed = 8

  /// Returns a phrase for the types that a schema allows, such as "a string or a number".
  ///
  /// The phrase omits the type null, unless no other type is allowed.
  private static func typesPhrase(_ types: [String]) -> String {
    let real = types.filter { $0 != "null" }
    return list((real.isEmpty ? types : real).map(typePhrase))
  }

  static func typePhrase(_ type: String) -> String {
    switch type {
    case "string": "a string"
    case "integer": "an integer"
    case "number": "a number"
    case "boolean": "true or false"
    case "array": "a list"
    case "object": "a table"
    default: type
    }
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    guard words.count <= mostListed else {
      return words.prefix(mostListed).joined(separator: ", ")
        + ", or one of \(words.count - mostListed) others"
    }
    let separator = words.count > 2 ? "," : ""
    return words.dropLast().joined(separator: ", ") + "\(separator) or \(last)"
  }

  private static func number(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func nearest(_ value: DocumentElement, _ choices: [DocumentElement]) -> String {
    guard let text = value.text,
      let near = Suggestion.nearest(toName: text, among: choices.compactMap(\.text))
    else { return "" }
    return "; did you mean '\(near)'?"
  }
}

extension DocumentElement {
  /// The value as it appears in a message, with its type unless the type is obvious.
  var typed: String {
    switch content {
    case .list: "a list"
    case .table: "a table"
    case .text(let text), .untyped(let text): "the string '\(text)'"
    case .null, .boolean, .number: words
    }
  }
}
