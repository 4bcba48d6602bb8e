/// A store that transfers settings between devices.
///
/// ```swift
/// let cloud = try store.cloud(through: .folder(at: path))
/// ```
///
/// `SetteeEtcd` adds etcd clusters: `.etcd(…)`.
public struct CloudMirror: Sendable {
  package let backend: any MirrorBackend

  package init(_ backend: any MirrorBackend) { self.backend = backend }

  /// Returns a folder, which can be transferred by Syncthing, Dropbox, NFS, rsync, or git.
  ///
  /// The first push creates it.
  public static func folder(at path: String) -> CloudMirror { CloudMirror(FolderMirror(at: path)) }

  /// Returns an in-memory mirror for tests and previews.
  ///
  /// Copies of the value share the same mirror.
  public static func memory() -> CloudMirror { CloudMirror(KeyedMirror(MemoryStore())) }

  /// A description of the mirror's address for messages, without credentials.
  public var displayAddress: String { backend.place }
}

/// The operations of a mirror: it transfers documents between devices and stores the seals of
/// accounts.
///
/// All calls block, at most until their deadline, so make them on a background thread.
/// `CloudMirrorSuite` tests the requirements.
package protocol MirrorBackend: Sendable {
  /// A description of the mirror's address for messages, without credentials.
  var place: String { get }

  /// A Boolean value that indicates whether a mirror without an ID may be an existing one that
  /// isn't mounted, instead of a new one.
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

  /// Watches an address on a background thread and reports whenever a newer revision may exist.
  ///
  /// The watch reconnects automatically. It reports a problem once until it has recovered.
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

  /// Throws if the mirror has encrypted documents but its seal hasn't arrived yet.
  func checkComplete() throws(CloudError)

  /// Replaces the seals in `found`. Returns `false` if another device has replaced them since.
  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws(CloudError) -> Bool

  /// Returns the addresses of the account's documents encrypted with `key`, or unencrypted if it is
  /// `nil`.
  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws(CloudError) -> [CloudAddress]

  /// Removes documents at an address.
  ///
  /// If `device` is `nil`, it removes those whose contents are included in `document`. Otherwise,
  /// it removes those that `device` wrote.
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
/// Compare it for equality only.
package struct CloudRevision: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The revision of an address without a document.
  package static let none = CloudRevision("0")
}

/// The result of a pull.
package struct CloudSnapshot: Sendable {
  /// The document, or `nil` if nothing was ever written to the address.
  package let document: CloudDocument?
  /// The mirror's ID, from the marker or else from the document.
  package var mirror: String? { mirrors.first }
  /// All IDs of a mirror that was created in several places at the same time.
  ///
  /// The first one is in effect.
  let mirrors: [String]
  /// The revision that was read.
  package let revision: CloudRevision
  /// Records that lost to one whose writer didn't know them.
  package var contested: [CloudKey: [CloudRecord]] = [:]
  /// The writes of each device that any replica lists, except for the latest one.
  var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
  /// The devices that have a file in the mirror.
  package var files: Set<CloudDevice> = []
  /// The devices whose file has an ID other than the one in effect.
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
  /// A newer revision may exist.
  case changed
  /// The watch failed and is being retried. A pull reports the reason.
  case trouble
  /// The mirror was rolled back to an earlier state. The value is a message for the user.
  case rolledBack(String)
}

/// A running watch.
package protocol CloudWatch: Sendable {
  /// Stops the watch. No callback starts after this returns.
  func stop()
}
