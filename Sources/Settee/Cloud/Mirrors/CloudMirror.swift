/// A place that carries documents between devices: the three acts that every mirror offers.
///
/// All calls block until their deadline at the latest: make them from a thread that may wait.
/// `CloudMirrorSuite` is what "is a mirror" means.
public protocol CloudMirror: Sendable {
  /// The mirror's address in words, for messages: never with a password.
  var place: String { get }

  /// Whether a mirror without an id may be one that is not mounted: then it is not taken for new.
  var keepsMark: Bool { get }

  /// All that the mirror holds at an address.
  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot

  /// All that the mirror holds at an address, where a document that is known need not be carried
  /// again; a mirror for which that makes no difference need not offer it.
  ///
  /// - Parameters:
  ///   - address: Where to look.
  ///   - known: What the mirror held after the last push from here.
  ///   - deadline: When to give up.
  /// - Returns: What the mirror holds now.
  /// - Throws: Why it could not be asked.
  func pull(
    _ address: CloudAddress, knowing known: CloudKnown, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot

  /// Puts a document in the place of the revision that it was made from.
  ///
  /// - Returns: the new revision, or nil when the mirror holds another one by now and took nothing.
  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision?

  /// Calls back, on a thread of its own, whenever the mirror may hold something newer.
  ///
  /// It reconnects by itself; `notice` also hears of trouble, with each new failure once.
  func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch
}

extension CloudMirror {
  /// A mirror that answers is all there.
  public var keepsMark: Bool { false }

  /// Pulls as if nothing were known.
  public func pull(
    _ address: CloudAddress, knowing known: CloudKnown, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    try pull(address, by: deadline)
  }
}

/// What a mirror held when this device last heard of it.
public struct CloudKnown: Sendable {
  /// The document.
  public let document: CloudDocument
  /// What the mirror called that state.
  public let revision: CloudRevision

  /// Makes a document known as a mirror's state.
  public init(document: CloudDocument, revision: CloudRevision) {
    (self.document, self.revision) = (document, revision)
  }

  /// The last write of each device, as it stands in the document's bytes.
  package var writes: [String] { document.devices.values.map(\.written.text) }
}

/// Whose settings: an account and a domain.
public struct CloudAddress: Sendable, Hashable {
  /// The account.
  public let account: String
  /// The domain.
  public let domain: String

  /// Makes an address.
  ///
  /// - Throws: when a part could leave its folder or its key: empty, with a slash or a control
  ///   character, or beginning with a dot.
  public init(account: String, domain: String) throws(CloudError) {
    for (what, name) in [("account", account), ("domain", domain)] where !Self.isPlain(name) {
      throw CloudError(
        .usage,
        "The \(what) '\(name)' is no plain name: use letters, digits, '.', '-', '_' and '@'.")
    }
    self.account = account
    self.domain = domain
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 && $0 != "/" }
  }
}

/// A state of a mirror's document, known to that mirror alone; compared, never read.
public struct CloudRevision: Sendable, Hashable, CustomStringConvertible {
  /// The mirror's word for it.
  public let text: String

  /// Makes a revision of the mirror's word.
  public init(_ text: String) { self.text = text }

  /// The state of an address at which nothing was ever written.
  public static let none = CloudRevision("0")

  /// The mirror's word for it.
  public var description: String { text }
}

/// What a pull found.
public struct CloudSnapshot: Sendable {
  /// The document; nil when nothing was ever written at the address.
  public let document: CloudDocument?
  /// The mirror's id, where the mirror knows it before the first document; else the document's.
  public var mirror: String? { mirrors.first }
  /// All ids of a mirror that began in several places at once; the first one counts.
  let mirrors: [String]
  /// The state that was read.
  public let revision: CloudRevision
  /// Records that lost to one whose writer did not know them.
  public let contested: [CloudKey: [CloudRecord]]
  /// The writes of each device that somebody there has heard of, but the last one.
  let heard: [CloudDevice: Set<CloudWrite>]
  /// The devices that have a file of their own there.
  public let files: Set<CloudDevice>
  /// Those of them whose file stands under an id that does not count.
  let strays: Set<CloudDevice>

  /// Makes a snapshot.
  public init(
    document: CloudDocument?, mirror: String? = nil, revision: CloudRevision,
    contested: [CloudKey: [CloudRecord]] = [:], files: Set<CloudDevice> = []
  ) {
    self.init(
      document: document, mirrors: [mirror ?? document?.mirror].compactMap { $0 },
      revision: revision, contested: contested, files: files)
  }

  init(
    document: CloudDocument?, mirrors: [String], revision: CloudRevision,
    contested: [CloudKey: [CloudRecord]] = [:], heard: [CloudDevice: Set<CloudWrite>] = [:],
    files: Set<CloudDevice> = [], strays: Set<CloudDevice> = []
  ) {
    (self.heard, self.files, self.strays) = (heard, files, strays)
    self.document = document
    self.mirrors = mirrors
    self.revision = revision
    self.contested = contested
  }
}

/// What a watching mirror calls back with.
public enum CloudNotice: Sendable, Equatable {
  /// Something newer may be there: pull.
  case changed
  /// The watch broke and is being tried again; one sentence.
  case trouble(String)
  /// The watch works again after trouble.
  case recovered
  /// The mirror stands at an earlier state than before: pull; one sentence.
  case wentBack(String)
}

/// A watch that can be ended.
public protocol CloudWatch: Sendable {
  /// Ends the watch; no call back begins after this returns.
  func stop()
}
