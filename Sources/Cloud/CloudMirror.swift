/// A store that transfers settings between devices.
///
/// ```swift
/// let cloud = try store.cloud(through: .folder(at: path))
/// ```
///
/// The module `SetteeEtcd` adds etcd clusters: `.etcd(…)`.
public struct CloudMirror: Sendable {
  package let backend: any MirrorBackend

  package init(_ backend: any MirrorBackend) { self.backend = backend }

  /// Returns a mirror in a folder, which Syncthing, Dropbox, NFS, rsync, or git can transfer.
  ///
  /// The folder is created by the first push.
  public static func folder(at path: String) -> CloudMirror { CloudMirror(FolderMirror(at: path)) }

  /// Returns a mirror in memory for tests and previews.
  ///
  /// Copies of the value share the same mirror.
  public static func memory() -> CloudMirror { CloudMirror(KeyedMirror(MemoryStore())) }

  /// A description of the mirror's address for messages, without credentials.
  public var displayAddress: String { backend.place }
}

/// The operations of a mirror, which transfers documents between devices and stores the seals of
/// accounts.
///
/// All calls block, at most until their deadline, so make them on a background thread.
/// `CloudMirrorSuite` tests the requirements.
package protocol MirrorBackend: Sendable {
  /// A description of the mirror's address for messages, without credentials.
  var place: String { get }

  /// A Boolean value that indicates whether a mirror without an ID may be an existing mirror that
  /// isn't mounted, rather than a new mirror.
  var keepsMarker: Bool { get }

  /// Returns the merged document at an address.
  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot

  /// Replaces the document if the mirror still has the expected revision.
  ///
  /// - Returns: The new revision, or `nil` if the mirror has another revision and nothing was
  ///   written.
  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision?

  /// Watches an address on a background thread, and reports whenever there may be a newer revision.
  ///
  /// The watch reconnects automatically. It reports a problem only once until it has recovered.
  func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch

  // MARK: Encrypted accounts

  /// Returns the seals of an account.
  ///
  /// There are none if the account is unencrypted, and several if two devices encrypted it at the
  /// same time.
  func seals(of account: String, by deadline: CloudDeadline) throws(CloudError) -> [Seal]

  /// Throws an error if the mirror has encrypted documents, but its seal hasn't arrived yet.
  func checkComplete() throws(CloudError)

  /// Replaces the seals in `found`. This method returns `false` if another device has replaced them
  /// since.
  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws(CloudError) -> Bool

  /// Returns the addresses of the account's documents that are encrypted with `key`, or of its
  /// unencrypted documents if the key is `nil`.
  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws(CloudError) -> [CloudAddress]

  /// Removes documents at an address.
  ///
  /// If `device` is `nil`, this method removes the documents whose contents are included in
  /// `document`. Otherwise, it removes the documents that `device` wrote.
  ///
  /// - Returns: The number of remaining documents.
  func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws(CloudError) -> Int

  /// Removes all data of an epoch that is no longer used.
  func purge(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws(CloudError)

  /// Blocks or unblocks the account's unencrypted location, so that versions of Settee without
  /// encryption can't write to it.
  func setBlocked(_ account: String, _ isBlocked: Bool) throws(CloudError)
}

extension MirrorBackend {
  /// By default, a mirror that responds is complete.
  package var keepsMarker: Bool { false }
  package func checkComplete() throws(CloudError) {}
}

/// An opaque revision of a document in one mirror.
///
/// Revisions can be compared only for equality.
package struct CloudRevision: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The revision of an address that has no document.
  package static let none = CloudRevision("0")
}

/// The result of a pull.
package struct CloudSnapshot: Sendable {
  /// The document, or `nil` if nothing was ever written to the address.
  package let document: CloudDocument?
  /// The ID of the mirror, which comes from the marker, or from the document if there is no marker.
  package var mirror: String? { mirrors.first }
  /// All IDs of a mirror that was created in several places at the same time.
  ///
  /// The first ID is in effect.
  let mirrors: [String]
  /// The revision that was read.
  package let revision: CloudRevision
  /// Records that were overridden by a record whose writer didn't know them.
  package var contested: [CloudKey: [CloudRecord]] = [:]
  /// The writes of each device that are listed in any replica, except for the latest write.
  var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
  /// The devices that have a file in the mirror.
  package var files: Set<CloudDevice> = []
  /// The devices whose file has a different ID than the one in effect.
  var misplaced: Set<CloudDevice> = []
  /// Warnings about the mirror's files, such as documents that can't be decrypted, one sentence
  /// each.
  var warnings: [String] = []
}

extension CloudSnapshot {
  init(document: CloudDocument?, revision: CloudRevision) {
    self.init(
      document: document, mirrors: [document?.mirror].compactMap { $0 }, revision: revision)
  }
}

/// A notification from the watch of a mirror.
package enum MirrorEvent: Sendable, Equatable {
  /// There may be a newer revision.
  case changed
  /// The watch failed and is being retried. A pull reports the reason.
  case trouble
  /// The mirror was rolled back to an earlier state. The value is a message for the user.
  case rolledBack(String)
}

/// A watch that is running.
package protocol CloudWatch: Sendable {
  /// Stops the watch. No callback starts after this method returns.
  func stop()
}
