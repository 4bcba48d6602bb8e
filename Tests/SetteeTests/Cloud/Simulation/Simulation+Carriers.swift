@testable import Settee
@testable import SetteeCloud

extension Simulation {
  func pull(_ device: Int) -> CloudSnapshot {
    // A device joins when it finds a newer seal, and never returns to an older one.
    let seal = carrier == .etcd ? sealed : devices[device].sealSeen
    devices[device].epoch = max(devices[device].epoch, seal)
    return snapshot(device)
  }

  /// Returns the contents of the mirror in the epoch of a device.
  private func snapshot(_ device: Int) -> CloudSnapshot {
    switch carrier {
    case .etcd:
      return CloudSnapshot(
        document: documents[devices[device].epoch], revision: String(revision))
    case .folder:
      let ids = options.begins ? devices[device].marks.sorted() : ["folder"]
      let files = devices[device].replica.filter {
        devices[device].epochs[$0.key] ?? 0 == devices[device].epoch
          && (!options.begins || ids.contains($0.value.mirror))
      }
      let revision = digest(device)
      guard
        var merged = CloudDocument.merging(
          files.sorted { $0.key < $1.key }.map(\.value), now: clock(of: device))
      else {
        return CloudSnapshot(document: nil, mirrors: ids, revision: revision)
      }
      noteRepeatedDeletes(files.map(\.value), merged.document)
      merged.document.mirror = ids[0]
      return CloudSnapshot(
        document: merged.document, mirrors: ids, revision: revision,
        contested: merged.contested, olderWrites: merged.olderWrites, forgotten: merged.forgotten,
        misplaced: Set(files.filter { $0.value.mirror != ids[0] }.keys))
    }
  }

  /// Records the tombstones that a merge replaces with another tombstone of the same key (seed 6566
  /// of clocks).
  private func noteRepeatedDeletes(_ views: [CloudDocument], _ merged: CloudDocument) {
    for (key, winner) in merged.records where winner.isTombstone {
      for record in views.compactMap({ $0.records[key] })
      where record.isTombstone && record.stamp != winner.stamp {
        var deletes = repeatedDeletes[key]?[record.stamp] ?? []
        if let delete = tombstones[record.tombstone]?[key] { deletes.insert(delete) }
        repeatedDeletes[key, default: [:]][winner.stamp, default: []].formUnion(deletes)
      }
    }
  }

  func push(
    _ document: CloudDocument, _ id: CloudDevice, _ expected: String, _ device: Int
  ) -> String? {
    // A push writes in the epoch of its pull, even if a seal has arrived since.
    let before = snapshot(device).document?.records ?? [:]
    switch carrier {
    case .etcd:
      guard expected == String(revision) else { return nil }
      put(asFile(document, id, of: device), device)
    case .folder:
      guard expected == digest(device) else { return nil }
      if options.begins {
        if devices[device].marks.isEmpty { mark(device, document.mirror) }
        guard devices[device].marks.min() == document.mirror else { return nil }
      }
      write(asFile(document, id, of: device), id, device)
    }
    remember(document, id, device, before)
    if let write = document.devices[id]?.written {
      pushes.append(Push(id: id, device: device, write: write, document: document))
    }
    devices[device].hasPushed = true
    return carrier == .etcd ? String(revision) : digest(device)
  }

  /// Writes the document to the cluster, together with the seal in case the cluster has lost it.
  private func put(_ document: CloudDocument, _ device: Int) {
    documents[devices[device].epoch] = document
    sealed = max(sealed, devices[device].epoch)
    revision += 1
  }

  /// Writes the document to this device's folder and queues its delivery to the other devices.
  private func write(_ file: CloudDocument, _ id: CloudDevice, _ device: Int) {
    writes += 1
    devices[device].replica[id] = file
    devices[device].written[id] = writes
    devices[device].epochs[id] = devices[device].epoch
    for other in devices.indices where other != device {
      parcels.append(
        Parcel(
          to: other, file: id, document: file, written: writes, epoch: devices[device].epoch))
    }
  }

