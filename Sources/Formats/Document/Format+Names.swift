extension Format {
  /// Returns the keys that identify a setting, case-folded if the format ignores case.
  ///
  /// Indexes are omitted, because the items of a list share the keys of the list. In a file without
  /// sections, a key is a single name even if it contains dots. A `Host` or `Match` line only
  /// limits where a setting applies, so it isn't part of the keys.
  package func names(of place: DocumentPath) -> [Key] {
    guard let dialect else { return place.steps.compactMap(\.name) }
    let names = folded(place).steps.compactMap(\.name)
    switch dialect.sections {
    case .none: return [names.joinedByDots]
    case .words: return names.suffix(1)
    case .brackets, .git: return names
    }
  }

  /// Returns the path at which a new key is added.
  ///
  /// In a format without sections, a dot is part of the key.
  package func place(ofNew place: DocumentPath) -> DocumentPath {
    let names = place.steps.compactMap(\.name)
    guard let dialect, dialect.sections == .none, names.count == place.steps.count else {
      return place
    }
    return DocumentPath(keys: names.joinedByDots)
  }

  /// Returns a path with its keys case-folded if the format ignores case.
  func folded(_ place: DocumentPath) -> DocumentPath {
    guard let dialect, dialect.foldsKeys || dialect.foldsSections || dialect.foldsDashes else {
      return place
    }
    var steps = place.steps
    let key = steps.lastIndex { $0.name != nil }
    for (index, step) in steps.enumerated() {
      guard let name = step.name else { continue }
      if index == key {
        steps[index] = .key(dialect.compared(name))
      } else if index == 0, dialect.foldsSections {
        steps[index] = .key(name.folded)
      }
    }
    return DocumentPath(steps)
  }

  /// A Boolean value that indicates whether sections are for hosts, so that settings outside of the
  /// sections override the settings in them.
  package var hasHosts: Bool {
    if case .words(let words) = dialect?.sections { words.contains("host") } else { false }
  }

  /// A Boolean value that indicates whether the same key usually occurs in several sections, as in
  /// the `Host` sections of ssh.
  package var hasScopes: Bool {
    switch dialect?.sections {
    case .words, .git: true
    case .some(.none), .brackets, nil: false
    }
  }

  /// A Boolean value that indicates whether a file of this format can consist of one list.
  package var mayBeList: Bool { self == .yaml || isJSON }

  /// A Boolean value that indicates whether the lines of a multiline value are items, as in Python's
  /// `configparser`.
  package var hasLineItems: Bool { dialect?.values is IndentedLines }

  /// A Boolean value that indicates whether other programs may store their own sections in a file
  /// of this format, as in git's configuration.
  package var hasForeignSections: Bool { dialect?.sections == .git }
}
