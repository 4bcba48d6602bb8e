/// The mounted file systems whose files other machines change, without anybody telling this one:
/// inotify(7) sees there only what this machine does.
struct SharedFileSystems {
  static let table = "/proc/self/mountinfo"

  private static let kinds: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "9p", "virtiofs", "ceph",
    "lustre", "gpfs", "beegfs", "panfs", "gfs2", "ocfs2", "fuse",
    "fuseblk", "vboxsf",
  ]

  /// By device number, as stat(2) tells it.
  private let devices: Set<UInt64>

  /// Reads which are mounted now; none where the system does not tell.
  init(_ door: FileDoor) {
    guard let bytes = (try? door.readFile(Self.table, links: .all))??.bytes else {
      devices = []
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter(Self.mayBeShared)
    devices = Set(lines.compactMap { Self.device(Substring(decoding: $0, as: UTF8.self)) })
  }

  /// Whether other machines may change what stands, or would stand, at a path.
  func hold(_ path: String, _ door: FileDoor) -> Bool {
    if devices.isEmpty { return false }
    var place = (try? door.resolved(path)) ?? path
    while true {
      if let status = (try? door.existing(place)) ?? nil { return devices.contains(status.device) }
      if place == "/" || place == "." { return false }
      place = FilePath.folder(of: place)
    }
  }

  /// Whether the kind in a line is one of the shared ones, which few lines are taken apart for.
  private static func mayBeShared(_ line: ArraySlice<UInt8>) -> Bool {
    let (blank, dash) = (UInt8(ascii: " "), UInt8(ascii: "-"))
    let start = line.indices.dropLast(3).first { index in
      line[index] == blank && line[index + 1] == dash && line[index + 2] == blank
    }
    guard let start else { return false }
    let kind = line[(start + 3)...].prefix { $0 != blank && $0 != UInt8(ascii: ".") }
    return kinds.contains(Substring(decoding: kind, as: UTF8.self))
  }

  /// The device of a line that is of a shared file system.
  ///
  /// `36 35 0:45 / /home rw shared:1 - nfs4 server:/home rw`: the device is the third word, the kind
  /// the first one after a dash of its own.
  private static func device(_ line: Substring) -> UInt64? {
    let words = line.split(separator: " ")
    guard let dash = words.firstIndex(of: "-"), dash > 5, dash + 1 < words.count else { return nil }
    // `fuse.sshfs` and the like; a local one costs a look now and then.
    let kind = words[dash + 1].prefix { $0 != "." }
    guard kinds.contains(kind) else { return nil }
    let numbers = words[2].split(separator: ":").compactMap { UInt64($0) }
    guard numbers.count == 2 else { return nil }
    let (major, minor) = (numbers[0], numbers[1])
    return (minor & 0xFF) | (minor & ~0xFF) << 12 | (major & 0xFFF) << 8 | (major & ~0xFFF) << 32
  }
}
