import CSetteeSystem

/// System calls that need more than one line of code.
enum SystemCalls {
  static func checked<Value: SignedInteger>(_ result: Value) throws -> Value {
    guard result >= 0 else { throw SystemError(errno) }
    return result
  }

  static func done(_ result: Int32) throws {
    guard result == 0 else { throw SystemError(errno) }
  }

  static func closeQuietly(_ file: Int32) { _ = close(file) }

  static func status(_ file: Int32) throws -> stat {
    var result = stat()
    try done(fstat(file, &result))
    return result
  }

  /// Opens the path itself, even if it is a symlink, without following the symlink.
  ///
  /// The descriptor can be used to inspect the path or to resolve further names.
  static func look(_ folder: Int32, _ name: String) throws -> Int32 {
    try checked(openat(folder, name, settee_look_flags))
  }

  /// Opens a directory, or returns `nil` if its path must be resolved name by name.
  static func lookAtFolder(_ path: String) throws -> Int32? {
    let found = settee_look_at_folder(path)
    if found < 0, errno == ENOENT { throw SystemError(ENOENT) }
    return found < 0 ? nil : found
  }

  static func target(ofLink link: Int32) throws -> String {
    let bytes = try filled(Int(PATH_MAX)) { settee_read_link(link, $0, $1) }
    // Throw an error if the target isn't valid UTF-8, because replacing the invalid bytes would
    // refer to another file.
    guard let text = String(validating: bytes, as: UTF8.self) else { throw SystemError(EILSEQ) }
    return text
  }

  /// Renames a file unless the new name exists, and returns 0, or -1 on an error.
  static func renameToNew(
    _ folder: Int32, _ name: String, _ other: Int32, _ newName: String
  ) -> Int32 {
    settee_rename_to_new(folder, name, other, newName)
  }

  /// Creates a directory with a given name in an open directory.
  ///
  /// If root creates the directory, it gets the owner of its parent directory.
  static func makeFolder(
    _ folder: Int32, _ name: String, _ mode: UInt32
  ) throws {
    let above = try status(folder)
    guard CurrentProcess.isRoot, above.st_uid != 0 else {
      return try done(mkdirat(folder, name, mode_t(mode)))
    }
    try done(settee_make_folder(folder, name, mode_t(mode), above.st_uid, above.st_gid))
  }

  static func openUnnamed(_ folder: Int32, _ mode: UInt32) throws -> Int32 {
    try checked(settee_open_unnamed(folder, mode_t(mode)))
  }

  static func linkUnnamed(
    _ file: Int32, _ folder: Int32, _ name: String
  ) throws {
    try done(settee_link_unnamed(file, folder, name))
  }

  // MARK: Attributes

  /// Returns the names of a file's extended attributes.
  ///
  /// The result is empty if the file system doesn't support extended attributes.
  static func attributes(_ file: Int32) throws -> [[UInt8]] {
    do {
      let names = try filled(64 << 10) { settee_attribute_names(file, $0, $1) }
      return names.split(separator: 0).map { Array($0) }
    } catch let error as SystemError where SystemError.notSupported.contains(error.code) {
      return []
    }
  }

  /// Returns the value of an extended attribute, or `nil` if the attribute is missing.
  static func attribute(_ file: Int32, _ name: [UInt8]) throws -> [UInt8]? {
    let name = terminated(name)
    do {
      return try filled(64 << 10) { settee_attribute(file, name, $0, $1) }
    } catch let error as SystemError where error.code == settee_no_attribute {
      return nil
    }
  }

  /// Sets an extended attribute, or removes it if the value is `nil`.
  static func setAttribute(
    _ file: Int32, _ name: [UInt8], _ value: [UInt8]?
  ) throws {
    let name = terminated(name)
    guard let value else { return try done(settee_remove_attribute(file, name)) }
    try done(settee_set_attribute(file, name, value, value.count))
  }

  // MARK: Flags, permissions, and leases

  static func flags(_ file: Int32) -> UInt32 { settee_inode_flags(file) }

  static func setFlags(_ file: Int32, _ flags: UInt32) throws {
    try done(settee_set_inode_flags(file, flags))
  }

  static func mayWrite(_ file: Int32) throws { try done(settee_may_write(file)) }

  static func takeLease(_ file: Int32) throws { try done(settee_take_lease(file)) }

  static func endLease(_ file: Int32) throws { try done(settee_end_lease(file)) }

  // MARK: Cleanup by signal handlers

  static func handleSignals() { settee_cleanup_handle_signals() }

  static func handlesSignal(_ number: Int32) -> Bool { settee_cleanup_handles(number) != 0 }

  /// Registers a file for removal by a signal handler and returns its slot in the list of files.
  static func noteCleanup(_ folder: Int32, _ name: String, _ status: FileStatus?) -> Int32 {
    settee_cleanup_add(folder, name, status?.device ?? 0, status?.inode ?? 0)
  }

  static func cancelCleanup(_ slot: Int32) { settee_cleanup_cancel(slot) }

  static func runCleanup() { settee_cleanup_run() }

  /// Closes a descriptor in forked child processes until the returned slot is canceled.
  static func closeInChildren(_ file: Int32) -> Int32 { settee_close_in_children(file) }

  static func cancelCloseInChildren(_ slot: Int32) { settee_close_in_children_cancel(slot) }

  /// Delays `fork` in other threads until ``allowForks(forWork:)`` is called, for half a second at
  /// most.
  ///
  /// The calls can be nested. If `forWork` is `true`, this thread must not hold a lock.
  static func delayForks(forWork: Bool = false) {
    settee_delay_forks(forWork ? SETTEE_WORK : SETTEE_FILES)
  }

  static func allowForks(forWork: Bool = false) {
    settee_allow_forks(forWork ? SETTEE_WORK : SETTEE_FILES)
  }

  private static func terminated(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }

  private static func filled(
    _ size: Int, _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: size)
    let count = buffer.withUnsafeMutableBufferPointer { call($0.baseAddress, $0.count) }
    return buffer.prefix(try checked(count)).map { UInt8(bitPattern: $0) }
  }
}

extension CurrentProcess {
  /// Disables core dumps for a process that has secrets in memory.
  package static func leavesNoCore() { settee_leave_no_core() }
}
