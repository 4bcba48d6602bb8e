import SetteeFiles
import SetteeValues

/// A storage that encodes all settings as data under a single key of another domain.
final class OpaqueStorage: LayerStore {
  private let domain: Domain
  private let key: String

  init(in domain: Domain, key: String) {
    self.domain = domain
    self.key = key
  }

  private var place: String { "the key '\(key)' of \(domain.name)" }

  var locations: SettingsDirectories? { domain.syncLocations }

  func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    let stored = try domain.values(in: .user)[key]
    if Self.content(of: stored) == nil {
      report(
        DomainIssue(
          .setAside, "Can't read \(place). Defaults are used, and the stored data is kept.",
          keys: [key]))
    }
    return Snapshot(Self.content(of: stored) ?? [:], revision: Self.revision(of: stored))
  }

  func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    var done: (working: Transaction, revision: UInt64)?
    try domain.transaction { transaction in
      let stored = transaction.values[key]
      let working = Transaction(
        Snapshot(Self.content(of: stored) ?? [:], revision: Self.revision(of: stored)))
      try step(working)
      guard working.isChanged, working.values != working.base.values else { return }
      if let stored, Self.content(of: stored) == nil {
        transaction[SettingPath(ReservedKey.damaged, key)] = stored
      }
      let data = try encoded(working.values)
      transaction[SettingPath(key)] = data
      done = (working, Self.revision(of: data))
    }
    if let done { done.working.finish(revision: done.revision) }
  }

  private func encoded(_ values: PropertyListDictionary) throws -> PropertyList {
    do { return .data(Data(try PropertyList.dictionary(values).binary())) } catch {
      throw DomainError(.io, "Can't write \(place): \(error).")
    }
  }

  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    domain.observe { [key] event in
      if event.changes.contains(where: { $0.path.key.utf8.elementsEqual(key.utf8) }) { wake(false) }
    }
  }

  /// Returns a number that identifies the content of the stored data, which is its checksum.
  private static func revision(of stored: PropertyList?) -> UInt64 {
    guard case .data(let data) = stored else { return Snapshot.missing.revision }
    return Checksum(of: [UInt8](data)).revision
  }

  /// Returns the values that the stored data contains, or `nil` if the data can't be decoded.
  private static func content(of stored: PropertyList?) -> PropertyListDictionary? {
    guard let stored else { return [:] }
    guard case .data(let data) = stored else { return nil }
    return (try? PropertyList(reading: [UInt8](data)))?.dictionary
  }
}
