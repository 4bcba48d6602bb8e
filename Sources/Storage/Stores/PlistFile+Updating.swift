import SetteeFiles
import SetteeValues
import Synchronization

/// Methods that update a property-list file.
extension PlistFile {
  /// Changes the file in a single step that is atomic across threads and processes.
  ///
  /// If the file is corrupt, the update repairs it even if `step` doesn't change any values.
  package func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    var repair: (issue: DomainIssue, copy: String?)?
    try file.update { target, bytes in
      let old = try locked(target, &bytes)
      let backup = old.flatMap { $0.corruption == nil ? nil : self.backup(for: $0) }
      var corruption: ParsedContent?
      // An empty file doesn't contain anything to save, so the next write simply replaces it.
      if let old, old.corruption != nil, backup != nil || !old.bytes.isEmpty {
        try rejectUnrepairable(old, at: target)
        corruption = old
      }
      var base = old?.snapshot ?? .missing
      if let backup { base.values = backup.values }
      let transaction = Transaction(base)
      if corruption != nil { transaction.restored = base.values }
      try step(transaction)
      guard transaction.isChanged || corruption != nil else { return transaction }
      let oldBytes = corruption == nil ? old?.bytes : backup?.bytes
      let new = try encoded(transaction.values, like: oldBytes)
      if corruption == nil, oldBytes?.hasSameBytes(as: new) == true {
        transaction.finish(revision: Checksum(of: new).revision)
        return transaction
      }
      repair = try corruption.map { try saveCopy(of: $0, at: target, hasBackup: backup != nil) }
      transaction.newBytes = new
      return transaction
    } onReplaced: { transaction, sum, status in
      let bytes = transaction.newBytes ?? []
      remember(ParsedContent(bytes: bytes, sum: sum, status: status, values: transaction.values))
      lastGood?.save(bytes, sum, of: file.path)
      needsBackup.store(false, ordering: .relaxed)
      if let repair { report(repair.issue) }
    } onConflict: {
      if let copy = repair?.copy { try? file.fileSystem.remove(copy) }
    }
  }

  /// Returns the content of the locked file.
  ///
  /// If the content is invalid, this method reads the file again, because another program might be
  /// writing it in place.
  private func locked(_ target: String, _ bytes: inout FileContent?) throws -> ParsedContent? {
    let content = interpret(bytes)
    guard let status = bytes?.status, content?.corruption != nil else { return content }
    let stable = try readStable(target, .noneAtEnd)
    bytes = stable.map { FileContent(bytes: $0.bytes, status: status) }
    return stable
  }

  private func encoded(
    _ values: PropertyListDictionary, like old: [UInt8]?
  ) throws -> [UInt8] {
    do {
      if old?.starts(with: "bplist".utf8) ?? false {
        return try PropertyList.dictionary(values).binary()
      }
      return try PropertyList.dictionary(values).xml()
    } catch let error as ParseError {
      throw DomainError(.io, "Can't write \(file.path): \(error.message).")
    }
  }

  /// Saves a backup of content that another program has written, unless the file is still being
  /// written.
  ///
  /// Without this backup, the other program's changes would be lost if the file became corrupt.
  func saveBackup() {
    guard let lastGood, needsBackup.exchange(false, ordering: .relaxed),
      file.fileSystem.isCallers(lastGood.folder), let known = valid.withLock({ $0 }),
      !lastGood.isKept(known.sum, at: file.path)
    else { return }
    try? file.whileLocked(patience: 0) { target, _ in
      // Skip the backup if the file has newer content by now, or if its content might be
      // incomplete.
      guard try bytes(of: target, .noneAtEnd)?.bytes == known.bytes else { return }
      lastGood.save(known.bytes, known.sum, of: file.path, isCommitted: false)
    }
  }
}
