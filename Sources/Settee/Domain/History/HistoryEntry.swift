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
  /// Whether the values were recorded: not those of secrets, nor very long ones.
  let isComplete: Bool
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

  /// The same change, told without its values.
  var withoutValues: HistoryEntry {
    HistoryEntry(
      path: path, old: nil, new: nil, isSecret: true, source: source, time: time, user: user,
      program: program, process: process, commit: commit)
  }

  init(
    path: LeafPath, old: PropertyList?, new: PropertyList?, isSecret: Bool, source: ChangeSource,
    time: Date, user: String, program: String, process: Int32, commit: UInt64
  ) {
    self.path = path
    self.old = old
    self.new = new
    self.isSecret = isSecret
    isComplete = !isSecret
    self.source = source
    self.time = time
    self.user = user
    self.program = program
    self.process = process
    self.commit = commit
  }

  /// The place as people write it.
  public var key: String { path.text }
}
