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
      return SharedFileSystems(self).hold(folder, self)
    #endif
  }
}
