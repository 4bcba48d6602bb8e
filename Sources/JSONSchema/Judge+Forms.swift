import SetteeFormats

// Several schemas for one value: all of them, any, one, none, or one that depends on another.

extension Judge {
  mutating func checkForms(
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

  func any(
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

  func one(
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
  func misfit(
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
    let choices = results.prefix(Self.mostFaults).flatMap { result -> [Datum] in
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
        case .type(let types): return types.filter { $0 != "null" }.map(Words.type)
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
