import Synchronization
import SetteeFiles

/// A token that keeps a watch and the watched object alive.
///
/// To stop watching, release this token.
public final class DomainWatch: Sendable {
  private let end: @Sendable () -> Void
  private let process = CurrentProcess.id

  package init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit {
    // After a fork, only the parent process can end the watch.
    if CurrentProcess.id == process { end() }
  }
}

extension DomainWatch {
  /// A handler that is called after a change, with an argument that indicates whether the change
  /// might still be in progress.
  package typealias Wake = @Sendable (_ isUnderWay: Bool) -> Void

  /// Watches the contents of a directory, which doesn't need to exist.
  ///
  /// The initializer fails if the operating system doesn't support watches.
  package convenience init?(folder: String, _ wake: @escaping Wake) {
    self.init(WatchedPlace(path: folder, isFolder: true, wake: wake))
  }

  /// Watches a file for changes, even if the file or its directory doesn't exist yet.
  ///
  /// The initializer fails if the operating system doesn't support watches.
  convenience init?(file: String, _ wake: @escaping Wake) {
    self.init(WatchedPlace(path: file, isFolder: false, wake: wake))
  }

  /// Watches a place on the thread that watches all places of this process.
  private convenience init?(_ place: WatchedPlace) {
    #if os(Linux)
      guard let watcher = InotifyWatcher.current, let id = watcher.add(place) else { return nil }
      self.init { [weak watcher] in watcher?.remove(id) }
    #else
      return nil
    #endif
  }
}

/// A file or directory to watch, and the handler to call when it changes.
struct WatchedPlace: Sendable {
  let path: String
  let isFolder: Bool
  let wake: DomainWatch.Wake
  /// The directories that are being watched for the file or directory.
  var interests: [Interest] = []

  /// A directory to watch, and the name of a file in it, or `nil` to watch all files in the
  /// directory.
  struct Interest {
    let folder: String
    let name: String?
    /// A Boolean value that indicates whether the watch is waiting for another directory to be
    /// created.
    let isWaiting: Bool
    /// The descriptor of the inotify watch for the directory.
    var watch: Int32 = -1
  }

  /// Returns the directories that must currently be watched to detect changes to the file or
  /// directory.
  ///
  /// A rename ends a watch on a file, so Settee watches directories instead. If the directory is
  /// missing, Settee watches its nearest existing ancestor.
  func currentInterests(_ fileSystem: FileSystem) -> [Interest] {
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
    private let file: Int32
    /// The watched files and directories, each with a number.
    private let places = Mutex<[Int: WatchedPlace]>([:])
    /// The number of the last place.
    ///
    /// Numbers aren't used again, because the thread could otherwise arm a new place with the
    /// interests of a removed one.
    private let lastID = Atomic(0)

    /// The watcher of this process, or `nil` if the limit for inotify instances has been reached.
    static var current: InotifyWatcher? {
      ProcessState.current.watcher.withLock { shared in
        if let shared { return shared }
        guard let new = InotifyWatcher() else { return nil }
        CurrentProcess.startThread("settee-watch") { new.run() }
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

    /// Watches a file or directory, and returns its number, or `nil` if it can't be watched.
    func add(_ place: WatchedPlace) -> Int? {
      let id = lastID.add(1, ordering: .relaxed).newValue
      places.withLock { $0[id] = place }
      if arm(id, place) { return id }
      remove(id)
      return nil
    }

    func remove(_ id: Int) {
      let (old, idle) = places.withLock { places in
        let old = places.removeValue(forKey: id)
        return (old, Self.idle(old?.interests ?? [], places))
      }
      for watch in idle { inotify_rm_watch(file, watch) }
      withExtendedLifetime(old) {}
    }

    /// Returns the inotify watches of former interests that no place needs any longer.
    private static func idle(
      _ old: [WatchedPlace.Interest], _ places: [Int: WatchedPlace]
    ) -> Set<Int32> {
      let used = places.values.flatMap { $0.interests.map(\.watch) }
      return Set(old.map(\.watch)).subtracting(used)
    }

    /// Watches the directories that are currently relevant for a file or directory.
    private func arm(_ id: Int, _ place: WatchedPlace) -> Bool {
      for _ in 0..<8 {
        let wanted = place.currentInterests(.live)
        var added: [WatchedPlace.Interest] = []
        for var interest in wanted {
          interest.watch = inotify_add_watch(file, interest.folder, Self.mask(interest))
          if interest.watch >= 0 {
            added.append(interest)
          } else if ![ENOENT, ENOTDIR, EACCES].contains(errno) {
            return false
          }
        }
        replace(id, with: added)
        // Check again, because a missing directory might have been created before the watch was
        // added.
        guard wanted.contains(where: \.isWaiting) else { return true }
        let now = place.currentInterests(.live)
        if now.elementsEqual(wanted, by: { $0.folder.utf8.elementsEqual($1.folder.utf8) }) {
          return true
        }
      }
      return true
    }

    private func replace(_ id: Int, with interests: [WatchedPlace.Interest]) {
      let idle = places.withLock { places in
        let old = places[id]?.interests ?? []
        places[id]?.interests = interests
        return Self.idle(old, places)
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
        CurrentProcess.delayingForks {
          handle(InotifyEvent.all(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        }
      }
    }

    private func handle(_ events: [InotifyEvent]) {
      var woken: [Int: (isUnderWay: Bool, rearms: Bool)] = [:]
      places.withLock { places in
        for event in events {
          for (id, rearms) in Self.concerned(by: event, places) {
            let known = woken[id] ?? (true, false)
            woken[id] = (known.isUnderWay && event.isUnderWay, known.rearms || rearms)
          }
        }
      }
      for (id, wake) in woken.sorted(by: { $0.key < $1.key }) {
        guard let place = places.withLock({ $0[id] }) else { continue }
        if wake.rearms { _ = arm(id, place) }
        place.wake(wake.isUnderWay)
      }
    }

    private static func concerned(
      by event: InotifyEvent, _ places: [Int: WatchedPlace]
    ) -> [(place: Int, rearms: Bool)] {
      if event.isOverflow { return places.keys.map { ($0, true) } }
      return places.flatMap { id, place in
        place.interests.compactMap { interest in
          if interest.watch != event.watch { return nil }
          if event.isEnd { return (id, true) }
          guard interest.name.map({ $0.utf8.elementsEqual(event.name.utf8) }) ?? true else {
            return nil
          }
          return (id, interest.isWaiting || event.isNewName)
        }
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
