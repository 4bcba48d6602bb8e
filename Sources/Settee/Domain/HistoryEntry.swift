#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One change that was made through Settee: who, when, and what.
public struct HistoryEntry: Sendable {
  /// The place that changed.
  public let path: LeafPath
  /// The value before; nil where there was none, or where it is secret.
  public let old: PropertyList?
  /// The value after; nil where there is none, or where it is secret.
  public let new: PropertyList?
  /// Whether the values are secret and were not recorded.
  public let isSecret: Bool
  /// Who caused it.
  public let source: ChangeSource
  /// When.
  public let time: Date
  /// The name of the user.
  public let user: String
  /// The name of the program.
  public let program: String
  /// The process.
  public let process: Int32
  /// Tells the entries apart, and which were made in one commit.
  let commit: UInt64

  /// The place as people write it.
  public var key: String { path.text }
}
