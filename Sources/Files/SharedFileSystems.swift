#if canImport(Darwin)
  import Darwin
#endif

/// The types of file systems on which other hosts can change files, such as NFS.
///
/// If another host changes a file, inotify(7) doesn't report the change.
private let sharedTypes: Set<String> = [
  "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "9p", "virtiofs", "ceph",
  "lustre", "gpfs", "beegfs", "panfs", "gfs2", "ocfs2", "fuse",
  "fuseblk", "vboxsf",
]

extension FileSystem {
  static let mountTable = "/proc/self/mountinfo"

  /// The device numbers of the mounted file systems on which other hosts can change files.
  ///
  /// If the operating system doesn't provide a list of mounted file systems, the set is empty.
  package var sharedDevices: Set<UInt64> {
    guard let bytes = (try? readFile(Self.mountTable, links: .all))??.bytes else { return [] }
    return Set(bytes.split(separator: UInt8(ascii: "\n")).compactMap(Self.sharedDevice))
  }

  /// Returns whether a path, which doesn't need to exist, is on one of several devices.
  package func isOnDevice(_ path: String, of devices: Set<UInt64>) -> Bool {
    if devices.isEmpty { return false }
    let place = (try? resolved(path)) ?? path
    return nearest(place).map { devices.contains($0.device) } ?? false
  }

  /// Returns whether other hosts can change the files in a directory without a notification.
  ///
  /// Examples of such directories are mounted with NFS, SMB, or FUSE.
  package func isRemote(_ folder: String) -> Bool {
    #if canImport(Darwin)
      var info = statfs()
      return statfs(folder, &info) == 0 && info.f_flags & UInt32(MNT_LOCAL) == 0
    #else
      return isOnDevice(folder, of: sharedDevices)
    #endif
  }

  /// Returns the device number in a line of the mount table if it describes a shared file system.
  ///
  /// An example of a line is `36 35 0:45 / /home rw shared:1 - nfs4 server:/home rw`. The device
  /// number is the third field, and the type follows a separate hyphen.
  private static func sharedDevice(_ line: ArraySlice<UInt8>) -> UInt64? {
    let (blank, dash) = (UInt8(ascii: " "), UInt8(ascii: "-"))
    let start = line.indices.dropLast(3).first { index in
      line[index] == blank && line[index + 1] == dash && line[index + 2] == blank
    }
    guard let start else { return nil }
    // Compare only the start of types such as `fuse.sshfs`. If such a file system is local, it is
    // merely polled unnecessarily.
    let type = line[(start + 3)...].prefix { $0 != blank && $0 != UInt8(ascii: ".") }
    guard sharedTypes.contains(String(decoding: type, as: UTF8.self)) else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 3)
    let numbers = words.count == 4 ? words[2].split(separator: ":").compactMap { UInt64($0) } : []
    guard numbers.count == 2 else { return nil }
    let (major, minor) = (numbers[0], numbers[1])
    return (minor & 0xFF) | (minor & ~0xFF) << 12 | (major & 0xFFF) << 8 | (major & ~0xFFF) << 32
  }
}
