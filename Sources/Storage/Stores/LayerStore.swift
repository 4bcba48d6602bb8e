import SetteeFiles
import SetteeFormats
package import SetteePropertyLists

/// Where one layer of a domain is kept: a property-list file, memory, or Apple's preferences.
///
/// Every store has to pass the published suite of `SetteeSuites`.
package protocol LayerStore: Sendable {
  /// A name for sentences: the path of the file, or what else it is.
  var place: String { get }

  /// The path of the file that holds the values; nil where none does.
  var filePath: String? { get }

  /// The folders in which cloud sync keeps its state, if they aren't those of the user.
  var locations: SettingsDirectories? { get }

  /// Reads everything; what was never written is empty. `report` gets what went wrong on the way.
  func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot

  /// Reads what is there now, while another program may be writing; nil where it makes no sense.
  func readOnce() throws(DomainError) -> Snapshot?

  /// Whether what is stored is what a Settee, here or in another process, committed last.
  var holdsLastGood: Bool { get }

  /// When it was last seen that another program wrote over the values without replacing the file.
  var lastWrittenInPlace: Int64 { get }

  /// Keeps a copy of what another program has written, for when it is damaged.
  func keepGoodCopy()

  /// The text of a value that has no type where it stands; nil for every other.
  func text(of key: String) -> String?

  /// A value as ``read(_:)`` would give it again.
  func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList

  /// Reads, changes and writes everything as one step that no other writer can come between.
  ///
  /// Nothing is written when `step` throws or leaves the values as they were. An update within
  /// `step`, by the same thread, joins this one: it gets the same ``Transaction``.
  func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError)

  /// Calls `wake`, from any thread, whenever the values may have changed; until the result is
  /// dropped. Nil when the store has to be asked instead.
  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch?
}

extension LayerStore {
  package var filePath: String? { nil }

  package var locations: SettingsDirectories? { nil }

  package var holdsLastGood: Bool { true }

  package var lastWrittenInPlace: Int64 { .min / 2 }

  package func keepGoodCopy() {}

  package func text(of key: String) -> String? { nil }

  package func readOnce() throws(DomainError) -> Snapshot? { try read { _ in } }

  package func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList { value }
}

/// What a store holds, with a number that tells contents apart.
package struct Snapshot: Sendable {
  package var values: PropertyListDictionary
  /// Another number for another content, the same for the same; 0 where that is not known.
  package var revision: UInt64
  /// Whether they are those of the last good copy, because what is stored makes no sense.
  var isFromGoodCopy = false

  package init(_ values: PropertyListDictionary, revision: UInt64) {
    self.values = values
    self.revision = revision
  }

  /// What a file holds that does not exist.
  package static let missing = Snapshot([:], revision: 1)
}

/// The values of a store while an update is under way.
// Safe to share: only the thread that holds the lock of the update makes, reads and changes it.
package final class Transaction: @unchecked Sendable {
  package let base: Snapshot
  /// What shall be stored; setting it asks for a write.
  package var values: PropertyListDictionary {
    didSet { isChanged = true }
  }
  package private(set) var isChanged = false
  /// Who causes the change: known before the write, so that an echo of it is never taken for another's.
  var source: ChangeSource = .local
  /// The values of the last good copy that the write of this update puts back; nil where it mends
  /// nothing.
  var restored: PropertyListDictionary?
  /// What the update does to the bytes of a text file; what it takes back, where it takes something back.
  var edits: [ByteEdit] = []
  var reverted: [ByteEdit] = []
  /// What identifies the items of lists that the update changes.
  var marks: [SettingPath: ElementMark] = [:]
  /// What a text file holds; nil for other stores.
  var content: SettingsDocument?
  /// What a text file holds after changes to its lists, and the ranges of bytes that differ.
  var listed: (content: SettingsDocument, ranges: [ReplacedRange])?
  /// The lists that were changed so.
  var listedPaths: [SettingPath] = []
  /// Whether the changes are of this content, and not of one that was read before.
  var isLocated = false
  private var onceWritten: [(Transaction, UInt64) -> Void] = []

  package init(_ base: Snapshot) {
    self.base = base
    values = base.values
  }

  /// Applies a change and tells what became of each place; without an effect it asks for no write.
  func apply(_ change: ChangeSet) -> [KeyChange] {
    var new = values
    let changes = new.apply(change, in: content)
    if !changes.isEmpty { values = new }
    return changes
  }

  /// Runs `body` once the values are stored, before others may change them.
  package func whenWritten(_ body: @escaping (Transaction, _ revision: UInt64) -> Void) {
    onceWritten.append(body)
  }

  package func finish(revision: UInt64) {
    for body in onceWritten { body(self, revision) }
    onceWritten = []
  }
}

/// What keeps a watch, and what is watched, alive: let go of it to end the watch.
public final class DomainWatch: Sendable {
  private let end: @Sendable () -> Void
  private let process = CurrentProcess.id

  package init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit {
    // A forked child lets go of its copy; the watch is the parent's.
    if CurrentProcess.id == process { end() }
  }
}
