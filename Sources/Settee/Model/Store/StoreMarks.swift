/// What a set's reserved keys say: versions seen and migrations done.
struct StoreMarks {
  let holder: LeafPath
  private let marks: PropertyListDictionary

  init(of set: String, in values: PropertyListDictionary) {
    holder = LeafPath(ReservedKey.marks, set)
    marks = values.value(at: holder)?.dictionary ?? [:]
  }

  /// The migrations of a list that have not run, in its order.
  func pending(_ migrations: [Migration]) -> [Migration] {
    let done = marks["migrations"]?.array ?? []
    return migrations.filter { migration in
      !done.contains { $0 == .string(migration.name) }
    }
  }

  func noteDone(_ migrations: [Migration], in transaction: inout DomainTransaction) {
    let done = marks["migrations"]?.array ?? []
    transaction[holder.appending("migrations")] = .array(done + migrations.map { .string($0.name) })
  }

  /// The versions once `current` has opened the file.
  func installed(_ current: String) -> InstalledVersions {
    let known = marks["current"]?.string
    let isSame = known?.utf8.elementsEqual(current.utf8) == true
    return InstalledVersions(
      first: marks["first"]?.string ?? known ?? current,
      previous: isSame ? marks["previous"]?.string : known, current: current)
  }

  /// Whether the file says so already.
  func says(_ versions: InstalledVersions) -> Bool {
    marks["current"]?.string == versions.current && marks["first"]?.string == versions.first
  }

  func note(_ versions: InstalledVersions, in transaction: inout DomainTransaction) {
    transaction[holder.appending("first")] = .string(versions.first)
    transaction[holder.appending("previous")] = versions.previous.map(PropertyList.string)
    transaction[holder.appending("current")] = .string(versions.current)
  }
}
