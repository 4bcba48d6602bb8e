#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import Settee

/// Conformance checks that every store of a domain must pass.
///
/// Create the suite with a closure that opens a new, empty store at each call, and call ``run(_:)``
/// from a test. The error that it throws describes the broken guarantee.
package struct DomainStorageSuite: Sendable {
  /// The error that is thrown when a store breaks a guarantee.
  package struct Broken: Error, CustomStringConvertible {
    /// A description of the broken guarantee.
    package let description: String
  }

  private let fresh: @Sendable () throws -> any LayerStore

  /// Creates a suite for one type of store.
  package init(_ fresh: @escaping @Sendable () throws -> any LayerStore) { self.fresh = fresh }

  /// The names of all guarantees.
  package static var promises: [String] { tests.map(\.name) }

  /// Checks a guarantee.
  ///
  /// - Parameter promise: An element of ``promises``.
  /// - Throws: ``Broken``, or the store's error.
  package func run(_ promise: String) throws {
    guard let test = Self.tests.first(where: { $0.name == promise }) else {
      throw Broken(description: "unknown guarantee “\(promise)”")
    }
    try test.body(try fresh())
  }

  private struct Test: Sendable {
    let name: String
    let body: @Sendable (any LayerStore) throws -> Void
  }

  private static func expect(_ holds: Bool, _ what: String) throws {
    if !holds { throw Broken(description: what) }
  }

  private static func values(_ store: any LayerStore) throws -> PropertyListDictionary {
    try store.read { _ in }.values
  }

  private static let tests: [Test] = [
    Test(name: "a fresh store is empty") { store in
      try expect(try values(store).isEmpty, "a fresh store holds something")
    },
    Test(name: "written values are read back") { store in
      let all: PropertyListDictionary = [
        "string": .string("é\u{301}\n<&>"), "integer": .integer(-7), "real": .real(0.1),
        "yes": .boolean(true), "data": .data(.init([0, 255])), "array": .array([.integer(1)]),
        "nested": .dictionary(["leaf": .dictionary([:])]),
      ]
      try store.update({ working in working.values = all }, { _ in })
      try expect(try values(store) == all, "what was written is not what is read")
    },
    Test(name: "an update that throws changes nothing") { store in
      let error = DomainError(.conflict, "as asked")
      do {
        try store.update(
          { working in
            working.values["key"] = .integer(1)
            throw error
          }, { _ in })
        throw Broken(description: "the error of the closure was ignored")
      } catch let thrown as DomainError {
        try expect(thrown == error, "another error came out than the step threw")
      }
      try expect(try values(store).isEmpty, "a step that threw left something")
    },
    Test(name: "an update within an update is rejected, and the outer one loses nothing") { store in
      var rejection: DomainError?
      try store.update(
        { working in
          working.values["outer"] = .integer(1)
          do {
            try store.update({ $0.values["inner"] = .integer(2) }, { _ in })
          } catch let error as DomainError { rejection = error }
          working.values["later"] = .integer(3)
        }, { _ in })
      try expect(rejection?.code == .busy, "the inner update was not rejected")
      let outer: PropertyListDictionary = ["outer": .integer(1), "later": .integer(3)]
      try expect(try values(store) == outer, "the outer update is not stored as a whole")
      try store.update({ $0.values["next"] = .integer(4) }, { _ in })
      try expect(try values(store).count == 3, "an update after the rejection is not stored")
    },
    Test(name: "the revision changes with the contents") { store in
      let before = try store.read { _ in }.revision
      try store.update(
        { working in working.values["key"] = .integer(1) }, { _ in })
      let after = try store.read { _ in }.revision
      let again = try store.read { _ in }.revision
      try expect(before != after || after == 0, "two contents have one revision")
      try expect(after == again, "one content has two revisions")
    },
    Test(name: "actions deferred to the write run after it, and only then") { store in
      var written: [UInt64] = []
      try store.update(
        { working in
          working.values["key"] = .integer(1)
          working.whenWritten { _, revision in written.append(revision) }
          if !written.isEmpty { throw DomainError(.io, "it ran before the write") }
        }, { _ in })
      try expect(written == [try store.read { _ in }.revision], "it did not run once, as written")
    },
    Test(name: "keys that differ only in their code units are distinct") { store in
      try store.update(
        { working in
          working.values["\u{E9}"] = .integer(1)
          working.values["e\u{301}"] = .integer(2)
        }, { _ in })
      try expect(try values(store).count == 2, "é and e + U+0301 became one key")
    },
  ]
}
