import SetteeValues
import SetteeSchema

/// A validator that checks the values of a settings file against a JSON Schema.
package struct Validator {
  /// The outcome of a validation, which is `unknown` if it depends on an unsupported rule.
  package enum ValidationOutcome: Sendable {
    case yes, no, unknown
  }

  /// The number of schema rules that the validator couldn't evaluate, grouped by reason.
  package private(set) var unchecked: [String: Int] = [:]

  let schema: JSONSchema
  private var steps = 0
  private var depth = 0
  private var patterns: [String: ECMAPattern?] = [:]
  /// The validations that are in progress, by which the validator detects circular references.
  private var underWay: Set<Pair> = []

  /// A value and the schema against which it is validated.
  private struct Pair: Hashable {
    let value: Int
    // Implicit tables, such as `a` in `[a.b]`, can have the same offset as the tables inside them.
    let depth: Int
    let schema: Int

    init(_ value: DocumentElement, _ place: DocumentPath, _ schema: Subschema) {
      (self.value, depth, self.schema) = (value.offset, place.steps.count, schema.datum.offset)
    }
  }

  /// A cache of results for referenced schemas, which alternatives often share.
  private var known: [Pair: Result] = [:]

  /// The maximum number of validation steps, which take about a second.
  private static let mostSteps = 300_000
  private static let deepest = 300
  static let mostFaults = 1000

  package init(_ schema: JSONSchema) { self.schema = schema }

  /// Validates a settings file against the schema.
  ///
  /// This method returns the outcome and the distinct violations, in file order.
  package mutating func validate(_ file: DocumentElement) -> (
    outcome: ValidationOutcome, faults: [Violation]
  ) {
    let result = validate(file, schema.whole, at: .root)
    var told: Set<String> = []
    let faults = result.faults.sorted { $0.offset < $1.offset }.filter {
      told.insert("\($0.offset) \($0.message(isSecret: false))").inserted
    }
    return (result.outcome, faults)
  }

  /// Validates a value that is part of the schema itself, such as a default value.
  package mutating func fits(_ value: DocumentElement, _ subschema: Subschema) -> ValidationOutcome
  {
    validate(value, subschema, at: .root).outcome
  }

  // MARK: Validation against one schema

  /// A value to validate against a schema, with its path.
  struct Assertion {
    let value: DocumentElement
    let part: Subschema
    let rules: DocumentElement
    let place: DocumentPath
  }

  /// The result of validating a value against a schema.
  struct Result {
    var outcome = ValidationOutcome.yes
    var faults: [Violation] = []
    /// The indices of the members and items that the schema has evaluated.
    ///
    /// The keywords `unevaluatedProperties` and `unevaluatedItems` apply to all others.
    var seen: Set<Int> = []

    mutating func add(
      _ problem: Violation.ViolationReason, _ value: DocumentElement, at place: DocumentPath,
      offset: Int? = nil
    ) {
      faults.append(
        Violation(problem: problem, place: place, value: value, offset: offset ?? value.offset))
      if faults.last?.isWarning == false { outcome = .no }
    }

    mutating func add(_ problem: Violation.ViolationReason, _ question: Assertion) {
      add(problem, question.value, at: question.place)
    }

    /// Combines this result with the result of another schema that the value must also match.
    mutating func require(_ other: Result) {
      if other.outcome == .no || outcome == .no {
        outcome = .no
      } else if other.outcome == .unknown {
        outcome = .unknown
      }
      // Limit the number of violations, because a thousand violations are enough to describe a
      // file.
      faults += other.faults.prefix(max(0, Validator.mostFaults - faults.count))
      seen.formUnion(other.seen)
    }

    /// Changes the outcome from valid to unknown, because the schema contains an unsupported rule.
    mutating func markIndeterminate() { if outcome == .yes { outcome = .unknown } }
  }

  /// Validates a value or a part of the value against another schema.
  mutating func validate(
    _ question: Assertion, by rule: DocumentElement, _ value: DocumentElement? = nil,
    at step: DocumentPath.Step? = nil
  ) -> Result {
    let place = step.map { DocumentPath(question.place.steps + [$0]) } ?? question.place
    return validate(value ?? question.value, schema.part(rule, of: question.part), at: place)
  }

  private mutating func validate(
    _ value: DocumentElement, _ part: Subschema, at place: DocumentPath
  )
    -> Result
  {
    if case .untyped = value.content { return validate(untyped: value, part, at: place) }
    if part.datum.flag == false {
      var result = Result()
      result.add(.forbidden, value, at: place)
      return result
    }
    guard part.datum.isTable else { return Result() }
    steps += 1
    let pair = Pair(value, place, part)
    guard steps < Self.mostSteps, depth < Self.deepest else {
      return unknown("a schema that is too deep or too large")
    }
    guard underWay.insert(pair).inserted else { return unknown("a circular reference") }
    depth += 1
    defer {
      depth -= 1
      underWay.remove(pair)
    }
    return validate(Assertion(value: value, part: part, rules: part.datum, place: place))
  }

  private mutating func validate(_ question: Assertion) -> Result {
    var result = Result()
    let rules = question.rules
    if let reference = rules["$ref"]?.text {
      result.require(follow(reference, question))
      // Up to draft 7 of JSON Schema, `$ref` overrides all adjacent keywords.
      if schema.draft <= .seven { return result }
    }
    for key: Key in ["$dynamicRef", "$recursiveRef"] {
      if let reference = rules[key]?.text { result.require(follow(reference, question)) }
    }
    checkKind(question, &result)
    switch question.value.content {
    case .number(let number, let whole): check(number, whole, question, &result)
    case .text(let text): check(text, question, &result)
    case .list(let list): check(list, question, &result)
    case .table: checkTable(question, &result)
    case .null, .boolean, .untyped: break
    }
    checkForms(question, &result)
    if schema.asksForUnseen { checkUnseen(question, &result) }
    if rules["deprecated"]?.flag == true, !question.place.steps.isEmpty {
      let advice = rules["deprecationMessage"]?.text
      result.add(.deprecated(advice.map(\.firstPlainSentence)), question)
    }
    return result
  }

  /// Validates text in a format without types, such as an INI file.
  ///
  /// The text is valid if one of its interpretations is valid, such as a number.
  private mutating func validate(
    untyped value: DocumentElement, _ part: Subschema, at place: DocumentPath
  ) -> Result {
    let results = value.readings.map { validate($0, part, at: place) }
    if let right = results.first(where: { $0.outcome == .yes }) { return right }
    let isOfOtherType = { (result: Result) in
      result.faults.contains { if case .type = $0.problem { $0.place == place } else { false } }
    }
    return results.first { !isOfOtherType($0) } ?? results[0]
  }

  private mutating func follow(_ reference: String, _ question: Assertion) -> Result {
    switch schema.target(of: reference, in: question.part) {
    case .elsewhere(let address): return unknown("a reference to \(address)")
    case .nowhere: return unknown("a reference to \(reference), which doesn't exist")
    case .schema(let target):
      let pair = Pair(question.value, question.place, target)
      if let result = known[pair] { return result }
      let result = validate(question.value, target, at: question.place)
      // Cache only known results. If a circular reference cut it short, it can be different on
      // another path.
      if result.outcome != .unknown { known[pair] = result }
      return result
    }
  }

  private mutating func unknown(_ reason: String) -> Result {
    unchecked[reason, default: 0] += 1
    return Result(outcome: .unknown)
  }
}

