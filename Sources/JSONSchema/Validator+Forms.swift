import SetteeValues

// The validation of keywords that combine schemas: `allOf`, `anyOf`, `oneOf`, `not`, and
// conditionals.

extension Validator {
  /// Validates the keywords that apply several subschemas to the same value.
  mutating func checkForms(_ question: Assertion, _ result: inout Result) {
    let rules = question.rules
    for rule in rules["allOf"]?.list ?? [] { result.require(validate(question, by: rule)) }
    if let forms = rules["anyOf"]?.list, !forms.isEmpty {
      result.require(any(of: forms.map { validate(question, by: $0) }, question))
    }
    if let forms = rules["oneOf"]?.list, !forms.isEmpty {
      result.require(one(of: forms.map { validate(question, by: $0) }, question))
    }
    if let rule = rules["not"] {
      switch validate(question, by: rule).outcome {
      case .yes: result.add(.noForm([]), question)
      case .no: break
      case .unknown: result.markIndeterminate()
      }
    }
    guard let condition = rules["if"], schema.draft >= .seven else { return }
    let held = validate(question, by: condition)
    let branch = rules[held.outcome == .yes ? "then" : "else"]
    if held.outcome == .yes { result.seen.formUnion(held.seen) }
    guard held.outcome != .unknown else {
      if rules["then"] != nil || rules["else"] != nil { result.markIndeterminate() }
      return
    }
    if let branch { result.require(validate(question, by: branch)) }
  }

  private func any(of results: [Result], _ question: Assertion) -> Result {
    let fitting = results.filter { $0.outcome == .yes }
    if fitting.isEmpty {
      let isUnsure = results.contains { $0.outcome == .unknown }
      return isUnsure ? Result(outcome: .unknown) : misfit(results, question)
    }
    var all = Result()
    for result in fitting { all.seen.formUnion(result.seen) }
    all.faults = fitting.contains { $0.faults.isEmpty } ? [] : fitting[0].faults
    return all
  }

  private func one(of results: [Result], _ question: Assertion) -> Result {
    let fitting = results.filter { $0.outcome == .yes }
    if fitting.count > 1 {
      var result = Result()
      result.add(.severalForms, question)
      return result
    }
    if results.contains(where: { $0.outcome == .unknown }) { return Result(outcome: .unknown) }
    return fitting.first ?? misfit(results, question)
  }

  /// Returns the violations for a value that doesn't match any alternative in the schema.
  ///
  /// If it is clear which alternative the user intended, the result contains only the violations of
  /// that alternative.
  private func misfit(_ results: [Result], _ question: Assertion) -> Result {
    /// Returns the violations of an alternative that concern the entire value.
    func wanted(_ result: Result) -> [Violation.ViolationReason] {
      result.faults.filter { $0.place == question.place }.map(\.problem).filter { problem in
        switch problem {
        case .type, .choice, .noForm: true
        default: false
        }
      }
    }
    let meant = results.filter { wanted($0).isEmpty }
    if meant.count == 1 { return meant[0] }
    var result = Result()
    let choices = results.prefix(Self.mostFaults).flatMap { result -> [DocumentElement] in
      guard result.faults.count == 1, case .choice(let own)? = wanted(result).first else {
        return []
      }
      return own
    }
    if results.allSatisfy({ $0.faults.count == 1 }), !choices.isEmpty, question.value.text != nil {
      result.add(.choice(choices), question)
      return result
    }
    let words = results.flatMap(wanted).flatMap { problem -> [String] in
      switch problem {
      case .type(let types): types.filter { $0 != "null" }.map(Violation.typePhrase)
      case .choice(let choices): choices.map(\.words)
      default: []
      }
    }
    var known: Set<String> = []
    result.add(.noForm(words.filter { known.insert($0).inserted }), question)
    return result
  }
}
