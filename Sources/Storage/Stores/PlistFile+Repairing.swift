import Synchronization
import SetteeFiles
import SetteeValues

/// Methods that handle corrupt property-list files.
///
/// While a file is corrupt, a read returns the values of the backup, and the next write repairs the
/// file.
extension PlistFile {
  /// Returns the values of the backup in place of the values of a corrupt file.
  ///
  /// This method doesn't repair the file, because a read never writes to disk.
  func answer(_ damage: Corruption, _ report: (DomainIssue) -> Void) -> Snapshot {
    let copy = copy(for: damage)
    knownCorruption.withLock { $0?.isReported = true }
    // Report an empty file without a backup only if it is the user's file, because then it might be
    // a sign of lost data.
    let isLoss = copy != nil || !damage.isEmpty
    if !damage.isReported, isLoss || lastGood != nil {
      report(standing(damage, hasCopy: copy != nil))
    }
    let revision = Checksum(of: damage.bytes).revision
    var stored = Snapshot(copy?.values ?? [:], revision: revision)
    stored.isFromBackup = isLoss && lastGood != nil
    return stored
  }

  private func standing(_ damage: Corruption, hasCopy: Bool) -> DomainIssue {
    guard lastGood != nil else {
      return DomainIssue(.passedOver, "Ignored \(path): \(damage.reason).")
    }
    let meanwhile =
      hasCopy
      ? "The backup of its last valid version is used until the next change repairs it."
      : "There is no backup, so all settings have their defaults until the next change."
    return DomainIssue(.damaged, "\(path) is corrupt: \(damage.reason). \(meanwhile)")
  }

  /// Returns the content that a write uses to repair a corrupt file.
  ///
  /// This method throws an error if the caller isn't allowed to repair the file. Call it while
  /// holding the lock of the file.
  func repairable(
    _ damage: Corruption, at target: String, _ old: FileContent
  ) throws -> LockedContent {
    let copy = copy(for: damage)
    let revision = Checksum(of: damage.bytes).revision
    let stored = Snapshot(copy?.values ?? [:], revision: revision)
    // An empty file doesn't contain anything to save, so the next write simply replaces it.
    if copy == nil, damage.isEmpty { return LockedContent(bytes: [], stored: stored, old: old) }
    func refused(_ why: String) -> DomainError {
      DomainError(.io, "\(path) is corrupt (\(damage.reason)) and can't be repaired: \(why).")
    }
    guard target.utf8.elementsEqual(path.utf8) else {
      throw refused("it is a symlink; repair or remove \(target)")
    }
    let folder = (try? fileSystem.existing(FilePath.folder(of: target))) ?? nil
    guard !CurrentProcess.isRoot || (old.status.user == 0 && folder?.user == 0) else {
      throw refused(
        "it belongs to another user; let that user change a setting, or remove the file")
    }
    return LockedContent(
      bytes: copy?.bytes, stored: stored, old: old, damage: damage, hasCopy: copy != nil)
  }

  /// Saves a copy of the corrupt bytes next to the file, which stays in place until it is replaced.
  func saveCorruptCopy(
    _ damage: Corruption, of target: String, _ hasCopy: Bool
  ) throws -> (path: String?, issue: DomainIssue) {
    let aside = damage.isEmpty ? nil : try saveCorruptCopy(damage.bytes, of: target)
    let kept = aside.map { " The corrupt file was saved as \($0)." } ?? ""
    let sentence = "\(path) was corrupt (\(damage.reason)) and"
    let issue =
      hasCopy
      ? DomainIssue(
        .restored, "\(sentence) was restored from the backup of its last valid version.\(kept)")
      : DomainIssue(
        .setAside, "\(sentence) had no backup, so all settings were reset.\(kept)")
    return (aside, issue)
  }

  private func saveCorruptCopy(_ bytes: [UInt8], of target: String) throws -> String {
    let aside = try freeName(for: target)
    let file = try fileSystem.call(
      "create", aside, fileSystem.open(aside, OpenFlags.temporary, 0o600))
    defer { fileSystem.closeQuietly(file) }
    do {
      try fileSystem.writeAll(bytes, to: file, aside)
      try fileSystem.call("sync", aside, fileSystem.sync(file))
    } catch {
      try? fileSystem.remove(aside)
      throw error
    }
    return aside
  }

  private func freeName(for target: String) throws -> String {
    for number in 1...9999 {
      let name = "\(target).corrupt-\(number)"
      if try fileSystem.existing(name, followLinks: false) == nil { return name }
    }
    throw SystemError(operation: "save a copy of", path: target, code: EEXIST)
  }

  /// Returns the backup of a corrupt file if it belongs to the owner of the file or to the caller.
  ///
  /// Backups of other users are ignored, because these users could have forged them.
  private func copy(for damage: Corruption) -> (bytes: [UInt8], values: PropertyListDictionary)? {
    guard let bytes = lastGood?.load(path, of: [damage.status.user, CurrentProcess.userID]),
      case .dictionary(let values)? = try? PropertyList(reading: bytes)
    else { return nil }
    return (bytes, values)
  }
}
