import SetteePropertyLists
package import SetteeStorage

/// What of one domain goes to the cloud: the marks of its panes and of a program's settings, which
/// a `Store` leaves in the domain's state folder for the command and the editor.
package struct SyncRules: Sendable, Equatable {
  /// What is known of a key; of two marks the greater one holds.
  package enum SyncRule: String, Sendable, Comparable, CaseIterable {
    /// Has a control, and no mark.
    case control
    /// Marked to follow the user.
    case user
    /// Marked to follow the user, and a secret: sent to a sealed mirror alone, once that was allowed.
    case secret
    /// Marked to stay, secret, volatile, or a secure field: never sent, whoever else marks it.
    case never

    package static func < (left: Self, right: Self) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The mark of each known key; a key that is not here is never sent.
  package private(set) var marks: [CloudKey: SyncRule] = [:]

  package init(_ marks: [String: SyncRule] = [:]) {
    for (key, mark) in marks { self.marks[CloudKey(key)] = mark }
  }

  package mutating func add(_ mark: SyncRule, for key: String) {
    let key = CloudKey(key)
    marks[key] = marks[key].map { max($0, mark) } ?? mark
  }

  package mutating func merge(_ other: SyncRules) {
    marks.merge(other.marks, uniquingKeysWith: max)
  }

  /// Whether there is nothing that may go to the cloud.
  package var isEmpty: Bool { !marks.values.contains { $0 != .never } }

  /// The secrets that may go to a sealed mirror.
  package var secrets: Set<CloudKey> { keys(marked: .secret) }

  /// The keys that go to any cloud; where some are marked to follow the user, only those.
  package var sent: Set<CloudKey> { keys(marked: sentMark) }

  /// What the keys bear that go to any cloud.
  var sentMark: SyncRule {
    marks.values.contains { $0 == .user || $0 == .secret } ? .user : .control
  }

  private func keys(marked mark: SyncRule) -> Set<CloudKey> {
    Set(marks.lazy.filter { $0.value == mark }.map(\.key))
  }
}

extension SyncRules {
  private static func file(_ domain: DomainName, _ locations: SettingsDirectories) -> CloudFile {
    CloudFile("\(locations.state)/\(domain.text)/marks.plist", in: locations)
  }

  /// Writes the marks of a program's settings where the command and the editor find them.
  package func save(for domain: DomainName, locations: SettingsDirectories) throws(CloudError) {
    if try Self.load(for: domain, locations: locations) == self { return }
    let entries = marks.sorted { $0.key < $1.key }.map {
      ($0.text, PropertyList.string($1.rawValue))
    }
    let list: PropertyList = ["marks": .dictionary(PropertyListDictionary(entries))]
    try Self.file(domain, locations).write(list)
  }

  /// Reads them; none where no program has written any.
  package static func load(
    for domain: DomainName, locations: SettingsDirectories
  ) throws(CloudError) -> SyncRules {
    var marks = SyncRules()
    let list = try file(domain, locations).read()?.dictionary
    for (key, value) in list?["marks"]?.dictionary ?? [:] {
      marks.marks[CloudKey(key)] = value.string.flatMap(SyncRule.init(rawValue:)) ?? .never
    }
    return marks
  }
}
