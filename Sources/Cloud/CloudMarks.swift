import SetteePropertyLists
package import SetteeStorage

/// What of one domain goes to the cloud: the marks of its panes and of a program's settings.
///
/// A `Store` writes its marks to the domain's state folder with ``save(for:locations:)``, where the
/// command and the editor find them.
package struct CloudMarks: Sendable, Equatable {
  /// What is known of a key; of two marks the greater one holds.
  package enum Mark: String, Sendable, Comparable {
    /// Has a control, and no mark.
    case control
    /// Marked to follow the user.
    case user
    /// Marked to follow the user, and a secret: sent to a sealed mirror alone, once that was allowed.
    case secret
    /// Marked to stay, secret, volatile, or a secure field: never sent, whoever else marks it.
    case never

    private var rank: Int {
      switch self {
      case .control: 0
      case .user: 1
      case .secret: 2
      case .never: 3
      }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  }

  /// The mark of each known key; a key that is not here is never sent.
  package private(set) var marks: [CloudKey: Mark] = [:]

  /// Nothing goes anywhere.
  package init() {}

  /// Marks keys one by one.
  package init(_ marks: [String: Mark]) {
    for (key, mark) in marks { self.marks[CloudKey(key)] = mark }
  }

  /// Adds a mark to those that the key has.
  package mutating func add(_ mark: Mark, for key: String) {
    let key = CloudKey(key)
    marks[key] = marks[key].map { max($0, mark) } ?? mark
  }

  /// Adds all marks of another source.
  package mutating func merge(_ other: CloudMarks) {
    marks.merge(other.marks, uniquingKeysWith: max)
  }

  /// Whether there is nothing that may go to the cloud.
  package var isEmpty: Bool { !marks.values.contains { $0 != .never } }

  /// The secrets that may go to a sealed mirror.
  package var secrets: Set<CloudKey> { keys(marked: .secret) }

  /// The keys that go to the cloud, whatever it is; where some are marked to follow the user, only such
  /// keys do.
  package var sent: Set<CloudKey> { keys(marked: sentMark) }

  /// What the keys bear that go to any cloud.
  var sentMark: Mark {
    marks.values.contains { $0 == .user || $0 == .secret } ? .user : .control
  }

  private func keys(marked mark: Mark) -> Set<CloudKey> {
    Set(marks.lazy.filter { $0.value == mark }.map(\.key))
  }
}

extension CloudMarks {
  private static func path(_ domain: DomainName, _ locations: Locations) -> String {
    "\(locations.state)/\(domain.text)/marks.plist"
  }

  /// Writes the marks of a program's settings where the command and the editor find them.
  package func save(for domain: DomainName, locations: Locations) throws(CloudError) {
    if try Self.load(for: domain, locations: locations) == self { return }
    let list: PropertyList = ["marks": CloudCoding.table(of: marks) { .string($0.rawValue) }]
    try CloudFile(Self.path(domain, locations)).write(list)
  }

  /// Reads them; none where no program has written any.
  package static func load(
    for domain: DomainName, locations: Locations
  ) throws(CloudError) -> CloudMarks {
    guard let list = try CloudFile(path(domain, locations)).read(),
      let entries = list.dictionary?["marks"]?.dictionary
    else { return CloudMarks() }
    var marks = CloudMarks()
    for (key, value) in entries {
      marks.marks[CloudKey(key)] = value.string.flatMap(Mark.init(rawValue:)) ?? .never
    }
    return marks
  }
}