  /// Encrypts the account or changes its key, which rewrites all synced values.
  func seal(_ device: Int) {
    depth += 1
    defer { depth -= 1 }
    sync(device, .automatic, mayCrash: false)
    guard let id = devices[device].disk.state?.device, let document = pull(device).document else {
      return
    }
    sealKeys.append(
      AccountKey(
        SecretBytes(count: 32) { $0[0] = UInt8(sealKeys.count) },
        epoch: SealEpoch(number: Int64(sealKeys.count + 1), bytes: Array(repeating: 7, count: 16)),
        account: "default"))
    devices[device].epoch = sealKeys.count
    devices[device].sealSeen = sealKeys.count
    note("d\(device) seals in epoch \(sealKeys.count)")
    let file = asFile(document, id, of: device)
    if carrier == .etcd { return put(file, device) }
    write(file, id, device)
    for other in devices.indices where other != device {
      seals.append((other, sealKeys.count))
    }
  }

  private func mark(_ device: Int, _ id: String) {
    devices[device].marks = [id]
    for other in devices.indices where other != device { marks.append((other, id)) }
  }

  /// Encodes a replica as in its file, and returns the decoded result.
  private func asFile(
    _ document: CloudDocument, _ id: CloudDevice, of device: Int
  ) -> CloudDocument {
    let epoch = devices[device].epoch
    guard options.codesState || epoch > 0 else { return document }
    let bytes = try? document.fileBytes(isSealed: epoch > 0)
    guard
      let read = bytes.flatMap({
        epoch == 0 ? CloudDocument(bytes: $0) : opened($0, document, id, epoch)
      })
    else {
      problems.append("a view cannot be read")
      return document
    }
    return read
  }

  /// Encrypts `bytes`, verifies that modified ciphertext is rejected, and returns the decrypted
  /// document.
  private func opened(
    _ bytes: [UInt8], _ document: CloudDocument, _ id: CloudDevice, _ epoch: Int
  ) -> CloudDocument? {
    let key = sealKeys[epoch - 1]
    let token = key.token(of: "org.x")
    guard let sealed = key.seal(bytes, of: document, domain: "org.x", device: id) else {
      return nil
    }
    var damaged = sealed
    damaged[random.below(damaged.count)] ^= 1 << UInt8(random.below(8))
    if key.open(damaged, token: token) != nil { problems.append("damage opens") }
    return key.open(sealed, token: token, place: key.token(of: id, in: "org.x"))?.document
  }

  /// Restores the mirror from a backup that is older than what the devices have seen.
  func restoreMirror() {
    guard let mirrorBackup else { return }
    (documents, sealed) = mirrorBackup
    revision += 1
    note("the mirror is restored from its backup")
  }

  /// Returns the revision of a folder, which consists of the files of the device's epoch.
  ///
  /// A seal writes the same push again in another epoch (seed 950004685 of clocks).
  private func digest(_ device: Int) -> String {
    devices[device].replica
      .filter { devices[device].epochs[$0.key] ?? 0 == devices[device].epoch }
      .sorted { $0.key < $1.key }
      .map { "\($0.key.id)\($0.value.devices[$0.key]?.written.description ?? "")" }.joined()
  }

  /// Records which edits have left their device, and which delete each tombstone represents.
  private func remember(
    _ document: CloudDocument, _ id: CloudDevice, _ device: Int,
    _ before: [Key: CloudRecord]
  ) {
    let deletes = deletesOf(device)
    findUndecidedDeletes(document, id, device, deletes, before)
    for (key, number) in deletes
    where document.records[key] == nil && before[key]?.value != nil {
      // A tombstone that all devices have seen is removed immediately.
      land(number)
      collected[key] = max(collected[key] ?? 0, number)
      settledDeletes.insert(number)
    }
    // A clone's document covers a tombstone of the same push number that it never contained. Only an
    // old tombstone can have been removed (seed 800005237 of clones).
    let latest = document.devices.values.map(\.time).max() ?? 0
    for (tombstone, deletes) in tombstones
    where document.covers(tombstone.push)
      && latest - tombstone.stamp.time > SyncComposition.tombstoneLifetime
    {
      for (key, number) in deletes where document.records[key] == nil {
        settledDeletes.insert(number)
        collected[key] = max(collected[key] ?? 0, number)
      }
    }
    for (key, record) in document.records {
      if let number = number(record.value) { land(number) }
      // A device that confirms another device's tombstone doesn't create a new delete.
      let old = before[key].flatMap {
        $0.stamp == record.stamp ? tombstones[$0.tombstone]?[key] : nil
      }
      // The same applies if the mirror has lost that tombstone (seed 12093 of encrypted accounts).
      let base = devices[device].disk.state?.base[key].flatMap {
        $0.stamp == record.stamp ? tombstones[$0.tombstone]?[key] : nil
      }
      // The tombstone may come from an interrupted push that is sent again unchanged (seed 661).
      guard record.isTombstone, record.push.device == id,
        let number = old ?? base ?? tombstones[record.tombstone]?[key] ?? deletes[key]
      else { continue }
      tombstones[record.tombstone, default: [:]][key] = number
      land(number)
    }
  }