// MARK: Scalars

extension Validator {
  private func checkKind(_ question: Assertion, _ result: inout Result) {
    let (value, rules) = (question.value, question.rules)
    if let rule = rules["type"] {
      let types = rule.list?.compactMap(\.text) ?? rule.text.map { [$0] } ?? []
      if !types.isEmpty, !types.contains(where: { value.isOf(type: $0, schema.draft) }) {
        return result.add(.type(types), question)
      }
    }
    if let constant = rules["const"], schema.draft >= .six, value != constant {
      result.add(.choice([constant]), question)
    }
    if let choices = rules["enum"]?.list, !choices.contains(value) {
      result.add(.choice(choices), question)
    }
  }

  private func check(
    _ number: Double, _ whole: Int?, _ question: Assertion, _ result: inout Result
  ) {
    let rules = question.rules
    func bound(_ phrase: String, _ key: Key, _ holds: (Double) -> Bool) {
      guard let bound = rules[key]?.number, !holds(bound) else { return }
      result.add(.bound(phrase, bound), question)
    }
    // In draft 4 of JSON Schema, exclusive bounds are Boolean values.
    let isAbove = rules["exclusiveMinimum"]?.flag == true
    let isBelow = rules["exclusiveMaximum"]?.flag == true
    bound(isAbove ? "greater than" : "at least", "minimum") { isAbove ? number > $0 : number >= $0 }
    bound(isBelow ? "less than" : "at most", "maximum") { isBelow ? number < $0 : number <= $0 }
    bound("greater than", "exclusiveMinimum") { number > $0 }
    bound("less than", "exclusiveMaximum") { number < $0 }
    if let rule = rules["multipleOf"], let step = rule.number, step > 0 {
      let isMultiple =
        if let whole, let step = rule.whole { whole % step == 0 } else {
          (number / step).rounded() == number / step
        }
      if !isMultiple { result.add(.step(step), question) }
    }
  }

  private mutating func check(_ text: String, _ question: Assertion, _ result: inout Result) {
    let rules = question.rules
    let length = text.unicodeScalars.count
    if let least = rules["minLength"]?.whole, length < least {
      result.add(.length("at least \(least.counted("character"))"), question)
    }
    if let most = rules["maxLength"]?.whole, length > most {
      result.add(.length("at most \(most.counted("character"))"), question)
    }
    guard let pattern = rules["pattern"]?.text else { return }
    switch matches(text, pattern) {
    case true?: break
    case false?: result.add(.pattern(pattern), question)
    case nil: result.markIndeterminate()
    }
  }

  /// Returns whether text contains a match of a pattern, or `nil` if this can't be determined.
  mutating func matches(_ text: String, _ pattern: String) -> Bool? {
    let compiled = patterns[pattern] ?? (try? ECMAPattern(pattern))
    patterns[pattern] = .some(compiled)
    if let found = compiled?.isFound(in: text) { return found }
    unchecked["the pattern \(pattern)", default: 0] += 1
    return nil
  }
}

extension DocumentElement {
  func isOf(type: String, _ draft: JSONSchema.Draft) -> Bool {
    switch (content, type) {
    case (.null, "null"), (.boolean, "boolean"), (.text, "string"), (.list, "array"),
      (.table, "object"), (.number, "number"), (_, "any"):
      true
    case (.number(let number, let whole), "integer"):
      whole != nil || draft > .four && number.rounded() == number
    default: false
    }
  }
}
