#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A set kept as one value of bytes under one key of another domain.
struct SealedStorage: DomainStorage {
  private let domain: Domain
  private let key: String

  init(in domain: Domain, key: String) {
    self.domain = domain
    self.key = key
  }

  var place: String { "the key “\(key)” of \(domain.name)" }

  func read() throws(DomainError) -> PropertyListDictionary {
    Self.opened(try domain.values(in: .user)[key]) ?? [:]
  }

  func update(
    _ change: (inout PropertyListDictionary) throws(DomainError) -> Void
  ) throws(DomainError) {
    do {
      try domain.transaction { transaction in
        let sealed = transaction.values[key]
        var values = Self.opened(sealed) ?? [:]
        let before = values
        try change(&values)
        guard values != before else { return }
        if let sealed, Self.opened(sealed) == nil {
          transaction[LeafPath(ReservedKey.damaged, key)] = sealed
        }
        transaction[LeafPath(key)] = .data(Data(try PropertyList.dictionary(values).binary()))
      }
    } catch let error as DomainError { throw error } catch {
      throw DomainError(.io, "\(place) cannot be written: \(error).")
    }
  }

  func watch(_ wake: @escaping @Sendable () -> Void) -> DomainWatch {
    domain.observe { event in
      if event.changes.contains(where: { $0.path.key.utf8.elementsEqual(key.utf8) }) { wake() }
    }
  }

  /// What the bytes hold; nil when they cannot be read.
  private static func opened(_ sealed: PropertyList?) -> PropertyListDictionary? {
    guard let sealed else { return [:] }
    guard case .data(let data) = sealed else { return nil }
    return (try? PropertyList(reading: [UInt8](data)))?.dictionary
  }
}
