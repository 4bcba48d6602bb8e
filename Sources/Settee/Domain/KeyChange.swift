#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What became of one place: its value before and after; nil where there was or is none.
public struct KeyChange: Sendable {
  /// Where.
  public let path: LeafPath
  /// The value before.
  public let old: PropertyList?
  /// The value after.
  public let new: PropertyList?

  /// Makes a change.
  public init(_ path: LeafPath, old: PropertyList?, new: PropertyList?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The place as people write it.
  public var key: String { path.text }
}

/// Who made a change; the raw values are the words of the command line's JSON.
public enum ChangeSource: String, Sendable, Hashable, CaseIterable {
  /// This process.
  case local
  /// Another process, with Settee or without.
  case otherProcess = "process"
  /// The cloud mirror.
  case cloud
  /// An administrator: the managed or the site layer changed.
  case policy
}

/// What changed in a domain at once, and who did it.
public struct DomainEvent: Sendable {
  /// The places that changed.
  public let changes: [KeyChange]
  /// Who did it.
  public let source: ChangeSource
  /// The layer in which it happened.
  public let origin: Origin
  /// When it was made, or seen.
  public let time: Date

  /// Makes an event.
  public init(
    _ changes: [KeyChange], source: ChangeSource, origin: Origin = .user, time: Date = Date()
  ) {
    self.changes = changes
    self.source = source
    self.origin = origin
    self.time = time
  }
}
