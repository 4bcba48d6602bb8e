package import SetteeFormats
import SetteeSchema

/// One thing in a file that its schema does not allow.
package struct SchemaFault: Sendable {
  package enum Problem: Sendable {
    /// The value is of none of the types that may stand there.
    case type([String])
    case choice([Datum])
    /// The number is beyond a bound: at least, at most, more than, less than.
    case bound(String, Double)
    case step(Double)
    case length(String)
    case pattern(String)
    case count(String)
    case twice(Datum)
    /// A key that is not known, with the one that was meant.
    case unknown(nearest: String?)
    /// A key that is known for its typing error alone: others are allowed as well.
    case probablyUnknown(nearest: String)
    case missing(Name, because: Name?)
    /// Nothing may stand there.
    case forbidden
    /// None of several forms fits, or more than one does.
    case noForm([String])
    case severalForms
    case name(Name)
    case deprecated(String?)
  }

  package let problem: Problem
  /// The place of the value that is wrong, or of the table that lacks something.
  package let place: Place
  package let value: Datum
  /// Where in the file.
  package let offset: Int

  /// Whether the file is accepted all the same.
  package var isWarning: Bool {
    switch problem {
    case .deprecated, .probablyUnknown: true
    default: false
    }
  }

  /// The id of the rule, as `check` prints it.
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

  /// What is wrong and what to do, as one sentence; the value of a secret is not in it.
  package func message(isSecret: Bool) -> String {
    let name = place.steps.isEmpty ? "the file" : "\(place)"
    let value = isSecret ? "what stands there" : self.value.words
    switch problem {
    case .type(let types):
      return "\(name) should be \(Words.types(types)), not \(isSecret ? value : self.value.typed)"
    case .choice(let choices):
      return "\(name) should be \(Words.list(choices.map(\.words))), not \(value)"
        + (isSecret ? "" : Words.nearest(self.value, choices))
    case .bound(let phrase, let bound):
      return "\(name) should be \(phrase) \(Words.number(bound)), not \(value)"
    case .step(let step):
      return "\(name) should be a multiple of \(Words.number(step)), not \(value)"
    case .length(let phrase): return "\(name) should have \(phrase); change \(value)"
    case .pattern(let pattern): return "\(name) should match \(pattern), and \(value) does not"
    case .count(let phrase): return "\(name) should have \(phrase)"
    case .twice(let element):
      return "\(name) has \(isSecret ? "an entry" : element.words) more than once; take one out"
    case .unknown(let nearest?), .probablyUnknown(let nearest):
      return "\(name) is not known; did you mean \(nearest)?"
    case .unknown(nil): return "\(name) is not known; take it out"
    case .missing(let key, let other?):
      return "\(name) has \(other.text) and therefore needs \(key.text); add it"
    case .missing(let key, nil): return "\(name) needs \(key.text); add it"
    case .forbidden: return "\(name) may not stand here; take it out"
    case .noForm(let forms):
      let allowed = forms.isEmpty ? "one of the forms that are allowed" : Words.list(forms)
      return "\(name) should be \(allowed), not \(isSecret ? value : self.value.typed)"
    case .severalForms: return "\(name) fits several forms of which only one may fit; make it clear"
    case .name(let key): return "\(name): no key may be called \(key.text); rename it"
    case .deprecated(let advice):
      return "\(name) is deprecated; \(advice ?? "take it out")"
    }
  }
}

/// Words of sentences about schemas.
enum Words {
  private static let mostListed = 8

  /// The types in words; null is left out where there is another, which is what people write.
  static func types(_ types: [String]) -> String {
    let real = types.filter { $0 != "null" }
    return list((real.isEmpty ? types : real).map(type))
  }

  static func type(_ type: String) -> String {
    switch type {
    case "string": "text"
    case "integer": "a whole number"
    case "number": "a number"
    case "boolean": "true or false"
    case "array": "a list"
    case "object": "a table"
    default: type
    }
  }

  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    guard words.count <= mostListed else {
      return words.prefix(mostListed).joined(separator: ", ")
        + " or one of \(words.count - mostListed) others"
    }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
  }

  static func number(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  static func nearest(_ value: Datum, _ choices: [Datum]) -> String {
    guard let text = value.text,
      let near = NearestWord.nearest(to: text, among: choices.compactMap(\.text))
    else { return "" }
    return "; did you mean “\(near)”?"
  }
}

extension Datum {
  /// The value with its type where that is not plain to see.
  var typed: String {
    switch content {
    case .list: "a list"
    case .table: "a table"
    case .text(let text), .untyped(let text): "the text “\(text)”"
    case .null, .boolean, .number: words
    }
  }
}
