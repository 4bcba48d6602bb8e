import SetteeFormats
import SetteeSchema

/// Holds a value against a schema: whether it fits, what is wrong where, and what cannot be told.
package struct Judge {
  /// Whether a value fits; `unknown` where a rule that decides it cannot be judged.
  package enum Verdict: Sendable {
    case yes, no, unknown
  }

  /// Why a rule was not judged, with how often.
  package private(set) var notJudged: [String: Int] = [:]

  private let schema: JSONSchema
  private var steps = 0
  private var depth = 0
  private var patterns: [String: SearchPattern?] = [:]
  /// What is being judged right now, each against which schema: a loop of references ends there.
  private var underWay: Set<Pair> = []

  private struct Pair: Hashable {
    let value: Int
    // NB: of tables that nobody opened, such as the `a` of `[a.b]`, several stand at one offset.
    let depth: Int
    let schema: Int
  }

  /// About a second here.
  private static let mostSteps = 1_000_000
  private static let deepest = 300

  package init(_ schema: JSONSchema) { self.schema = schema }

  /// The verdict over a whole file, and its faults in the order of the file, each once.
  package mutating func judge(_ file: Datum) -> (verdict: Verdict, faults: [SchemaFault]) {
    let result = judge(file, schema.whole, at: .root)
    var told: Set<String> = []
    let faults = result.faults.sorted { $0.offset < $1.offset }.filter {
      told.insert("\($0.offset) \($0.message(isSecret: false))").inserted
    }
    return (result.verdict, faults)
  }

  /// The verdict over a value that a schema itself holds, such as a default.
  package mutating func fits(_ value: Datum, _ subschema: Subschema) -> Verdict {
    judge(value, subschema, at: .root).verdict
  }

  // MARK: One schema

  /// What was found out about a value by one schema.
  struct Result {
    var verdict = Verdict.yes
    var faults: [SchemaFault] = []
    /// The members and elements that a rule has looked at, for `unevaluatedProperties` and its like.
    var seen: Set<Int> = []

    mutating func add(_ fault: SchemaFault) {
      faults.append(fault)
      if !fault.isWarning { verdict = .no }
    }

    /// Takes in what another schema says that has to hold as well.
    mutating func require(_ other: Result) {
      if other.verdict == .no || verdict == .no {
        verdict = .no
      } else if other.verdict == .unknown {
        verdict = .unknown
      }
      faults += other.faults
      seen.formUnion(other.seen)
    }

    mutating func doubt() { if verdict == .yes { verdict = .unknown } }
  }

  mutating func judge(_ value: Datum, _ part: Subschema, at place: Place) -> Result {
    if case .untyped = value.content { return judge(untyped: value, part, at: place) }
    if let flag = part.datum.flag {
      var result = Result()
      if !flag { result.add(fault(.forbidden, value, place)) }
      return result
    }
    guard let rules = part.datum.table else { return Result() }
    steps += 1
    let pair = Pair(
      value: value.offset, depth: place.steps.count, schema: part.datum.offset)
    guard steps < Self.mostSteps, depth < Self.deepest else {
      return unknown("a schema too deep or too large to be followed to its end")
    }
    guard underWay.insert(pair).inserted else { return unknown("a reference that leads to itself") }
    depth += 1
    defer {
      depth -= 1
      underWay.remove(pair)
    }
    return judge(value, part, rules, at: place)
  }

  private mutating func judge(
    _ value: Datum, _ part: Subschema, _ rules: Datum.Table, at place: Place
  ) -> Result {
    var result = Result()
    if let reference = rules["$ref"]?.text {
      result.require(follow(reference, from: part, value, at: place))
      // Until draft 7 nothing counts beside a reference.
      if schema.draft <= .seven { return result }
    }
    for key: Name in ["$dynamicRef", "$recursiveRef"] {
      if let reference = rules[key]?.text {
        result.require(follow(reference, from: part, value, at: place))
      }
    }
    checkKind(of: value, rules, at: place, &result)
    switch value.content {
    case .number(let number, let whole): check(number, whole, value, rules, at: place, &result)
    case .text(let text): check(text, value, rules, at: place, &result)
    case .list(let list): check(list, value, part, rules, at: place, &result)
    case .table(let table): check(table, value, part, rules, at: place, &result)
    case .null, .boolean, .untyped: break
    }
    checkForms(of: value, part, rules, at: place, &result)
    if schema.asksForUnseen { checkUnseen(of: value, part, rules, at: place, &result) }
    if rules["deprecated"]?.flag == true, !place.steps.isEmpty {
      let advice = rules["deprecationMessage"]?.text
      result.add(fault(.deprecated(advice.map(SchemaText.sentence)), value, place))
    }
    return result
  }

  /// Text of a format without types fits when one of its readings does.
  private mutating func judge(
    untyped value: Datum, _ part: Subschema, at place: Place
  ) -> Result {
    let results = value.readings.map { judge($0, part, at: place) }
    if let right = results.first(where: { $0.verdict == .yes }) { return right }
    let isOfOtherType = { (result: Result) in
      result.faults.contains { if case .type = $0.problem { $0.place == place } else { false } }
    }
    return results.first { !isOfOtherType($0) } ?? results[0]
  }

  private mutating func follow(
    _ reference: String, from part: Subschema, _ value: Datum, at place: Place
  ) -> Result {
    switch schema.target(of: reference, in: part) {
    case .schema(let target): judge(value, target, at: place)
    case .elsewhere(let address): unknown("a reference to \(address)")
    case .nowhere: unknown("a reference to \(reference), which is not there")
    }
  }

  private mutating func unknown(_ reason: String) -> Result {
    notJudged[reason, default: 0] += 1
    return Result(verdict: .unknown)
  }

  private func fault(
    _ problem: SchemaFault.Problem, _ value: Datum, _ place: Place, offset: Int? = nil
  ) -> SchemaFault {
    SchemaFault(problem: problem, place: place, value: value, offset: offset ?? value.offset)
  }
}

