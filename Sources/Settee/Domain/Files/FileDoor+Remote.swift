#if canImport(Darwin)
  import Darwin
#endif

extension FileDoor {
  /// Whether others may change a folder without this system's telling: NFS, SMB, FUSE and the like.
  func isRemote(_ folder: String) -> Bool {
    #if canImport(Darwin)
      var info = statfs()
      return statfs(folder, &info) == 0 && info.f_flags & UInt32(MNT_LOCAL) == 0
    #else
      guard let status = try? existing(folder),
        let mounts = try? readFile("/proc/self/mountinfo")?.bytes
      else { return false }
      return MountTable(String(decoding: mounts, as: UTF8.self)).isRemote(status.device)
    #endif
  }
}

/// The file systems that the kernel shows in /proc/self/mountinfo.
struct MountTable {
  private var kinds: [UInt64: Substring] = [:]

  /// Reads lines such as `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let halves = line.split(separator: " - ", maxSplits: 1)
      let words = halves.first?.split(separator: " ") ?? []
      guard halves.count == 2, words.count > 2, let kind = halves[1].split(separator: " ").first
      else { continue }
      let numbers = words[2].split(separator: ":").compactMap { UInt64($0) }
      guard numbers.count == 2 else { continue }
      kinds[Self.device(numbers[0], numbers[1])] = kind
    }
  }

  /// Whether a device is one whose changes others can make unseen.
  func isRemote(_ device: UInt64) -> Bool {
    guard let kind = kinds[device] else { return false }
    return kind.hasPrefix("fuse") || kind.hasPrefix("nfs") || kind.hasPrefix("smb")
      || ["cifs", "9p", "afs", "ceph", "coda", "ncpfs", "virtiofs", "vboxsf"].contains(kind)
  }

  /// A device number as stat(2) gives it: makedev(3) of Linux.
  static func device(_ major: UInt64, _ minor: UInt64) -> UInt64 {
    (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | minor & 0xFF | (minor & ~0xFF) << 12
  }
}
