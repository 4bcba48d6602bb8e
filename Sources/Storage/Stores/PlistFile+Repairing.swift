import SetteeFiles
import SetteeValues
import Synchronization

/// Methods that handle corrupt property-list files.
///
/// While a file is corrupt, a read returns the values of the backup, and the next write repairs the
/// file.
extension PlistFile {
  /// Returns the values of the backup in place of the values of a corrupt file.
  ///
  /// This method doesn't repair the file, because a read never writes to disk.
  func snapshot(ofCorrupt content: ParsedContent, _ report: (DomainIssue) -> Void) -> Snapshot {
    let backup = backup(for: content)
    corrupt.withLock { $0?.isReported = true }
    // Report an empty file without a backup only if it is the user's file, because then it might be
    // a sign of lost data.
    let isLoss = backup != nil || !content.bytes.isEmpty
    if !content.isReported, isLoss || lastGood != nil {
      report(standing(content, hasBackup: backup != nil))
    }
    var snapshot = content.snapshot
    if let backup { snapshot.values = backup.values }
    snapshot.isFromBackup = isLoss && lastGood != nil
    return snapshot
  }

  private func standing(_ content: ParsedContent, hasBackup: Bool) -> DomainIssue {
    let reason = content.corruption ?? ""
    guard lastGood != nil else {
      return DomainIssue(.passedOver, "Ignored \(file.path): \(reason).")
    }
    let meanwhile =
      hasBackup
      ? "The backup of its last valid version is used until the next change repairs it."
      : "There is no backup, so all settings have their defaults until the next change."
    return DomainIssue(.damaged, "\(file.path) is corrupt: \(reason). \(meanwhile)")
  }

  /// Throws an error if the caller isn't allowed to repair a corrupt file.
  func rejectUnrepairable(_ content: ParsedContent, at target: String) throws {
    func refused(_ why: String) -> DomainError {
      DomainError(
        .io,
        "\(file.path) is corrupt (\(content.corruption ?? "")) and can't be repaired: \(why).")
    }
    guard target.utf8.elementsEqual(file.path.utf8) else {
      throw refused("it is a symlink; repair or remove \(target)")
    }
    let folder = (try? file.fileSystem.existing(FilePath.folder(of: target))) ?? nil
    guard !CurrentProcess.isRoot || (content.status.user == 0 && folder?.user == 0) else {
      throw refused(
        "it belongs to another user; let that user change a setting, or remove the file")
    }
  }

  /// Saves a copy of a corrupt file next to the file, which stays in place until it is replaced.
  func saveCopy(
    of content: ParsedContent, at target: String, hasBackup: Bool
  ) throws -> (DomainIssue, copy: String?) {
    let copy: String?
    do { copy = try content.bytes.isEmpty ? nil : save(content.bytes, nextTo: target) } catch {
      throw file.failure(error)
    }
    let kept = copy.map { " The corrupt file was saved as \($0)." } ?? ""
    let sentence = "\(file.path) was corrupt (\(content.corruption ?? "")) and"
    let issue =
      hasBackup
      ? DomainIssue(
        .restored, "\(sentence) was restored from the backup of its last valid version.\(kept)")
      : DomainIssue(
        .setAside, "\(sentence) had no backup, so all settings were reset.\(kept)")
    return (issue, copy)
  }

  private func save(_ bytes: [UInt8], nextTo target: String) throws -> String {
    let fileSystem = file.fileSystem
    let copy = try freeName(for: target)
    let file = try fileSystem.call(
      "create", copy, fileSystem.open(copy, OpenFlags.temporary, 0o600))
    defer { fileSystem.closeQuietly(file) }
    do {
      try fileSystem.writeAll(bytes, to: file, copy)
      try fileSystem.call("sync", copy, fileSystem.sync(file))
    } catch {
      try? fileSystem.remove(copy)
      throw error
    }
    return copy
  }

  private func freeName(for target: String) throws -> String {
    for number in 1...9999 {
      let name = "\(target).corrupt-\(number)"
      if try file.fileSystem.existing(name, followLinks: false) == nil { return name }
    }
    throw SystemError(operation: "save a copy of", path: target, code: EEXIST)
  }

  /// Returns the backup of a corrupt file if it belongs to the owner of the file or to the caller.
  ///
  /// Backups of other users are ignored, because these users could have forged them.
  func backup(
    for content: ParsedContent
  ) -> (bytes: [UInt8], values: PropertyListDictionary)? {
    guard
      let bytes = lastGood?.load(file.path, of: [content.status.user, CurrentProcess.userID]),
      case .dictionary(let values)? = try? PropertyList(reading: bytes)
    else { return nil }
    return (bytes, values)
  }
}