// MARK: Plain values

extension Judge {
  private func checkKind(
    of value: Datum, _ rules: Datum.Table, at place: Place, _ result: inout Result
  ) {
    if let rule = rules["type"] {
      let types = rule.list?.compactMap(\.text) ?? rule.text.map { [$0] } ?? []
      if !types.isEmpty, !types.contains(where: { value.isOf(type: $0, schema.draft) }) {
        result.add(fault(.type(types), value, place))
        return
      }
    }
    if let constant = rules["const"], schema.draft >= .six, value != constant {
      result.add(fault(.choice([constant]), value, place))
    }
    if let choices = rules["enum"]?.list, !choices.contains(value) {
      result.add(fault(.choice(choices), value, place))
    }
  }

  private func check(
    _ number: Double, _ whole: Int?, _ value: Datum, _ rules: Datum.Table, at place: Place,
    _ result: inout Result
  ) {
    func bound(_ phrase: String, _ key: Name, _ holds: (Double) -> Bool) {
      guard let bound = rules[key]?.number, !holds(bound) else { return }
      result.add(fault(.bound(phrase, bound), value, place))
    }
    // In draft 4 the exclusive bounds are flags beside the others.
    let isAbove = rules["exclusiveMinimum"]?.flag == true
    let isBelow = rules["exclusiveMaximum"]?.flag == true
    bound(isAbove ? "more than" : "at least", "minimum") { isAbove ? number > $0 : number >= $0 }
    bound(isBelow ? "less than" : "at most", "maximum") { isBelow ? number < $0 : number <= $0 }
    bound("more than", "exclusiveMinimum") { number > $0 }
    bound("less than", "exclusiveMaximum") { number < $0 }
    if let rule = rules["multipleOf"], let step = rule.number, step > 0 {
      let isMultiple =
        if let whole, let step = rule.whole { whole % step == 0 } else {
          (number / step).rounded() == number / step
        }
      if !isMultiple { result.add(fault(.step(step), value, place)) }
    }
  }

  private mutating func check(
    _ text: String, _ value: Datum, _ rules: Datum.Table, at place: Place, _ result: inout Result
  ) {
    let length = text.unicodeScalars.count
    if let least = rules["minLength"]?.whole, length < least {
      result.add(fault(.length("at least \(least.counted("character"))"), value, place))
    }
    if let most = rules["maxLength"]?.whole, length > most {
      result.add(fault(.length("at most \(most.counted("character"))"), value, place))
    }
    guard let pattern = rules["pattern"]?.text else { return }
    switch matches(text, pattern) {
    case true?: break
    case false?: result.add(fault(.pattern(pattern), value, place))
    case nil: result.doubt()
    }
  }

