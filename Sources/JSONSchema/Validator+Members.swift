import SetteeValues
import SetteeSchema

// Validation of list items and table members.

// MARK: Lists

extension Validator {
  mutating func check(_ list: [DocumentElement], _ question: Assertion, _ result: inout Result) {
    let rules = question.rules
    if let least = rules["minItems"]?.whole, list.count < least {
      result.add(.count("at least \(least.counted("item"))"), question)
    }
    if let most = rules["maxItems"]?.whole, list.count > most {
      result.add(.count("at most \(most.counted("item"))"), question)
    }
    if rules["uniqueItems"]?.flag == true {
      var known: Set<DocumentElement> = []
      if let second = list.first(where: { !known.insert($0).inserted }) {
        result.add(.twice(second), question)
      }
    }
    let isNew = schema.draft == .of2020
    let first = (isNew ? rules["prefixItems"] : rules["items"])?.list ?? []
    let others = isNew || rules["items"]?.list == nil ? rules["items"] : rules["additionalItems"]
    for (index, element) in list.enumerated() {
      let rule = index < first.count ? first[index] : others
      guard let rule, rule.list == nil else { continue }
      var own = validate(question, by: rule, element, at: .index(index))
      own.seen = [index]
      result.require(own)
    }
    checkContent(of: list, question, &result)
  }

  private mutating func checkContent(
    of list: [DocumentElement], _ question: Assertion, _ result: inout Result
  ) {
    let rules = question.rules
    guard let rule = rules["contains"], schema.draft >= .six else { return }
    let least = schema.draft >= .of2019 ? rules["minContains"]?.whole ?? 1 : 1
    let most = schema.draft >= .of2019 ? rules["maxContains"]?.whole : nil
    var (sure, possible) = (0, 0)
    for (index, element) in list.enumerated() {
      let outcome = validate(question, by: rule, element).outcome
      if outcome == .yes {
        sure += 1
        if schema.draft == .of2020 { result.seen.insert(index) }
      }
      if outcome != .no { possible += 1 }
    }
    if possible < least || most.map({ sure > $0 }) == true {
      let phrase =
        most.map { "\(least) to \($0) items" } ?? "at least \(least.counted("item"))"
      result.add(.count("\(phrase) that match the schema's contains rule"), question)
    } else if sure < least || most.map({ possible > $0 }) == true {
      result.markIndeterminate()
    }
  }
}

// MARK: Tables

extension Validator {
  mutating func checkTable(_ question: Assertion, _ result: inout Result) {
    let (table, rules) = (question.value, question.rules)
    for key in rules["required"]?.list?.compactMap(\.text) ?? [] where table[Key(key)] == nil {
      result.add(.missing(Key(key), because: nil), question)
    }
    if let least = rules["minProperties"]?.whole, table.members.count < least {
      result.add(.count("at least \(least.counted("key"))"), question)
    }
    if let most = rules["maxProperties"]?.whole, table.members.count > most {
      result.add(.count("at most \(most.counted("key"))"), question)
    }
    for (index, member) in table.members.enumerated() {
      check(member, index, question, &result)
    }
    checkNames(question, &result)
    checkDependencies(question, &result)
  }

  private mutating func check(
    _ member: DocumentElement, _ index: Int, _ question: Assertion, _ result: inout Result
  ) {
    let properties = question.rules["properties"]
    let families = question.rules["patternProperties"]?.members ?? []
    var (known, isSure) = ([properties?[member.name]].compactMap { $0 }, true)
    for family in families {
      let isMatch = matches(member.name.text, family.name.text)
      if isMatch == true { known.append(family) }
      if isMatch == nil { isSure = false }
    }
    for rule in known { result.require(validate(member, by: rule, of: question)) }
    if !known.isEmpty {
      result.seen.insert(index)
      return
    }
    // Accept `$schema` at the root of any file, because text editors use it and programs ignore it.
    if question.place.steps.isEmpty, member.name == "$schema" { return }
    guard isSure else { return result.markIndeterminate() }
    if let others = question.rules["additionalProperties"] {
      result.seen.insert(index)
      if others.flag == false {
        let near = nearest(member.name, in: properties, beside: question.value)
        result.add(.unknown(nearest: near), at: member, of: question)
      } else {
        result.require(validate(member, by: others, of: question))
      }
    } else if families.isEmpty,
      let near = nearest(member.name, in: properties, beside: question.value)
    {
      result.add(.probablyUnknown(nearest: near), at: member, of: question)
    }
  }

