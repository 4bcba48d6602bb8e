#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operations of flock(2) that are used.
enum LockOperation {
  static let tryExclusive = LOCK_EX | LOCK_NB
  static let release = LOCK_UN
}

extension FileDoor {
  /// The process that holds flock(2) on a file, as `/proc/locks` tells; nil where it does not.
  func lockHolder(of status: FileStatus) -> Int32? {
    // The list changes while it is read, so that a line may be missed.
    for _ in 0..<5 {
      if let holder = listedHolder(of: status) { return holder }
    }
    return nil
  }

  private func listedHolder(of status: FileStatus) -> Int32? {
    guard let content = try? readFile("/proc/locks") else { return nil }
    for line in content.bytes.split(separator: UInt8(ascii: "\n")) {
      // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF; waiting ones begin with “1: ->”.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK" else { continue }
      let place = words[5].split(separator: ":")
      if place.count == 3, UInt64(place[2]) == status.inode { return Int32(words[4]) }
    }
    return nil
  }
}