  /// Whether a text has a match of a pattern; nil where that cannot be told.
  private mutating func matches(_ text: String, _ pattern: String) -> Bool? {
    let compiled = patterns[pattern] ?? (try? SearchPattern(pattern))
    patterns[pattern] = .some(compiled)
    if let found = compiled?.isFound(in: text) { return found }
    notJudged["the pattern \(pattern)", default: 0] += 1
    return nil
  }
}

extension Datum {
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

// MARK: Lists

extension Judge {
  private mutating func check(
    _ list: [Datum], _ value: Datum, _ part: Subschema, _ rules: Datum.Table, at place: Place,
    _ result: inout Result
  ) {
    if let least = rules["minItems"]?.whole, list.count < least {
      result.add(fault(.count("at least \(least.counted("entry", "entries"))"), value, place))
    }
    if let most = rules["maxItems"]?.whole, list.count > most {
      result.add(fault(.count("at most \(most.counted("entry", "entries"))"), value, place))
    }
    if rules["uniqueItems"]?.flag == true {
      var known: Set<Datum> = []
      if let second = list.first(where: { !known.insert($0).inserted }) {
        result.add(fault(.twice(second), value, place))
      }
    }
    let isNew = schema.draft == .of2020
    let first = (isNew ? rules["prefixItems"] : rules["items"])?.list ?? []
    let others = isNew || rules["items"]?.list == nil ? rules["items"] : rules["additionalItems"]
    for (index, element) in list.enumerated() {
      let rule = index < first.count ? first[index] : others
      guard let rule, rule.list == nil else { continue }
      var own = judge(element, schema.part(rule, of: part), at: place.appending(index))
      own.seen = [index]
      result.require(own)
    }
    checkContent(of: list, value, part, rules, at: place, &result)
  }

  private mutating func checkContent(
    of list: [Datum], _ value: Datum, _ part: Subschema, _ rules: Datum.Table, at place: Place,
    _ result: inout Result
  ) {
    guard let rule = rules["contains"], schema.draft >= .six else { return }
    let least = schema.draft >= .of2019 ? rules["minContains"]?.whole ?? 1 : 1
    let most = schema.draft >= .of2019 ? rules["maxContains"]?.whole : nil
    var (sure, possible) = (0, 0)
    for (index, element) in list.enumerated() {
      let verdict = judge(element, schema.part(rule, of: part), at: place).verdict
      if verdict == .yes {
        sure += 1
        if schema.draft == .of2020 { result.seen.insert(index) }
      }
      if verdict != .no { possible += 1 }
    }
    if possible < least || most.map({ sure > $0 }) == true {
      let phrase = most.map { "\(least) to \($0) entries" } ?? "at least \(least.counted("entry", "entries"))"
      result.add(fault(.count("\(phrase) of a certain kind"), value, place))
    } else if sure < least || most.map({ possible > $0 }) == true {
      result.doubt()
    }
  }
}

// MARK: Tables

extension Judge {
  private mutating func check(
    _ table: Datum.Table, _ value: Datum, _ part: Subschema, _ rules: Datum.Table,
    at place: Place, _ result: inout Result
  ) {
    for key in rules["required"]?.list?.compactMap(\.text) ?? [] where table[Name(key)] == nil {
      result.add(fault(.missing(Name(key), because: nil), value, place))
    }
    if let least = rules["minProperties"]?.whole, table.members.count < least {
      result.add(fault(.count("at least \(least.counted("key"))"), value, place))
    }
    if let most = rules["maxProperties"]?.whole, table.members.count > most {
      result.add(fault(.count("at most \(most.counted("key"))"), value, place))
    }
    let properties = rules["properties"]?.table
    let families = rules["patternProperties"]?.table?.members ?? []
    let others = rules["additionalProperties"]
    for (index, member) in table.members.enumerated() {
      let own = place.appending(member.name)
      var (isKnown, isSure) = (false, true)
      if let property = properties?[member.name] {
        isKnown = true
        result.require(judge(member.value, schema.part(property, of: part), at: own).alone)
      }
      for family in families {
        switch matches(member.name.text, family.name.text) {
        case true?:
          isKnown = true
          result.require(judge(member.value, schema.part(family.value, of: part), at: own).alone)
        case false?: break
        case nil: isSure = false
        }
      }
      if isKnown { result.seen.insert(index); continue }
      guard isSure else { result.doubt(); continue }
      if let others {
        result.seen.insert(index)
        if others.flag == false {
          let near = nearest(member.name, in: properties, beside: table)
          result.add(
            fault(.unknown(member.name, nearest: near), member.value, own, offset: member.offset))
        } else {
          result.require(judge(member.value, schema.part(others, of: part), at: own).alone)
        }
      } else if families.isEmpty, let near = nearest(member.name, in: properties, beside: table) {
        result.add(
          fault(
            .probablyUnknown(member.name, nearest: near), member.value, own, offset: member.offset))
      }
    }
    checkNames(of: table, value, part, rules, at: place, &result)
    checkDependencies(of: table, value, part, rules, at: place, &result)
  }

