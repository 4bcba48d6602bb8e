import SetteeFiles
import SetteeValues

/// Support for encrypted accounts in a folder mirror.
///
/// ```
/// FOLDER/settee-seal-ACCOUNT-EPOCH                 the seal, where ACCOUNT is a hash of the name
/// FOLDER/settee-sealed/EPOCH/DOMAIN/DEVICE.sealed  a device file; DOMAIN and DEVICE are tokens
/// FOLDER/ACCOUNT                                   a file that blocks versions without encryption
/// ```
extension FolderMirror {
  package func seals(of account: String, by deadline: CloudDeadline) throws -> [Seal] {
    var seals: [Seal] = []
    for name in try fileSystem.cloudNames(in: path) where name.hasPrefix(Seal.stem(of: account)) {
      let content = Result { try fileSystem.readFile("\(path)/\(name)", limit: Seal.largest) }
      if case .success(nil) = content { continue }
      guard let bytes = try? content.get()?.bytes, let seal = Seal(bytes: bytes) else {
        throw Seal.unreadable("\(path)/\(name)")
      }
      if !seals.contains(seal) { seals.append(seal) }
    }
    return seals
  }

  /// Throws an error if the mirror folder has encrypted documents but no seal.
  ///
  /// A sync program might not have transferred the seal yet, or someone removed it.
  package func checkComplete() throws {
    let folder = "\(path)/\(SealEpoch.folder)"
    if try fileSystem.cloudNames(in: path).contains(where: { $0.hasPrefix(Seal.stem) }) { return }
    guard let epoch = try fileSystem.cloudNames(in: folder).first else { return }
    throw CloudError(
      .refused,
      "\(folder)/\(epoch) is encrypted, but \(path) has no seal yet. Nothing was sent or received. "
        + "Wait until the seal has arrived, or remove \(folder).")
  }

  package func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) throws -> Bool {
    let name = seal.name(of: account)
    try writing {
      try fileSystem.makeFolders(path, mode: 0o700)
      try fileSystem.replaceShared("\(path)/\(name)", with: seal.bytes)
    }
    for old in found.map({ $0.name(of: account) }) where old != name {
      try? fileSystem.remove("\(path)/\(old)")
    }
    return true
  }

  package func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) throws -> [CloudAddress] {
    guard let key else {
      return try fileSystem.cloudNames(in: "\(path)/\(account)").compactMap {
        try? CloudAddress(account: account, domain: $0)
      }
    }
    var found: [CloudAddress] = []
    let sealed = "\(path)/\(key.epoch.path)"
    for name in try fileSystem.cloudNames(in: sealed) {
      guard let token = [UInt8](hex: name) else { continue }
      let folder = "\(sealed)/\(name)"
      for file in try fileSystem.cloudNames(in: folder) {
        let content = try? fileSystem.readFile("\(folder)/\(file)", limit: FolderViews.largest)
        guard let opened = content.flatMap({ key.open($0.bytes, token: token) }) else { continue }
        found.append(try CloudAddress(account: account, domain: opened.domain, key: key))
        break
      }
    }
    return found
  }

  package func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) throws -> Int {
    let folder = folder(of: address)
    let files = try views(at: address).files
    var left = 0
    for file in files {
      let goes = device.map { file.author == $0 } ?? file.view.map(document.contains) ?? false
      if !goes || (try? fileSystem.remove("\(folder)/\(file.name)")) == nil { left += 1 }
    }
    if left == 0, isFolder(folder) {
      // The temporary files of a killed process are unencrypted too. After removing them, only
      // empty directories remain to be removed.
      for name in try fileSystem.cloudNames(in: folder)
      where name.hasPrefix(".") && name.hasSuffix(".new") {
        try? fileSystem.remove("\(folder)/\(name)")
      }
      try? fileSystem.remove(folder)
      let parent = FilePath.folder(of: folder)
      if isFolder(parent) { try? fileSystem.remove(parent) }
    }
    return left
  }

  private func isFolder(_ path: String) -> Bool {
    (try? fileSystem.existing(path, followLinks: false))?.kind == .directory
  }

  package func purge(
    _ epoch: SealEpoch, of account: String, by deadline: CloudDeadline
  ) throws {
    try writing { try fileSystem.removeTree("\(path)/\(epoch.path)") }
    // Remove the directory of encrypted documents, which succeeds only if it is empty.
    try? fileSystem.remove("\(path)/\(SealEpoch.folder)")
  }

  package func setBlocked(_ account: String, _ isBlocked: Bool) throws {
    let place = "\(path)/\(account)"
    let kind = (try? fileSystem.existing(place, followLinks: false))?.kind
    try writing {
      if isBlocked, kind == nil {
        try fileSystem.replaceShared(place, with: Array(Self.notice.utf8))
      } else if !isBlocked, kind == .file {
        try fileSystem.removeTree(place)
      }
    }
  }

  private static let notice =
    "The settings of this account are encrypted: update Settee, then run 'settee join'.\n"
}
