package import SetteeValues

/// The keys that a program accepts in its settings file, as far as a bundle lists them.
///
/// A key is accepted if a row of the bundle edits it or if it matches a pattern in
/// `SetteeKnownKeys`. In a pattern, `*` matches any characters within one name: `alias.*`,
/// `remote.*.url`, `Journal.X-*`. Without `SetteeKnownKeys`, the program might accept other keys.
/// In this case, a key is unknown only if it differs from an accepted key in one or two characters.
package struct AcceptedKeys: Sendable {
  /// A key in a settings file that, according to the bundle, the program doesn't accept.
  package struct UnknownKey: Equatable {
    /// The valid key that the user probably meant, or `nil` if no valid key is similar.
    package let nearest: String?
    /// A Boolean value that indicates whether the bundle lists all valid keys, so that the key is
    /// certainly unknown.
    package let isCertain: Bool

    package init(nearest: String?, isCertain: Bool) {
      (self.nearest, self.isCertain) = (nearest, isCertain)
    }
  }

  /// A valid key, with its names in the form in which the file format compares them.
  fileprivate struct AcceptedKey {
    let key: DocumentPath
    let names: [Key]
  }

  private let format: Format
  private let isComplete: Bool
  /// The tables of the settings file that the bundle describes.
  ///
  /// If the bundle describes only some tables of a file, keys in all other tables are considered
  /// valid. The array is empty if the bundle describes an entire file.
  private var tables: [[Key]] = []
  private var entries: [AcceptedKey] = []
  private var patterns: [AcceptedKey] = []
  private var exact: Set<[Key]> = []

  package init(_ bundle: SettingsBundle, format: Format) {
    let known = bundle.programFile?.knownKeys
    let tables = bundle.panes.compactMap(\.entries).map { $0.isEmpty ? "*" : "\($0).*" }
    self.init(
      keys: bundle.controls.compactMap(\.key), patterns: tables + (known ?? []),
      isComplete: known != nil, format: format)
    self.tables = (bundle.programFile?.tables ?? []).compactMap { DocumentPath($0) }
      .map(format.names)
  }

  init(keys: [String], patterns: [String], isComplete: Bool, format: Format) {
    (self.format, self.isComplete) = (format, isComplete)
    for key in keys { add(key, mayBePattern: false) }
    for key in patterns { add(key, mayBePattern: true) }
  }

  private mutating func add(_ key: String, mayBePattern: Bool) {
    guard let place = DocumentPath(key) else { return }
    let entry = AcceptedKey(key: place, names: format.names(of: place))
    if mayBePattern, entry.names.contains(where: \.isPattern) {
      patterns.append(entry)
    } else {
      entries.append(entry)
      exact.insert(entry.names)
    }
  }

  // MARK: Asking

  /// Returns information about an unknown key, or `nil` if the program accepts the key or might
  /// accept it.
  package func unknown(_ key: DocumentPath) -> UnknownKey? {
    let names = format.names(of: key)
    guard !names.isEmpty, !accepts(names), !isForeign(names),
      tables.isEmpty || tables.contains(where: { names.starts(with: $0) })
    else { return nil }
    if isComplete { return UnknownKey(nearest: nearest(to: key, names), isCertain: true) }
    return nearest(to: key, names, isTypingError: true).map {
      UnknownKey(nearest: $0, isCertain: false)
    }
  }

  /// Returns whether the bundle declares a key, or a table that contains it.
  package func declares(_ key: DocumentPath) -> Bool {
    let names = format.names(of: key)
    return !names.isEmpty && accepts(names)
  }

  /// Returns whether the names are accepted, or are within a table that is accepted as a whole.
  private func accepts(_ names: [Key]) -> Bool {
    (1...names.count).contains { count in
      let part = Array(names.prefix(count))
      return exact.contains(part) || patterns.contains { $0.matches(part) }
    }
  }

  /// Returns whether a section of the settings file probably belongs to a different program.
  ///
  /// A section whose name isn't similar to any known section probably belongs to a different
  /// program.
  private func isForeign(_ names: [Key]) -> Bool {
    guard format.hasForeignSections, let section = names.first else { return false }
    let sections = Set((entries + patterns).compactMap(\.names.first))
    var distance = EditDistance(from: section.scalars)
    return !sections.contains { known in
      let limit = Self.limit(section.scalars.count, known.scalars.count, isTypingError: true)
      return distance.distance(to: known.scalars, limit: min(1, limit)) != nil
    }
  }

  // MARK: Suggesting

  /// Returns the number of characters in which two keys may differ to be considered similar.
  ///
  /// Fewer differences are allowed in short keys, because many short keys look similar.
  private static func limit(_ count: Int, _ other: Int, isTypingError: Bool) -> Int {
    let third = min(count, other) / 3
    return isTypingError ? min(2, third) : max(1, third)
  }

  /// Returns the valid key that is most similar to an unknown key, in the same scope.
  private func nearest(
    to key: DocumentPath, _ names: [Key], isTypingError: Bool = false
  ) -> String? {
    let scalars = names.scalars
    guard scalars.count <= 128 else { return nil }
    var table = EditDistance(from: scalars)
    var best: (key: DocumentPath, distance: Int)?
    for entry in entries + patterns.compactMap({ $0.filled(from: key, names) }) {
      let other = entry.names.scalars
      let allowed = Self.limit(scalars.count, other.count, isTypingError: isTypingError)
      let limit = min(allowed, (best?.distance ?? .max) - 1)
      guard limit >= 0, let distance = table.distance(to: other, limit: limit) else { continue }
      best = (entry.key, distance)
    }
    // Suggest a key with the same name in another section if only the section is missing or wrong.
    let near =
      best?.key ?? (isTypingError ? nil : entries.first { $0.names.last == names.last }?.key)
    return near.map { placed($0, like: key) }
  }

  /// Returns a valid key in the same scope as another key, such as `Match User bob` in
  /// `sshd_config`.
  private func placed(_ near: DocumentPath, like key: DocumentPath) -> String {
    guard format.names(of: key).count < key.steps.count, near.steps.count == 1 else {
      return near.description
    }
    return DocumentPath(key.steps.dropLast() + near.steps).description
  }
}

