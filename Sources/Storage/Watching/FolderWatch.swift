import Synchronization
import SetteeFiles

/// Watches files and directories for changes on one thread per process.
package enum FolderWatch {
  /// A handler that is called after a change, with an argument that indicates whether the change
  /// might still be in progress.
  package typealias Wake = @Sendable (_ isUnderWay: Bool) -> Void

  /// Watches the contents of a directory, which doesn't need to exist.
  ///
  /// This method returns `nil` if the operating system doesn't support watches.
  package static func watch(folder: String, _ wake: @escaping Wake) -> DomainWatch? {
    watch(WatchedPlace(path: folder, isFolder: true, wake: wake))
  }

  /// Watches a file for changes, even if the file or its directory doesn't exist yet.
  ///
  /// This method returns `nil` if the operating system doesn't support watches.
  static func watch(file: String, _ wake: @escaping Wake) -> DomainWatch? {
    watch(WatchedPlace(path: file, isFolder: false, wake: wake))
  }

  private static func watch(_ place: WatchedPlace) -> DomainWatch? {
    #if os(Linux)
      return InotifyWatcher.current?.add(place)
    #else
      return nil
    #endif
  }
}

/// A file or directory to watch, and the handler to call when it changes.
struct WatchedPlace: Sendable {
  let path: String
  let isFolder: Bool
  let wake: FolderWatch.Wake

  /// A directory to watch, and the name of a file in it, or `nil` to watch all files in the
  /// directory.
  struct Interest {
    let folder: String
    let name: String?
    /// A Boolean value that indicates whether the watch is waiting for another directory to be
    /// created.
    let isWaiting: Bool
  }

  /// Returns the directories that must currently be watched to detect changes to the file or
  /// directory.
  ///
  /// A rename ends a watch on a file, so Settee watches directories instead. If the directory is
  /// missing, Settee watches its nearest existing ancestor.
  func interests(_ fileSystem: FileSystem) -> [Interest] {
    var interests = [interest(in: path, isFolder: isFolder, fileSystem)]
    let target = (try? fileSystem.resolved(path)) ?? path
    if !target.utf8.elementsEqual(path.utf8) {
      interests.append(interest(in: target, isFolder: isFolder, fileSystem))
    }
    return interests
  }

  private func interest(in path: String, isFolder: Bool, _ fileSystem: FileSystem) -> Interest {
    if isFolder, isExisting(path, fileSystem) {
      return Interest(folder: path, name: nil, isWaiting: false)
    }
    var folder = FilePath.folder(of: path)
    var name = FilePath.name(of: path)
    var isWaiting = isFolder
    while !isExisting(folder, fileSystem), folder != "/", folder != "." {
      name = FilePath.name(of: folder)
      folder = FilePath.folder(of: folder)
      isWaiting = true
    }
    return Interest(folder: folder, name: name, isWaiting: isWaiting)
  }

  private func isExisting(_ folder: String, _ fileSystem: FileSystem) -> Bool {
    ((try? fileSystem.existing(folder)) ?? nil)?.kind == .directory
  }
}