  /// The known key that was meant by one that is not, given that it is not there as well.
  private func nearest(
    _ name: Name, in properties: Datum.Table?, beside table: Datum.Table
  ) -> String? {
    let free = properties?.members.filter { table[$0.name] == nil }.map(\.name.text) ?? []
    return free.count > 2000 ? nil : NearestWord(among: free).nearest(to: name.text)
  }

  private mutating func checkNames(
    of table: Datum.Table, _ value: Datum, _ part: Subschema, _ rules: Datum.Table,
    at place: Place, _ result: inout Result
  ) {
    guard let rule = rules["propertyNames"], schema.draft >= .six else { return }
    for member in table.members {
      let name = Datum(content: .text(member.name.text), offset: member.offset)
      switch judge(name, schema.part(rule, of: part), at: place.appending(member.name)).verdict {
      case .yes: break
      case .no: result.add(fault(.name(member.name), value, place, offset: member.offset))
      case .unknown: result.doubt()
      }
    }
  }

  private mutating func checkDependencies(
    of table: Datum.Table, _ value: Datum, _ part: Subschema, _ rules: Datum.Table,
    at place: Place, _ result: inout Result
  ) {
    for key: Name in ["dependencies", "dependentRequired", "dependentSchemas"] {
      for rule in rules[key]?.table?.members ?? [] where table[rule.name] != nil {
        let needed = rule.value.list?.compactMap(\.text) ?? rule.value.text.map { [$0] }
        guard let needed else {
          result.require(judge(value, schema.part(rule.value, of: part), at: place))
          continue
        }
        for other in needed where table[Name(other)] == nil {
          result.add(fault(.missing(Name(other), because: rule.name), value, place))
        }
      }
    }
  }

