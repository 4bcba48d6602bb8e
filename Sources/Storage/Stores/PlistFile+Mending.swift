import Synchronization
import SetteeFiles
import SetteePropertyLists

/// Handling of corrupt files: reads return the backup, and the next write repairs the file.
extension PlistFile {
  /// Returns the values of the backup without writing anything, because a read never writes.
  func answer(_ damage: Corruption, _ report: (DomainIssue) -> Void) -> Snapshot {
    let copy = copy(for: damage)
    standingDamage.withLock { $0?.isTold = true }
    // An empty file without a backup may have lost data only if it is the user's.
    let isLoss = copy != nil || !damage.isEmpty
    if !damage.isTold, isLoss || role.lastGood != nil {
      report(standing(damage, hasCopy: copy != nil))
    }
    let revision = ContentSum(of: damage.bytes).revision
    var stored = Snapshot(copy?.values ?? [:], revision: revision)
    stored.isFromGoodCopy = isLoss && role.lastGood != nil
    return stored
  }

  private func standing(_ damage: Corruption, hasCopy: Bool) -> DomainIssue {
    guard role.lastGood != nil else {
      return DomainIssue(.passedOver, "\(path) was passed over: \(damage.reason).")
    }
    let meanwhile =
      hasCopy
      ? "until the next change mends it, the values are those of its last good copy"
      : "there is no good copy, so until the next change all settings have their defaults"
    return DomainIssue(.damaged, "\(path) could not be read (\(damage.reason)); \(meanwhile).")
  }

  /// Returns the content on which a write to a corrupt file is based, or throws if the caller isn't
  /// allowed to repair it.
  ///
  /// Call this while holding the lock.
  func repairable(
    _ damage: Corruption, at target: String, _ old: FileContent
  ) throws(DomainError) -> LockedContent {
    let copy = copy(for: damage)
    let revision = ContentSum(of: damage.bytes).revision
    let stored = Snapshot(copy?.values ?? [:], revision: revision)
    // There is nothing to save from an empty file.
    if copy == nil, damage.isEmpty { return LockedContent(bytes: [], stored: stored, old: old) }
    func refused(_ why: String) -> DomainError {
      DomainError(.io, "\(path) could not be read (\(damage.reason)) and is not mended: \(why).")
    }
    guard target.utf8.elementsEqual(path.utf8) else {
      throw refused("it is a link; mend or remove \(target)")
    }
    let folder = (try? door.existing(FilePath.folder(of: target))) ?? nil
    guard !CurrentProcess.isRoot || (old.status.user == 0 && folder?.user == 0) else {
      throw refused("it is another user's; let that user change a setting, or remove it")
    }
    return LockedContent(
      bytes: copy?.bytes, stored: stored, old: old, damage: damage, hasCopy: copy != nil)
  }

  /// Saves the corrupt bytes next to the file, which stays in place until it is replaced.
  func setAside(
    _ damage: Corruption, of target: String, _ hasCopy: Bool
  ) throws(FileFault) -> (path: String?, issue: DomainIssue) {
    let aside = damage.isEmpty ? nil : try setAside(damage.bytes, of: target)
    let kept = aside.map { "; the damaged file is kept as \($0)" } ?? ""
    let sentence = "\(path) could not be read (\(damage.reason)),"
    let issue =
      hasCopy
      ? DomainIssue(.restored, "\(sentence) so the last good copy was brought back\(kept).")
      : DomainIssue(
        .setAside, "\(sentence) and there was no good copy: it began anew\(kept).")
    return (aside, issue)
  }

  private func setAside(_ bytes: [UInt8], of target: String) throws(FileFault) -> String {
    let aside = try freeName(for: target)
    let file = try door.call("set aside", aside, door.open(aside, OpenFlags.temporary, 0o600))
    defer { door.closeQuietly(file) }
    do {
      try door.writeAll(bytes, to: file, aside)
      try door.call("sync", aside, door.sync(file))
    } catch {
      try? door.remove(aside)
      throw error
    }
    return aside
  }

  private func freeName(for target: String) throws(FileFault) -> String {
    for number in 1...9999 {
      let name = "\(target).corrupt-\(number)"
      if try door.existing(name, followLinks: false) == nil { return name }
    }
    throw FileFault(operation: "set aside", path: target, code: EEXIST)
  }

  /// Returns the backup if it belongs to the file's owner or the caller.
  ///
  /// Others could have forged it.
  private func copy(for damage: Corruption) -> (bytes: [UInt8], values: PropertyListDictionary)? {
    guard let bytes = role.lastGood?.load(path, of: [damage.status.user, CurrentProcess.userID]),
      case .dictionary(let values)? = try? PropertyList(reading: bytes)
    else { return nil }
    return (bytes, values)
  }
}
