import SetteeFiles
package import SetteeValues

/// A store for one layer of a domain, such as a property-list file, memory, or Apple's preferences.
///
/// Every type that conforms to this protocol must pass the test suite in `SetteeSuites`.
package protocol LayerStore: Sendable {
  /// The path of the file that contains the values, or `nil` if the store has no file.
  var path: String? { get }

  /// The directories for the state of cloud sync, or `nil` to use the user's directories.
  var locations: SettingsDirectories? { get }

  /// Reads all values from the store, and waits if another program might be writing them.
  ///
  /// If the store doesn't exist yet, its values are empty. Problems are passed to the closure
  /// `report`.
  func read(_ report: (DomainIssue) -> Void) throws -> Snapshot

  /// Reads the values from the store once, without waiting for other programs.
  ///
  /// The result is `nil` if the content is invalid because another program might be writing it.
  func readOnce() throws -> Snapshot?

  /// Returns the string of a value that is stored without a type, or `nil` for any other value.
  func text(of key: String) -> String?

  /// Reads, changes, and writes all values of the store in a single atomic step.
  ///
  /// The store writes nothing if `step` throws an error or doesn't change the values. An update
  /// within `step` on the same thread throws an error of kind `busy`, and doesn't affect this
  /// update.
  func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws

  /// Calls `wake` whenever the stored values might have changed, until the returned watch is
  /// released.
  ///
  /// The closure can run on any thread. This method returns `nil` if the store must be polled
  /// instead.
  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch?
}

extension LayerStore {
  package var path: String? { nil }

  package var locations: SettingsDirectories? { nil }

  package func text(of key: String) -> String? { nil }

  package func readOnce() throws -> Snapshot? { try read { _ in } }
}

/// The values of a store at one time, with a number that identifies its content.
package struct Snapshot: Sendable {
  package var values: PropertyListDictionary
  /// A number that is equal only for identical content, or 0 if the content can't be identified.
  package var revision: UInt64
  /// A Boolean value that indicates whether the values come from a backup of a corrupt file.
  var isFromBackup = false

  package init(_ values: PropertyListDictionary, revision: UInt64) {
    self.values = values
    self.revision = revision
  }

  /// The content of a store whose file is missing.
  package static let missing = Snapshot([:], revision: 1)
}

/// The values of a store during an update.
///
/// This class is `Sendable` because only the thread that holds the lock of the store uses it.
package final class Transaction: @unchecked Sendable {
  package let base: Snapshot
  /// The values that the update will write to the store.
  ///
  /// Setting this property causes the store to write the values.
  package var values: PropertyListDictionary {
    didSet { isChanged = true }
  }
  package private(set) var isChanged = false
  /// The source of the change that the update makes.
  ///
  /// Setting the source before the write lets this process recognize the write as its own.
  var source: ChangeSource = .local
  /// The values that this update restored from the backup, or `nil` if it doesn't repair the file.
  var restored: PropertyListDictionary?
  /// The changes that the update makes to the bytes of a text file.
  ///
  /// These changes include the byte edits of an earlier commit that the update reverts.
  var edits: [ByteEdit] = []
  var reverted: [ByteEdit] = []
  /// The values that the update writes in a specific form, by their keys.
  var written: [Key: Value] = [:]
  /// The identities of the list items that the update changes.
  var marks: [SettingPath: ElementMark] = [:]
  /// The parsed content of a text file, or `nil` for other stores.
  var content: SettingsDocument?
  /// The path of the text file, which error messages show.
  var file: String?
  /// The content of the text file after list changes, and the ranges of bytes that differ.
  var listed: (content: SettingsDocument, ranges: [ReplacedRange])?
  /// The paths of the lists that the update has already changed in `listed`.
  var listedPaths: [SettingPath] = []
  /// A Boolean value that indicates whether the paths of the changes refer to the current content
  /// of the file.
  ///
  /// If the value is `false`, the paths refer to the content that the caller read earlier.
  var isLocated = false
  /// The new bytes of the settings file, or `nil` if the update doesn't write them.
  var newBytes: [UInt8]?
  private var onceWritten: [(Transaction, UInt64) -> Void] = []

  package init(_ base: Snapshot) {
    self.base = base
    values = base.values
  }

  /// Applies a change set to the values and returns the resulting changes.
  ///
  /// If the change set has no effect, the store isn't written.
  func apply(_ change: ChangeSet, readsBack: Bool = true) -> [KeyChange] {
    var new = values
    let changes = new.apply(change, in: content, readsBack: readsBack)
    if !changes.isEmpty { values = new }
    for (path, value) in change.written { written[Key(path.key)] = value }
    return changes
  }

  /// Runs a closure after the values are written and before the lock of the store is released.
  package func whenWritten(_ body: @escaping (Transaction, _ revision: UInt64) -> Void) {
    onceWritten.append(body)
  }

  package func finish(revision: UInt64) {
    for body in onceWritten { body(self, revision) }
    onceWritten = []
  }
}
