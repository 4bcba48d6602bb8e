extension Format {
  /// The names that identify a setting, in one spelling for all that this format treats as the same.
  ///
  /// Indexes are left out: the items of a list share the names of the list. In a file without
  /// sections, a key is one name whatever dots it contains. A `Host` or `Match` line only limits
  /// where a setting applies, so it isn't part of the names.
  package func names(of place: DocumentPath) -> [Key] {
    guard let dialect else { return place.steps.compactMap(\.name) }
    let names = folded(place).steps.compactMap(\.name)
    switch dialect.sections {
    case .none: return [names.joinedByDots]
    case .words: return names.suffix(1)
    case .brackets, .git: return names
    }
  }

  /// Where a key goes that isn't in the file yet: without sections, a dot is part of the key.
  package func place(ofNew place: DocumentPath) -> DocumentPath {
    let names = place.steps.compactMap(\.name)
    guard let dialect, dialect.sections == .none, names.count == place.steps.count else {
      return place
    }
    return DocumentPath(keys: names.joinedByDots)
  }

  /// A place in one spelling for all that this format takes for the same.
  func folded(_ place: DocumentPath) -> DocumentPath {
    guard let dialect, dialect.foldsKeys || dialect.foldsSections else { return place }
    var steps = place.steps
    let key = steps.lastIndex { $0.name != nil }
    for (index, step) in steps.enumerated() {
      if let name = step.name,
        index == key ? dialect.foldsKeys : index == 0 && dialect.foldsSections
      {
        steps[index] = .key(name.folded)
      }
    }
    return DocumentPath(steps)
  }

  /// Whether lines such as `Host` limit where settings apply, so that a key is often in several scopes.
  package var hasScopes: Bool {
    switch dialect?.sections {
    case .words, .git: true
    case .some(.none), .brackets, nil: false
    }
  }

  /// Whether other programs keep their own sections in a file of this format, as they do in git's.
  package var hasForeignSections: Bool { dialect?.sections == .git }
}