#if os(Linux)
  /// Watches directories with inotify(7) on a single thread per process.
  ///
  /// The thread blocks in read(2) until something changes in a watched directory.
  final class InotifyWatcher: Sendable {
    private struct WatchTable {
      var places: [Int: WatchedPlace] = [:]
      var last: Int = 0
      /// The watched files and directories that an event in each directory can affect.
      var interests: [Int32: [(place: Int, interest: WatchedPlace.Interest)]] = [:]
    }

    private let file: Int32
    private let state = Mutex(WatchTable())

    /// The watcher of this process, or `nil` if the limit for inotify instances has been reached.
    static var current: InotifyWatcher? {
      ProcessState.current.watcher.withLock { shared in
        if let shared { return shared }
        guard let new = InotifyWatcher() else { return nil }
        BackgroundThread.start("settee-watch") { new.run() }
        shared = new
        return new
      }
    }

    private init?() {
      file = inotify_init1(Int32(IN_CLOEXEC))
      if file < 0 { return nil }
    }

    deinit { close(file) }

    // MARK: Watched places

    func add(_ place: WatchedPlace) -> DomainWatch? {
      let id = state.withLock { state in
        state.last += 1
        state.places[state.last] = place
        return state.last
      }
      guard arm(id, place) else {
        remove(id)
        return nil
      }
      return DomainWatch { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
      let (old, idle) = state.withLock { state in
        let idle = Self.forget(id, &state)
        return (state.places.removeValue(forKey: id), idle)
      }
      for watch in idle { inotify_rm_watch(file, watch) }
      withExtendedLifetime(old) {}
    }

    /// Stops watching a file or directory, and returns the inotify watches that are no longer
    /// needed.
    private static func forget(_ id: Int, _ state: inout WatchTable) -> [Int32] {
      var idle: [Int32] = []
      for (watch, interests) in state.interests where interests.contains(where: { $0.place == id })
      {
        let rest = interests.filter { $0.place != id }
        state.interests[watch] = rest.isEmpty ? nil : rest
        if rest.isEmpty { idle.append(watch) }
      }
      return idle
    }

    /// Watches the directories that are currently relevant for a file or directory.
    private func arm(_ id: Int, _ place: WatchedPlace) -> Bool {
      for _ in 0..<8 {
        let wanted = place.interests(.live)
        var added: [(Int32, WatchedPlace.Interest)] = []
        for interest in wanted {
          let watch = inotify_add_watch(file, interest.folder, Self.mask(interest))
          if watch < 0, errno == ENOENT || errno == ENOTDIR || errno == EACCES { continue }
          if watch < 0 { return false }
          added.append((watch, interest))
        }
        replace(id, with: added)
        // Check again, because a missing directory might have been created before the watch was
        // added.
        guard wanted.contains(where: \.isWaiting) else { return true }
        let now = place.interests(.live)
        if now.elementsEqual(wanted, by: { $0.folder.utf8.elementsEqual($1.folder.utf8) }) {
          return true
        }
      }
      return true
    }

    private func replace(_ id: Int, with added: [(Int32, WatchedPlace.Interest)]) {
      let idle = state.withLock { state in
        let idle = Self.forget(id, &state)
        guard state.places[id] != nil else { return idle }
        for (watch, interest) in added {
          state.interests[watch, default: []].append((id, interest))
        }
        return idle.filter { state.interests[$0] == nil }
      }
      for watch in idle { inotify_rm_watch(file, watch) }
    }

    // MARK: Event loop

    /// Returns the inotify events to watch for in a directory.
    ///
    /// Many events can occur in an ancestor of a missing directory, so fewer kinds of events are
    /// watched there.
    private static func mask(_ interest: WatchedPlace.Interest) -> UInt32 {
      let waiting = IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
      let all = waiting | IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_FROM | IN_DELETE
      // Use IN_MASK_ADD, because another watched file in the same directory might require more
      // events.
      return UInt32(interest.isWaiting ? waiting : all)
        | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK) | UInt32(IN_MASK_ADD)
    }

    private func run() {
      let size = 64 << 10
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = read(file, buffer.baseAddress, size)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        handle(InotifyEvent.all(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }

    private func handle(_ events: [InotifyEvent]) {
      var woken: [Int: (isUnderWay: Bool, rearms: Bool)] = [:]
      state.withLock { state in
        for event in events {
          for (id, rearms) in Self.concerned(by: event, state) {
            let known = woken[id] ?? (true, false)
            woken[id] = (known.isUnderWay && event.isUnderWay, known.rearms || rearms)
          }
        }
      }
      for (id, wake) in woken.sorted(by: { $0.key < $1.key }) {
        guard let place = state.withLock({ $0.places[id] }) else { continue }
        if wake.rearms { _ = arm(id, place) }
        place.wake(wake.isUnderWay)
      }
    }

    private static func concerned(
      by event: InotifyEvent, _ state: WatchTable
    ) -> [(place: Int, rearms: Bool)] {
      if event.isOverflow { return state.places.keys.map { ($0, true) } }
      return (state.interests[event.watch] ?? []).compactMap { place, interest in
        if event.isEnd { return (place, true) }
        guard interest.name.map({ $0.utf8.elementsEqual(event.name.utf8) }) ?? true else {
          return nil
        }
        return (place, interest.isWaiting || event.isNewName)
      }
    }
  }

  /// An event that inotify(7) reports.
  struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    let name: String

    /// A Boolean value that indicates whether the kernel dropped events because its queue was full.
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// A Boolean value that indicates whether the watched directory was removed, moved, or
    /// unmounted.
    var isEnd: Bool { has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) }
    /// A Boolean value that indicates whether the event reports a new name in the directory.
    ///
    /// The new directory entry can be a symlink or a directory.
    var isNewName: Bool { has(IN_CREATE | IN_MOVED_TO) }
    /// A Boolean value that indicates whether a program is still writing the file in place.
    var isUnderWay: Bool { has(IN_MODIFY | IN_CREATE) }

    private func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }

    static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
      var events: [InotifyEvent] = []
      var offset = 0
      let header = 16
      while offset + header <= bytes.count {
        let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let end = Swift.min(offset + header + length, bytes.count)
        let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
        events.append(
          InotifyEvent(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self)))
        offset = end
      }
      return events
    }
  }
#endif
