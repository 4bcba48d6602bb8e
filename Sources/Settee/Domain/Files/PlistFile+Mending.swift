/// What happens to a file that makes no sense: set aside, and the last good copy comes back.
extension PlistFile {
  /// Mends the file under its lock, and answers with what it then holds.
  func mended(
    _ damage: Damage, _ report: (DomainIssue) -> Void
  ) throws(DomainError) -> StoredValues {
    guard let lastGood = role.lastGood else {
      report(DomainIssue(.passedOver, "\(path) was passed over: \(damage.reason)."))
      return StoredValues([:], revision: Checksum.of(damage.bytes) | 2)
    }
    do {
      return try underLock { (target, lock, taken) throws(DomainError) in
        if case .joined(let working) = taken {
          return working?.base ?? StoredValues([:], revision: 0)
        }
        return try self.readLocked(target, lock, report).stored
      }
    } catch {
      // Where the file cannot be mended it is left alone; what we last knew still holds.
      report(DomainIssue(.passedOver, "\(path) makes no sense, \(damage.reason). \(error.message)"))
      let copy = lastGood.load(path).flatMap(values)
      return StoredValues(copy ?? [:], revision: Checksum.of(damage.bytes) | 2)
    }
  }

  /// Sets the damaged content aside and brings the last good copy back; the lock is held.
  func mend(
    _ damage: Damage, at target: String, _ status: FileStatus, _ report: (DomainIssue) -> Void
  ) throws(DomainError) -> LockedContent {
    do {
      let copy = role.lastGood?.load(path).flatMap { bytes in values(bytes).map { (bytes, $0) } }
      guard let (bytes, values) = copy else {
        return try withoutCopy(damage, at: target, status, report)
      }
      let aside = damage.isEmpty ? nil : try setAside(damage.bytes, of: target)
      let file = AtomicFile(path: target, door: door, newMode: role.newMode)
      let new = try file.replace(with: bytes, keeping: status)
      report(restored(damage, aside))
      let sum = ContentSum(of: bytes)
      let stored = StoredValues(values, revision: sum.revision)
      remember(bytes, sum, stored, new.inode)
      return LockedContent(bytes: bytes, stored: stored, status: new)
    } catch {
      throw failure(error)
    }
  }

  private func restored(_ damage: Damage, _ aside: String?) -> DomainIssue {
    let kept = aside.map { "; the damaged file is kept as \($0)" } ?? ""
    return DomainIssue(
      .restored,
      "\(path) could not be read (\(damage.reason)), so the last good copy was brought back\(kept)."
    )
  }

  private func withoutCopy(
    _ damage: Damage, at target: String, _ status: FileStatus, _ report: (DomainIssue) -> Void
  ) throws(FileFault) -> LockedContent {
    // An empty file has nothing to keep: the next commit fills it.
    let revision = Checksum.of(damage.bytes) | 2
    let nothing = StoredValues([:], revision: damage.isEmpty ? revision : Self.missingRevision)
    if damage.isEmpty {
      return LockedContent(bytes: [], stored: nothing, status: status)
    }
    let aside = try freeName(for: target)
    let folder = try door.openFolder(FilePath.folder(of: target))
    defer { door.closeQuietly(folder) }
    try door.call("set aside", target) { () throws(ErrorNumber) in
      try door.rename(target, aside)
    }
    try door.syncFolder(folder, FilePath.folder(of: target))
    report(
      DomainIssue(
        .setAside,
        "\(path) could not be read (\(damage.reason)) and there is no good copy; it is kept as"
          + " \(aside), and all settings have their defaults."))
    return LockedContent(bytes: nil, stored: nothing, status: nil)
  }

  /// Writes the bytes beside the file; the file itself stays until the good copy replaces it.
  private func setAside(_ bytes: [UInt8], of target: String) throws(FileFault) -> String {
    let aside = try freeName(for: target)
    let file = try door.call("set aside", aside) { () throws(ErrorNumber) in
      try door.open(aside, OpenFlags.temporary, 0o600)
    }
    defer { door.closeQuietly(file) }
    do {
      try door.writeAll(bytes, to: file, aside)
      door.giveToOwner(file, ofFolder: FilePath.folder(of: target))
      try door.call("sync", aside) { () throws(ErrorNumber) in try door.sync(file) }
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
    throw FileFault(operation: "set aside", path: target, code: ErrorNumber.exists)
  }

  private func values(_ bytes: [UInt8]) -> PropertyListDictionary? {
    guard case .dictionary(let values)? = try? PropertyList(reading: bytes) else { return nil }
    return values
  }
}