  /// Returns a known key that is similar to an unknown key, as a suggestion.
  ///
  /// Keys that the table already contains aren't suggested.
  private func nearest(
    _ name: Key, in properties: DocumentElement?, beside table: DocumentElement
  ) -> String? {
    let free = properties?.members.filter { table[$0.name] == nil }.map(\.name.text) ?? []
    return free.count > 2000 ? nil : Suggestion.nearest(toName: name.text, among: free)
  }

  private mutating func checkNames(_ question: Assertion, _ result: inout Result) {
    guard let rule = question.rules["propertyNames"], schema.draft >= .six else { return }
    for member in question.value.members {
      let name = DocumentElement(.text(member.name.text), at: member.start)
      switch validate(question, by: rule, name, at: .key(member.name)).outcome {
      case .yes: break
      case .no:
        let place = question.place
        result.add(.name(member.name), question.value, at: place, offset: member.start)
      case .unknown: result.markIndeterminate()
      }
    }
  }

  private mutating func checkDependencies(_ question: Assertion, _ result: inout Result) {
    let table = question.value
    for key: Key in ["dependencies", "dependentRequired", "dependentSchemas"] {
      for rule in question.rules[key]?.members ?? [] where table[rule.name] != nil {
        let needed = rule.list?.compactMap(\.text) ?? rule.text.map { [$0] }
        guard let needed else {
          result.require(validate(question, by: rule))
          continue
        }
        for other in needed where table[Key(other)] == nil {
          result.add(.missing(Key(other), because: rule.name), question)
        }
      }
    }
  }

  /// Validates the keywords `unevaluatedProperties` and `unevaluatedItems`.
  mutating func checkUnseen(_ question: Assertion, _ result: inout Result) {
    if let rule = question.rules["unevaluatedProperties"] {
      for (index, member) in question.value.members.enumerated()
      where !result.seen.contains(index) {
        result.seen.insert(index)
        guard rule.flag == false else {
          result.require(validate(member, by: rule, of: question))
          continue
        }
        // If the outcome is unknown, an unsupported rule might have allowed the key.
        guard result.outcome != .unknown else { continue }
        result.add(.unknown(nearest: nil), at: member, of: question)
      }
    }
    if let rule = question.rules["unevaluatedItems"], let list = question.value.list {
      for (index, element) in list.enumerated() where !result.seen.contains(index) {
        result.seen.insert(index)
        var own = validate(question, by: rule, element, at: .index(index))
        if own.outcome == .no, result.outcome == .unknown { continue }
        own.seen = []
        result.require(own)
      }
    }
  }

  /// Validates a member of a table against a schema.
  ///
  /// Members that this validation evaluates aren't treated as evaluated members of the table.
  private mutating func validate(
    _ member: DocumentElement, by rule: DocumentElement, of question: Assertion
  ) -> Result {
    var result = validate(question, by: rule, member, at: .key(member.name))
    result.seen = []
    return result
  }
}

extension Validator.Result {
  fileprivate mutating func add(
    _ problem: Violation.ViolationReason, at member: DocumentElement,
    of question: Validator.Assertion
  ) {
    let place = question.place.appending(member.name)
    add(problem, member, at: place, offset: member.start)
  }
}

extension Int {
  func counted(_ one: String, _ several: String? = nil) -> String {
    self == 1 ? "1 \(one)" : "\(self) \(several ?? one + "s")"
  }
}
