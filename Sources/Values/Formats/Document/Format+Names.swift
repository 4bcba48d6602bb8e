extension Format {
  /// Returns the keys that identify a setting, in lowercase if the format ignores case.
  ///
  /// The keys don't include indices, because the items of a list share the keys of the list. In a
  /// file without sections, a key is a single name even if it contains dots. A `Host` or `Match`
  /// line only limits where a setting applies, so it isn't part of the keys.
  package func names(of place: DocumentPath) -> [Key] {
    guard let dialect else { return place.steps.compactMap(\.name) }
    let names = folded(place).steps.compactMap(\.name)
    switch dialect.sections {
    case .none: return [names.joinedByDots]
    case .words: return names.suffix(1)
    case .brackets, .git: return names
    }
  }

  /// Returns the path at which Settee adds a key that isn't in the file yet.
  ///
  /// In a format without sections, a dot is part of the key, so `a.b` is a single key.
  package func place(ofNew place: DocumentPath) -> DocumentPath {
    let names = place.steps.compactMap(\.name)
    guard let dialect, dialect.sections == .none, names.count == place.steps.count else {
      return place
    }
    return DocumentPath(keys: names.joinedByDots)
  }

  /// Returns a path with its keys in lowercase if the format ignores case.
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

  /// A Boolean value that indicates whether the format has sections for hosts, as an ssh
  /// configuration does.
  ///
  /// In a format with host sections, settings outside of the sections override the settings inside
  /// them.
  package var hasHosts: Bool {
    if case .words(let words) = dialect?.sections { words.contains("host") } else { false }
  }

  /// A Boolean value that indicates whether files in this format usually contain the same key in
  /// several sections.
  ///
  /// For example, the `Host` sections of an ssh configuration usually contain the same keys.
  package var hasScopes: Bool {
    switch dialect?.sections {
    case .words, .git: true
    case .some(.none), .brackets, nil: false
    }
  }

  /// A Boolean value that indicates whether keys can contain brackets, such as `Name[de]`.
  package var hasBracketsInKeys: Bool {
    dialect.map { [.plain, .python, .desktop].contains($0) } ?? false
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
