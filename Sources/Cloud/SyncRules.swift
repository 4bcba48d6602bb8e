package import SetteeValues
package import SetteeStorage

/// The rules that determine which keys of a domain are synced.
///
/// The rules come from the domain's panes and from the settings of a program. A `Store` saves them
/// in the domain's state folder for the command and the editor.
package struct SyncRules: Sendable, Equatable {
  /// A rule that determines whether a key is synced.
  ///
  /// If a key has two rules, the greater one takes precedence.
  package enum SyncRule: String, Sendable, Comparable, CaseIterable {
    /// The key has a control in a pane but no explicit sync rule.
    case control
    /// The key is synced.
    case user
    /// The key is a secret, which is synced only with an encrypted mirror and the user's
    /// permission.
    case secret
    /// The key is never synced, because it is local, secret, volatile, or a secure field.
    case never

    package static func < (left: Self, right: Self) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The sync rule for each known key of the domain.
  ///
  /// Keys without a rule are never sent to the mirror.
  package private(set) var rules: [Key: SyncRule] = [:]

  package init(_ rules: [String: SyncRule] = [:]) {
    for (key, rule) in rules { self.rules[Key(key)] = rule }
  }

  package mutating func add(_ rule: SyncRule, for key: String) {
    let key = Key(key)
    rules[key] = rules[key].map { max($0, rule) } ?? rule
  }

  package mutating func merge(_ other: SyncRules) {
    rules.merge(other.rules, uniquingKeysWith: max)
  }

  /// A Boolean value that indicates whether the rules prevent every key from being sent.
  package var isEmpty: Bool { !rules.values.contains { $0 != .never } }

  /// The keys of secrets that can be sent to an encrypted mirror.
  package var secrets: Set<Key> { keys(with: .secret) }

  /// The keys that can be sent to any mirror, even an unencrypted one.
  ///
  /// If no key has an explicit rule, every key that has a control can be sent.
  package var sent: Set<Key> { keys(with: sentRule) }

  /// The rule of the keys that can be sent to any mirror, even an unencrypted one.
  var sentRule: SyncRule {
    rules.values.contains { $0 == .user || $0 == .secret } ? .user : .control
  }

  private func keys(with rule: SyncRule) -> Set<Key> {
    Set(rules.lazy.filter { $0.value == rule }.map(\.key))
  }
}

extension SyncRules {
  private static func file(_ domain: DomainName, _ locations: SettingsDirectories) -> CloudFile {
    CloudFile("\(locations.state)/\(domain.text)/marks.plist", in: locations)
  }

  /// Saves the sync rules of a program so that the command and the editor can use them.
  package func save(for domain: DomainName, locations: SettingsDirectories) throws {
    if try Self.load(for: domain, locations: locations) == self { return }
    let entries = rules.sorted { $0.key < $1.key }.map {
      ($0.text, PropertyList.string($1.rawValue))
    }
    let list: PropertyList = ["marks": .dictionary(PropertyListDictionary(entries))]
    try Self.file(domain, locations).write(list)
  }

  /// Loads the saved sync rules, or returns empty rules if no program has saved any.
  package static func load(
    for domain: DomainName, locations: SettingsDirectories
  ) throws -> SyncRules {
    var found = SyncRules()
    let list = try file(domain, locations).read()?.dictionary
    for (key, value) in list?["marks"]?.dictionary ?? [:] {
      found.rules[Key(key)] = value.string.flatMap(SyncRule.init(rawValue:)) ?? .never
    }
    return found
  }
}
