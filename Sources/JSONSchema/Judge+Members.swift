import SetteeFormats
import SetteeSchema

// What a schema says of the elements of a list, and of the members of a table.

// MARK: Lists

extension Judge {
  mutating func check(
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

  mutating func checkContent(
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
      let phrase =
        most.map { "\(least) to \($0) entries" } ?? "at least \(least.counted("entry", "entries"))"
      result.add(fault(.count("\(phrase) of a certain kind"), value, place))
    } else if sure < least || most.map({ possible > $0 }) == true {
      result.doubt()
    }
  }
}

// MARK: Tables

extension Judge {
  mutating func check(
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
      // Editors take it in any file; of programs none minds it.
      if place.steps.isEmpty, member.name == "$schema" { continue }
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
  func nearest(
    _ name: Name, in properties: Datum.Table?, beside table: Datum.Table
  ) -> String? {
    let free = properties?.members.filter { table[$0.name] == nil }.map(\.name.text) ?? []
    return free.count > 2000 ? nil : NearestWord(among: free).nearest(to: name.text)
  }

  mutating func checkNames(
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

  mutating func checkDependencies(
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

  mutating func checkUnseen(
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

extension Place {
  func appending(_ index: Int) -> Place { Place(steps + [.index(index)]) }
}

extension Int {
  func counted(_ one: String, _ several: String? = nil) -> String {
    self == 1 ? "1 \(one)" : "\(self) \(several ?? one + "s")"
  }
}
