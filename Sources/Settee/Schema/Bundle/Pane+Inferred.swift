extension Pane {
  /// The raw pane of a domain without a bundle: a control for each value, by the value's type.
  ///
  /// Flags are toggles, numbers, texts and arrays of texts are typed fields, dates are dates; what
  /// else there is (data, nested values) is shown and not changed. Keys are in order; those that
  /// share the part before their first dot form a group called by it, after the plain ones.
  public static func inferred(
    from values: PropertyListDictionary, domain: String, title: String? = nil
  ) -> Pane {
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let families = Families(of: sorted.map(\.key))
    var plain = PaneGroup()
    var groups: [PaneGroup] = []
    for (key, value) in sorted {
      let control = Control.inferred(key: key, from: value, domain: domain)
      guard let family = families.family(of: key) else { plain.controls.append(control); continue }
      if groups.last?.title != family { groups.append(PaneGroup(title: family)) }
      groups[groups.count - 1].controls.append(control)
    }
    if !plain.controls.isEmpty { groups.insert(plain, at: 0) }
    return Pane(file: "Root", title: title ?? domain, domain: domain, groups: groups)
  }
}

/// Keys that share the part before their first dot.
private struct Families {
  private var counts: [Substring: Int] = [:]

  init(of keys: [String]) {
    for key in keys {
      if let prefix = Self.prefix(of: key) { counts[prefix, default: 0] += 1 }
    }
  }

  func family(of key: String) -> String? {
    guard let prefix = Self.prefix(of: key), counts[prefix, default: 0] > 1 else { return nil }
    return String(prefix)
  }

  private static func prefix(of key: String) -> Substring? {
    guard let dot = key.firstIndex(of: "."), dot > key.startIndex else { return nil }
    return key[..<dot]
  }
}

extension Control {
  /// The control that a value's type calls for; its title is the key.
  static func inferred(key: String, from value: PropertyList, domain: String?) -> Control {
    var control = Control(kind(for: value), key: key)
    control.domain = domain
    switch value {
    case .integer, .bigInteger: control.input.type = .integer
    case .real: control.input.type = .real
    case .array: control.input.type = .list
    default: break
    }
    return control
  }

  private static func kind(for value: PropertyList) -> ControlKind {
    switch value {
    case .boolean: .toggle
    case .string(let text): text.contains(where: \.isNewline) ? .textview : .text
    case .integer, .bigInteger, .real: .text
    case .date: .date
    case .array(let elements):
      elements.allSatisfy { $0.string?.contains(where: \.isNewline) == false } ? .text : .title
    case .data, .dictionary, .uid: .title
    }
  }
}
