/// Where a domain and its mirror stand.
public struct CloudStatus: Sendable {
  /// The mirror in words.
  public let mirror: String
  /// Whose settings.
  public let account: String
  /// Whether the mirror answered.
  public var isReachable = false
  /// Why it did not: one sentence.
  public var trouble: String?
  /// The mirror's state.
  public var revision: CloudRevision?
  /// Keys that a push would send.
  public var pending: [CloudKey] = []
  /// Keys that a pull would take.
  public var incoming: [CloudKey] = []
  /// Keys that both sides changed.
  public var conflicts: [CloudKey] = []
  /// Keys that are gone here without anybody having deleted them.
  public var missing: [CloudKey] = []
  /// Keys from the last good copy, not sent while they stand.
  public var held: [CloudKey] = []
  /// The conflicts of the last round that had any.
  public var recentConflicts: [CloudConflict] = []
  /// When the last round ended, in milliseconds since 1970; nil before the first.
  public var last: Int64?

  init(mirror: String, account: String) { (self.mirror, self.account) = (mirror, account) }

  mutating func add(_ row: CloudRow) {
    switch row.state {
    case .pending: pending.append(row.key)
    case .incoming: incoming.append(row.key)
    case .conflict: conflicts.append(row.key)
    case .missing: missing.append(row.key)
    case .held: held.append(row.key)
    }
  }
}

extension SyncRound.Meeting {
  /// The rows of the push dialog, by key.
  var rows: [CloudRow] {
    plan.keys.compactMap { key in
      let (value, theirs) = (here.values[key], pulled.records[key]?.value)
      let kept = decision.side(of: key)
      switch plan.verdicts[key] {
      case .agreed: return nil
      case .take?:
        return CloudRow(key: key, state: .incoming, here: value, cloud: theirs, kept: kept)
      case .send:
        return CloudRow(key: key, state: .pending, here: value, cloud: theirs, kept: kept)
      case nil:
        // The mirror was put back, and gets again what was agreed.
        return CloudRow(key: key, state: .pending, here: value, cloud: theirs, kept: .here)
      case .conflict:
        return CloudRow(key: key, state: .conflict, here: value, cloud: theirs, kept: kept)
      case .missing(let record):
        return CloudRow(key: key, state: .missing, here: nil, cloud: record.value, kept: kept)
      case .held: return CloudRow(key: key, state: .held, here: value, cloud: theirs, kept: kept)
      }
    }
  }
}

extension SyncDecision {
  /// Which side of a key is kept; nil while nobody has chosen.
  func side(of key: CloudKey) -> CloudSide? {
    if sends[key] != nil { return .here }
    return takes[key] != nil ? .cloud : nil
  }
}