  private mutating func checkUnseen(
    of value: Datum, _ part: Subschema, _ rules: Datum.Table, at place: Place,
    _ result: inout Result
  ) {
    if let rule = rules["unevaluatedProperties"], let table = value.table {
      for (index, member) in table.members.enumerated() where !result.seen.contains(index) {
        result.seen.insert(index)
        let own = place.appending(member.name)
        guard rule.flag == false else {
          result.require(judge(member.value, schema.part(rule, of: part), at: own).alone)
          continue
        }
        // NB: what cannot be judged may be what would have known the key.
        guard result.verdict != .unknown else { continue }
        result.add(
          fault(.unknown(member.name, nearest: nil), member.value, own, offset: member.offset))
      }
    }
    if let rule = rules["unevaluatedItems"], let list = value.list {
      for (index, element) in list.enumerated() where !result.seen.contains(index) {
        result.seen.insert(index)
        let own = judge(element, schema.part(rule, of: part), at: place.appending(index))
        if own.verdict == .no, result.verdict == .unknown { continue }
        result.require(own.alone)
      }
    }
  }
}

extension Judge.Result {
  /// The result of a value within another, whose own members are nobody else's.
  fileprivate var alone: Self {
    var copy = self
    copy.seen = []
    return copy
  }
}

// MARK: Several schemas for one value

extension Judge {
  private mutating func checkForms(
    of value: Datum, _ part: Subschema, _ rules: Datum.Table, at place: Place,
    _ result: inout Result
  ) {
    for rule in rules["allOf"]?.list ?? [] {
      result.require(judge(value, schema.part(rule, of: part), at: place))
    }
    if let forms = rules["anyOf"]?.list, !forms.isEmpty {
      let all = forms.map { judge(value, schema.part($0, of: part), at: place) }
      result.require(any(of: all, forms, value, at: place))
    }
    if let forms = rules["oneOf"]?.list, !forms.isEmpty {
      let all = forms.map { judge(value, schema.part($0, of: part), at: place) }
      result.require(one(of: all, forms, value, at: place))
    }
    if let rule = rules["not"] {
      switch judge(value, schema.part(rule, of: part), at: place).verdict {
      case .yes: result.add(fault(.noForm([]), value, place))
      case .no: break
      case .unknown: result.doubt()
      }
    }
    guard let condition = rules["if"], schema.draft >= .seven else { return }
    let held = judge(value, schema.part(condition, of: part), at: place)
    let branch = rules[held.verdict == .yes ? "then" : "else"]
    if held.verdict == .yes { result.seen.formUnion(held.seen) }
    guard held.verdict != .unknown else {
      if rules["then"] != nil || rules["else"] != nil { result.doubt() }
      return
    }
    if let branch { result.require(judge(value, schema.part(branch, of: part), at: place)) }
  }

  private func any(
    of results: [Result], _ forms: [Datum], _ value: Datum, at place: Place
  ) -> Result {
    var all = Result()
    let fitting = results.filter { $0.verdict == .yes }
    if fitting.isEmpty {
      if results.contains(where: { $0.verdict == .unknown }) { return Result(verdict: .unknown) }
      return misfit(results, forms, value, at: place)
    }
    for result in fitting { all.seen.formUnion(result.seen) }
    all.faults = fitting.first { $0.faults.isEmpty } == nil ? fitting[0].faults : []
    return all
  }

  private func one(
    of results: [Result], _ forms: [Datum], _ value: Datum, at place: Place
  ) -> Result {
    let fitting = results.filter { $0.verdict == .yes }
    let isSure = !results.contains { $0.verdict == .unknown }
    var result = Result()
    if fitting.count > 1 {
      result.add(fault(.severalForms, value, place))
    } else if !isSure {
      result.doubt()
    } else if let only = fitting.first {
      return only
    } else {
      return misfit(results, forms, value, at: place)
    }
    return result
  }

  /// What to say where no form fits: the faults of the form that was meant, where that is plain.
  private func misfit(
    _ results: [Result], _ forms: [Datum], _ value: Datum, at place: Place
  ) -> Result {
    let meant = results.filter { result in
      !result.faults.contains { fault in
        guard fault.place == place else { return false }
        switch fault.problem {
        case .type, .choice, .noForm: return true
        default: return false
        }
      }
    }
    if meant.count == 1 { return meant[0] }
    var result = Result()
    let choices = results.flatMap { result -> [Datum] in
      guard result.faults.count == 1, result.faults[0].place == place,
        case .choice(let own) = result.faults[0].problem
      else { return [] }
      return own
    }
    if results.allSatisfy({ $0.faults.count == 1 }), !choices.isEmpty, value.text != nil {
      result.add(fault(.choice(choices), value, place))
      return result
    }
    let types = results.flatMap { result -> [String] in
      result.faults.flatMap { fault -> [String] in
        guard fault.place == place else { return [] }
        switch fault.problem {
        case .type(let types): return types.map(Words.type)
        case .choice(let choices): return choices.map(\.words)
        default: return []
        }
      }
    }
    var known: Set<String> = []
    result.add(fault(.noForm(types.filter { known.insert($0).inserted }), value, place))
    return result
  }
}

extension Place {
  fileprivate func appending(_ index: Int) -> Place { Place(steps + [.index(index)]) }
}

extension Int {
  fileprivate func counted(_ one: String, _ several: String? = nil) -> String {
    self == 1 ? "1 \(one)" : "\(self) \(several ?? one + "s")"
  }
}
