import SetteeValues

/// The keys that mappings of a YAML file get through merge keys, as a read-only layer below the
/// file.
final class MergedKeys: LayerStore {
  private let file: TextFile

  init(of file: TextFile) { self.file = file }

  var path: String? { file.path }

  func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    let stored = try file.read(report)
    var values = PropertyListDictionary()
    for merged in file.known?.merged ?? [] where !values.hasValue(for: merged.key) {
      values.add(merged.key, merged.value)
    }
    return Snapshot(values, revision: stored.revision)
  }

  func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    throw DomainError(.denied, "Can't change merged keys of \(file.place): change their source.")
  }

  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? { nil }
}

extension TextFile {
  /// The merged keys as a layer, or `nil` if the format has none.
  var mergedKeys: MergedKeys? { role.format == .yaml ? MergedKeys(of: self) : nil }
}
