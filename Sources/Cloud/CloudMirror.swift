package import SetteeValues

/// A store in the cloud or in a shared folder that transfers settings between devices.
///
/// ```swift
/// let cloud = try store.cloud(through: .folder(at: path))
/// ```
///
/// The `SetteeEtcd` module adds support for mirrors in etcd clusters.
public struct CloudMirror: Sendable {
  package let backend: any MirrorBackend

  package init(_ backend: any MirrorBackend) { self.backend = backend }

  /// Returns a mirror in a folder that Syncthing, Dropbox, NFS, rsync, or git can transfer.
  ///
  /// The first push to the mirror creates the folder.
  public static func folder(at path: String) -> CloudMirror { CloudMirror(FolderMirror(at: path)) }

  /// Returns an in-memory mirror for tests and previews.
  ///
  /// Copies of this value share the same in-memory mirror.
  public static func memory() -> CloudMirror { CloudMirror(MemoryStore()) }

  /// A description of the mirror's address for messages, without credentials.
  public var displayAddress: String { backend.place }
}

/// A backend that transfers documents between devices and stores the seals of encrypted accounts.
///
/// All methods block, but no longer than their deadline, so call them on a background thread.
/// `CloudMirrorSuite` tests the requirements.
package protocol MirrorBackend: Sendable {
  /// A description of the mirror's address for messages, without credentials.
  var place: String { get }

  /// A Boolean value that indicates whether an existing mirror can temporarily seem to have no ID.
  ///
  /// For example, an empty folder can be the mount point of a mirror that isn't mounted.
  var keepsMarker: Bool { get }

  /// Returns the merged document at an address in the mirror.
  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws
    -> CloudSnapshot

  /// Replaces a document in the mirror if the mirror still has the expected revision.
  ///
  /// - Returns: The new revision, or `nil` if the mirror has another revision and nothing was
  ///   written.
  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: String, by deadline: CloudDeadline
  ) throws -> String?

  /// Watches an address in the mirror on a background thread and reports possible new revisions.
  ///
  /// If the connection fails, the watch reconnects automatically. It doesn't report the same
  /// problem again until it has recovered.
  ///
  /// - Returns: A closure that stops the watch and prevents any further callbacks.
  func changes(
    at address: CloudAddress, after revision: String,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void

  // MARK: Encrypted accounts

  /// Returns the seals of an account, which contain its encrypted key.
  ///
  /// An unencrypted account has no seals. An account has several seals if two devices encrypted it
  /// at the same time.
  func seals(of account: String, by deadline: CloudDeadline) throws -> [Seal]

  /// Throws an error if the mirror has encrypted documents but their seal hasn't arrived yet.
  func checkComplete() throws

  /// Replaces the seals in `found` with a new seal, or returns `false` if another device has
  /// replaced them.
  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws -> Bool

  /// Returns the addresses of the account's documents that are encrypted with a key.
  ///
  /// If the key is `nil`, this method returns the addresses of unencrypted documents.
  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws -> [CloudAddress]

  /// Removes documents at an address from the mirror.
  ///
  /// If `device` is `nil`, this method removes the documents whose contents are included in
  /// `document`. Otherwise, it removes the documents that `device` wrote.
  ///
  /// - Returns: The number of remaining documents.
  func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws -> Int

  /// Removes all data that was encrypted with the key of an earlier epoch.
  func purge(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws

  /// Blocks or unblocks the location of an account's unencrypted documents in the mirror.
  ///
  /// Blocking this location prevents versions of Settee without encryption from writing unencrypted
  /// documents.
  func setBlocked(_ account: String, _ isBlocked: Bool) throws
}

extension MirrorBackend {
  /// By default, Settee assumes that a mirror that responds is complete.
  package var keepsMarker: Bool { false }
  package func checkComplete() throws {}
}

/// The document that a pull has read from the mirror, with information about its files.
package struct CloudSnapshot: Sendable {
  /// The merged document, or `nil` if no device has ever written to the address.
  package private(set) var document: CloudDocument?
  /// The ID of the mirror according to its marker, or according to the document if there is no
  /// marker.
  package var mirror: String? { mirrors.first }
  /// All IDs of a mirror that several devices created at the same time.
  ///
  /// The first ID of the mirror takes precedence over the others.
  let mirrors: [String]
  /// The revision of the document that the pull has read.
  ///
  /// A revision is an opaque token, which can be compared only for equality.
  package let revision: String
  /// The records that a newer record replaced although its writer didn't know of them.
  package var contested: [Key: [CloudRecord]] = [:]
  /// The writes of each device that are listed in any replica, excluding the latest write.
  var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
  /// The records that aren't in the document because a replica seems to have removed their device
  /// after a long time.
  var forgotten: [Key: [CloudRecord]] = [:]
  /// The devices that have a file in the mirror.
  package var files: Set<CloudDevice> = []
  /// The devices whose files contain an ID of the mirror that doesn't take precedence.
  var misplaced: Set<CloudDevice> = []
  /// Warnings about the mirror's files, such as documents that can't be decrypted.
  var warnings: [String] = []
}

extension CloudSnapshot {
  /// The revision of an address in the mirror that doesn't contain a document.
  package static let noRevision = "0"

  init(document: CloudDocument?, revision: String) {
    self.init(
      document: document, mirrors: [document?.mirror].compactMap { $0 }, revision: revision)
  }

  /// Adds the records of devices that a replica seems to have removed to the document.
  ///
  /// No replica that has a forgotten record knows of the record that it replaces or loses to, so
  /// the older record is contested.
  mutating func keepForgotten() {
    for (key, records) in forgotten {
      for record in records {
        let known = document?.records[key]
        let (kept, lost) =
          known?.isOlder(than: record) ?? true ? (record, known) : (known, record)
        document?.records[key] = kept
        if let kept, let lost, !lost.hasSameValue(as: kept) {
          contested[key, default: []].append(lost)
        }
      }
    }
  }
}

/// An event that the watch of a mirror reports.
package enum MirrorEvent: Sendable, Equatable {
  /// The mirror might have a newer revision of the document.
  case changed
  /// The watch of the mirror failed and is being retried.
  ///
  /// The next pull from the mirror reports the reason for the failure.
  case trouble
  /// The mirror was rolled back to an earlier state. The associated value is a message for the
  /// user.
  case rolledBack(String)
}
