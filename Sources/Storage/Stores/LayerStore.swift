import SetteeFiles
import SetteeFormats
package import SetteePropertyLists

/// A store for one layer of a domain, such as a property-list file, memory, or Apple's preferences.
///
/// Every store must pass the test suite in `SetteeSuites`.
package protocol LayerStore: Sendable {
  /// A description for messages, such as the path of the file.
  var place: String { get }

  /// The path of the file with the values, or `nil` if there is none.
  var filePath: String? { get }

  /// The directories in which cloud sync stores its state, if they aren't the user's.
  var locations: SettingsDirectories? { get }

  /// Reads all values; a missing store is empty.
  ///
  /// Problems are passed to `report`.
  func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot

  /// Reads the current content once, or returns `nil` if it is invalid because another program may
  /// be writing it.
  func readOnce() throws(DomainError) -> Snapshot?

  /// Whether the stored content was last committed by Settee, in this or another process.
  var isLastCommit: Bool { get }

  /// The last time another program modified the file in place, in monotonic nanoseconds.
  var lastWrittenInPlace: Int64 { get }

  /// Saves a backup of content written by another program.
  func saveBackup()

  /// Returns the string of a value that is stored without a type, or `nil` for any other value.
  func text(of key: String) -> String?

  /// Returns a value as ``read(_:)`` would return it.
  func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList

  /// Reads, changes, and writes all values atomically with respect to other writers.
  ///
  /// Nothing is written if `step` throws or doesn't change the values. An update within `step` on
  /// the same thread joins this one, and receives the same ``Transaction``.
  func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError)

  /// Calls `wake`, on any thread, whenever the values may have changed, until the returned watch is
  /// released.
  ///
  /// Returns `nil` if the store must be polled instead.
  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch?
}

extension LayerStore {
  package var filePath: String? { nil }

  package var locations: SettingsDirectories? { nil }

  package var isLastCommit: Bool { true }

  package var lastWrittenInPlace: Int64 { .min / 2 }

  package func saveBackup() {}

  package func text(of key: String) -> String? { nil }

  package func readOnce() throws(DomainError) -> Snapshot? { try read { _ in } }

  package func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList { value }
}

/// The content of a store, with a number that identifies it.
package struct Snapshot: Sendable {
  package var values: PropertyListDictionary
  /// A number that is equal only for equal content, or 0 if it is unknown.
  package var revision: UInt64
  /// Whether the values come from the backup because the stored content is corrupt.
  var isFromBackup = false

  package init(_ values: PropertyListDictionary, revision: UInt64) {
    self.values = values
    self.revision = revision
  }

  /// The content of a missing file.
  package static let missing = Snapshot([:], revision: 1)
}

/// The values of a store during an update.
// Sendable because only the thread that holds the update's lock uses it.
package final class Transaction: @unchecked Sendable {
  package let base: Snapshot
  /// The values to store.
  ///
  /// Setting them requests a write.
  package var values: PropertyListDictionary {
    didSet { isChanged = true }
  }
  package private(set) var isChanged = false
  /// The source of the change.
  ///
  /// It is set before the write, so that this process recognizes the write as its own.
  var source: ChangeSource = .local
  /// The values restored from the backup by this update, or `nil` if nothing is repaired.
  var restored: PropertyListDictionary?
  /// The effect of the update on the bytes of a text file, and the byte edits that it reverts.
  var edits: [ByteEdit] = []
  var reverted: [ByteEdit] = []
  /// The identities of the list items that the update changes.
  var marks: [SettingPath: ElementMark] = [:]
  /// The content of a text file, or `nil` for other stores.
  var content: SettingsDocument?
  /// The path of that file, for messages.
  var file: String?
  /// The content after changes to its lists, and the ranges of bytes that differ.
  var listed: (content: SettingsDocument, ranges: [ReplacedRange])?
  /// The lists in `listed` that have changed.
  var listedPaths: [SettingPath] = []
  /// Whether the changed paths were located in this content instead of earlier content.
  var isLocated = false
  private var onceWritten: [(Transaction, UInt64) -> Void] = []

  package init(_ base: Snapshot) {
    self.base = base
    values = base.values
  }

  /// Applies a change set and returns the changes.
  ///
  /// If there are none, no write is requested.
  func apply(_ change: ChangeSet) -> [KeyChange] {
    var new = values
    let changes = new.apply(change, in: content)
    if !changes.isEmpty { values = new }
    return changes
  }

  /// Runs `body` after the values are stored, before the lock is released.
  package func whenWritten(_ body: @escaping (Transaction, _ revision: UInt64) -> Void) {
    onceWritten.append(body)
  }

  package func finish(revision: UInt64) {
    for body in onceWritten { body(self, revision) }
    onceWritten = []
  }
}

/// A token that keeps a watch and the watched object alive.
///
/// Release it to end the watch.
public final class DomainWatch: Sendable {
  private let end: @Sendable () -> Void
  private let process = CurrentProcess.id

  package init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit {
    // After fork, only the parent may end the watch.
    if CurrentProcess.id == process { end() }
  }
}