  /// Returns the deletes that this device's user made or preferred over an edit.
  private func deletesOf(_ device: Int) -> [Key: Int] {
    var deletes = devices[device].deletes
    for (key, record) in devices[device].disk.state?.base ?? [:] where record.isTombstone {
      // After a restore of an older file, the device sends the delete again unchanged.
      if deletes[key] == nil { deletes[key] = tombstones[record.tombstone]?[key] }
    }
    let met = devices[device].met
    let chosen =
      switch devices[device].policy {
      case .keepingLocal: met.here
      case .keepingRemote: met.cloud
      default: [:] as [Key: Set<Int>]
      }
    for (key, met) in chosen {
      // If the device has a value, the delete came from the mirror, even after earlier deletes
      // (seed 5876).
      let isTheirs = devices[device].policy == .keepingRemote && devices[device].read[key] != nil
      if deletes[key] == nil || isTheirs { deletes[key] = met.max() ?? deletes[key] }
    }
    return deletes
  }

  /// Reports deletes in the mirror that no user requested.
  private func findUndecidedDeletes(
    _ document: CloudDocument, _ id: CloudDevice, _ device: Int, _ deletes: [Key: Int],
    _ before: [Key: CloudRecord]
  ) {
    for (key, old) in before where !old.isTombstone {
      let new = document.records[key]
      let isDeleted =
        new.map { $0.isTombstone && $0.push.device == id } ?? document.covers(old.push)
      if isDeleted, deletes[key] == nil {
        problems.append("d\(device) sends a delete of \(key) that no user made")
      }
    }
  }

  private func land(_ number: Int) {
    landed.insert(number)
    discarded.remove(number)
  }

  /// Delivers all files and syncs all devices until nothing changes.
  func converge() {
    depth = 1
    for _ in 0..<(devices.count * 2 + 4) {
      arriveAll()
      for device in devices.indices {
        time += 60_000
        sync(device, .automatic, mayCrash: false)
      }
    }
    arriveAll()
  }

  /// Delivers the newest version of every file to every device.
  private func arriveAll() {
    guard carrier == .folder else { return }
    parcels = []
    seals = []
    for device in devices.indices { devices[device].sealSeen = sealKeys.count }
    if !options.overwritesMarks {
      let all = devices.reduce(into: Set<String>()) { $0.formUnion($1.marks) }
      for device in devices.indices { devices[device].marks = all }
    } else if let mark = devices.compactMap({ $0.marks.min() }).min() {
      for device in devices.indices { devices[device].marks = [mark] }
    }
    if options.clones { return arriveNewest() }
    var (newest, epochs) = ([CloudDevice: CloudDocument](), [CloudDevice: Int]())
    for device in devices {
      for (id, document) in device.replica {
        let (sequence, epoch) = (
          document.devices[id]?.written.sequence ?? 0, device.epochs[id] ?? 0
        )
        let known = (epochs[id] ?? 0, newest[id]?.devices[id]?.written.sequence ?? 0)
        if (epoch, sequence) >= known { (newest[id], epochs[id]) = (document, epoch) }
      }
    }
    for device in devices.indices {
      (devices[device].replica, devices[device].epochs) = (newest, epochs)
    }
  }

  /// Copies newer files between all devices, like `rsync --update` run in a ring.
  private func arriveNewest() {
    for device in devices.indices {
      for other in devices.indices { copyNewer(from: device, to: other) }
    }
    for device in devices.indices {
      for other in devices.indices { copyNewer(from: device, to: other) }
    }
  }

  private func copyNewer(from device: Int, to other: Int) {
    for (id, document) in devices[device].replica {
      let written = devices[device].written[id] ?? 0
      guard written > devices[other].written[id] ?? 0 else { continue }
      devices[other].replica[id] = document
      devices[other].written[id] = written
      devices[other].epochs[id] = devices[device].epochs[id]
    }
  }
}