extension AcceptedKeys.AcceptedKey {
  fileprivate func matches(_ other: [Key]) -> Bool {
    names.count == other.count && zip(names, other).allSatisfy { $0.matches($1) }
  }

  /// Returns a pattern in which each wildcard is replaced by the corresponding name of a key.
  ///
  /// If the pattern and the key have different numbers of names, the result is `nil`.
  fileprivate func filled(from key: DocumentPath, _ other: [Key]) -> Self? {
    guard names.count == other.count, self.key.steps.count == names.count,
      key.steps.count == names.count
    else { return nil }
    var filled = (place: self.key, names: names)
    for index in names.indices where names[index].isPattern {
      guard names[index].bytes == [UInt8(ascii: "*")] else { return nil }
      filled.names[index] = other[index]
      filled.place.steps[index] = key.steps[index]
    }
    return Self(key: filled.place, names: filled.names)
  }
}

extension Key {
  private static var star: UInt8 { UInt8(ascii: "*") }

  fileprivate var isPattern: Bool { bytes.contains(Self.star) }

  fileprivate var scalars: [UInt32] { text.lowercased().unicodeScalars.map(\.value) }

  /// Returns whether a name matches a pattern, in which `*` matches any characters.
  fileprivate func matches(_ other: Key) -> Bool {
    guard isPattern else { return self == other }
    let parts = bytes.split(separator: Self.star, omittingEmptySubsequences: false)
    var rest = other.bytes[...]
    guard let first = parts.first, let last = parts.last, rest.starts(with: first) else {
      return false
    }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let end = rest.endOfFirst(part) else { return false }
      rest = rest[end...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

extension [Key] {
  fileprivate var scalars: [UInt32] {
    [UInt32](map(\.scalars).joined(separator: [0x2E]))
  }
}

extension ArraySlice<UInt8> {
  /// Returns the end of the first occurrence of a part within the bytes, or `nil` if it doesn't
  /// occur.
  fileprivate func endOfFirst(_ part: ArraySlice<UInt8>) -> Int? {
    indices.first { self[$0...].starts(with: part) }.map { $0 + part.count }
  }
}
