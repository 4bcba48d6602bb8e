/// A place that carries settings between devices: choose one, and give it to a store.
///
/// ```swift
/// let cloud = try store.cloud(through: .folder(at: path))
/// ```
///
/// `SetteeEtcd` adds clusters of etcd: `.etcd(…)`.
public struct CloudMirror: Sendable {
  package let backend: any MirrorBackend

  package init(_ backend: any MirrorBackend) { self.backend = backend }

  /// A folder, which Syncthing, Dropbox, NFS, rsync or git may carry; the first push makes it.
  public static func folder(at path: String) -> CloudMirror { CloudMirror(FolderMirror(at: path)) }

  /// A mirror in memory, for tests and previews: copies of the value are one mirror.
  public static func memory() -> CloudMirror { CloudMirror(KeyedMirror(MemoryStore())) }

  /// The mirror's address in words, for messages: never with a password.
  public var place: String { backend.place }
}

/// What a mirror does: it carries documents between devices by three acts, and the seals of accounts.
///
/// All calls block until their deadline at the latest: make them from a thread that may wait.
/// `CloudMirrorSuite` is what "is a mirror" means.
package protocol MirrorBackend: Sendable {
  /// The mirror's address in words, for messages: never with a password.
  var place: String { get }

  /// Whether a mirror without an id may be one that is not mounted: then it is not taken for new.
  var keepsMark: Bool { get }

  /// All that the mirror holds at an address.
  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot

  /// Puts a document in the place of the revision that it was made from; returns the new one, or
  /// nil when the mirror holds another one by now and took nothing.
  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision?

  /// Calls back, on a thread of its own, whenever the mirror may hold something newer; reconnects
  /// by itself, and tells of trouble once until it is over.
  func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch

  // MARK: Sealed accounts

  /// The seals of an account: none where it is in clear, several where two devices sealed it at once.
  func seals(of account: String, by deadline: CloudDeadline) throws(CloudError) -> [Seal]

  /// Refuses a mirror that has sealed documents, and whose seal has yet to arrive.
  func checkWhole() throws(CloudError)

  /// Puts a seal in the place of those that were found; false where others have put one there since.
  func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws(CloudError) -> Bool

  /// Where documents of an account stand that are sealed with a key, or, without one, in clear.
  func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws(CloudError) -> [CloudAddress]

  /// Takes away documents whose content stands in another one by now, all of them, or those that a
  /// device wrote, whatever they hold; returns how many are left.
  func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws(CloudError) -> Int

  /// Takes away all that is left of an epoch that nobody reads any more.
  func discard(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws(CloudError)

  /// Bars the place of an account's clear documents to a Settee that knows no seals, or opens it.
  func bar(_ account: String, _ isBarred: Bool) throws(CloudError)
}

extension MirrorBackend {
  /// A mirror that answers is all there.
  package var keepsMark: Bool { false }
  package func checkWhole() throws(CloudError) {}
}

/// A state of a mirror's document, known to that mirror alone; compared, never read.
package struct CloudRevision: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The state of an address at which nothing was ever written.
  package static let none = CloudRevision("0")
}

/// What a pull found.
package struct CloudSnapshot: Sendable {
  /// The document; nil when nothing was ever written at the address.
  package let document: CloudDocument?
  /// The mirror's id, where the mirror knows it before the first document; else the document's.
  package var mirror: String? { mirrors.first }
  /// All ids of a mirror that began in several places at once; the first one counts.
  let mirrors: [String]
  /// The state that was read.
  package let revision: CloudRevision
  /// Records that lost to one whose writer did not know them.
  package var contested: [CloudKey: [CloudRecord]] = [:]
  /// The writes of each device that somebody there names, but the last one.
  var olderWrites: [CloudDevice: Set<CloudWrite>] = [:]
  /// The devices that have a file of their own there.
  package var files: Set<CloudDevice> = []
  /// Those of them whose file stands under an id that does not count.
  var misplaced: Set<CloudDevice> = []
  /// Problems of the mirror's files, such as documents that can't be decrypted: a sentence each.
  var warnings: [String] = []
}

extension CloudSnapshot {
  init(document: CloudDocument?, revision: CloudRevision) {
    self.init(
      document: document, mirrors: [document?.mirror].compactMap { $0 }, revision: revision)
  }
}

/// What a watching mirror calls back with.
package enum MirrorEvent: Sendable, Equatable {
  /// Something newer may be there: pull.
  case changed
  /// The watch broke and is being tried again: a pull says why.
  case trouble
  /// The mirror stands at an earlier state than before: pull; one sentence.
  case wentBack(String)
}

/// A watch that can be ended.
package protocol CloudWatch: Sendable {
  /// Ends the watch; no call back begins after this returns.
  func stop()
}
