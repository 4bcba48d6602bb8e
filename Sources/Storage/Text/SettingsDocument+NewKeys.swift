import SetteeValues

extension SettingsDocument {
  /// Returns an existing key that the user probably meant instead of a new key.
  ///
  /// The intended key has the same last component as the new key. The result is `nil` if the new
  /// key's table is in the file or is next to the table of the other key.
  package func elsewhere(_ key: String) -> String? {
    guard let place = path(of: key), node(of: key) == nil, commentedRow(of: key) == nil,
      !document.format.hasScopes, let parent = place.parent
    else { return nil }
    let names = place.steps.compactMap(\.name)
    let suffixes = names.indices.map { names[$0...].map(\.text).joined(separator: ".") }
    let others = values.keys.compactMap { key in DocumentPath(key).map { (key, $0) } }
    let commented = commented.map { ($0.key, $0.row.place) }
    if let table = document.node(at: parent), table > 0 {
      // A section can repeat its name in its keys, as `[opcache]` does in php.ini.
      return (others + commented).first { _, other in
        other.parent == parent && other.steps.last?.name?.text.isSame(as: suffixes[0]) == true
      }?.0
    }
    let isInBrackets = { (path: DocumentPath) in
      path.steps.contains { $0.name?.isInBrackets == true }
    }
    let similar = (others + commented).filter { _, other in
      // The tables in brackets in the settings of VS Code repeat keys of the other settings.
      isInBrackets(other) == isInBrackets(place)
        && other.steps.last?.name.map { name in suffixes.contains { name.text.isSame(as: $0) } }
          ?? false
    }
    return similar.contains { $0.1.isBeside(place) } ? nil : similar.first?.0
  }
}

extension SettingsDocument {
  /// Returns the section of an ssh configuration that already lists a host, and the path of a new key
  /// in it.
  ///
  /// The result is `nil` unless the key is in a section that the file doesn't have.
  package func sectionOfHost(for key: String) -> (name: String, key: String)? {
    guard document.format.hasHosts, let place = path(of: key).map({ document.place(ofNew: $0) }),
      place.steps.count == 2, let section = place.steps[0].name, let name = place.steps[1].name,
      document.node(at: DocumentPath(keys: section)) == nil
    else { return nil }
    let hosts = section.namedHosts
    let sections = document.children(of: 0).filter { document.nodes[$0].isContainer }
    return sections.lazy.compactMap { self.document.nodes[$0].step.name }
      .first { !hosts.isDisjoint(with: $0.namedHosts) }
      .map { ($0.text, self.key(of: DocumentPath(keys: $0, name))) }
  }
}

extension Key {
  /// The hosts and patterns of an ssh header such as `Host web *.example.org`, except for `*`.
  fileprivate var namedHosts: Set<Key> {
    Set((hosts ?? []).filter { $0 != "*" && $0.bytes.first != UInt8(ascii: "!") })
  }
}

extension DocumentPath {
  /// Returns whether two paths differ in only one table or index.
  ///
  /// For example, `a.x.k` differs from `a.y.k` in only one table.
  fileprivate func isBeside(_ other: DocumentPath) -> Bool {
    let differences = zip(steps, other.steps).filter { $0 != $1 }
    guard steps.count == other.steps.count, differences.count == 1 else { return false }
    let (one, two) = differences[0]
    return one.name == nil || one.name?.folded != two.name?.folded
  }
}
