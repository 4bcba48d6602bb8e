import Synchronization
import SetteeFiles

/// Tells when a file or the content of a folder changes, by one watching thread per process.
package enum FolderWatch {
  /// Called with whether the change may still be under way.
  package typealias Wake = @Sendable (_ isUnderWay: Bool) -> Void

  /// Watches everything in a folder, which need not exist; nil where the system cannot.
  package static func watch(folder: String, _ wake: @escaping Wake) -> DomainWatch? {
    watch(WatchedPlace(path: folder, isFolder: true, wake: wake))
  }

  /// Watches a file, which need not exist, nor its folder; nil where the system cannot.
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

/// A file, or the content of a folder, that somebody wants to know about.
struct WatchedPlace: Sendable {
  let path: String
  let isFolder: Bool
  let wake: FolderWatch.Wake

  /// One folder to watch, and the name in it that matters; nil when all do.
  struct Interest {
    let folder: String
    let name: String?
    /// Whether this folder is watched only until the wanted one appears.
    let isWaiting: Bool
  }

  /// The folders to watch as things are now.
  ///
  /// A rename breaks a watch on a file, so folders are watched; where the folder is missing, the
  /// nearest one above it that exists is.
  func interests(_ door: FileSystem) -> [Interest] {
    var interests = [interest(in: path, isFolder: isFolder, door)]
    let target = (try? door.resolved(path)) ?? path
    if !target.utf8.elementsEqual(path.utf8) {
      interests.append(interest(in: target, isFolder: isFolder, door))
    }
    return interests
  }

  private func interest(in path: String, isFolder: Bool, _ door: FileSystem) -> Interest {
    if isFolder, isExisting(path, door) {
      return Interest(folder: path, name: nil, isWaiting: false)
    }
    var folder = FilePath.folder(of: path)
    var name = FilePath.name(of: path)
    var isWaiting = isFolder
    while !isExisting(folder, door), folder != "/", folder != "." {
      name = FilePath.name(of: folder)
      folder = FilePath.folder(of: folder)
      isWaiting = true
    }
    return Interest(folder: folder, name: name, isWaiting: isWaiting)
  }

  private func isExisting(_ folder: String, _ door: FileSystem) -> Bool {
    ((try? door.existing(folder)) ?? nil)?.kind == .directory
  }
}

#if os(Linux)
  /// The one watching thread of a process, and what it watches with inotify(7).
  ///
  /// The thread sleeps in read(2): while nothing changes, nothing is called.
  final class InotifyWatcher: Sendable {
    private struct State {
      var places: [Int: WatchedPlace] = [:]
      var last: Int = 0
      /// The places that each watched folder matters to.
      var interests: [Int32: [(place: Int, interest: WatchedPlace.Interest)]] = [:]
    }

    private let file: Int32
    private let state = Mutex(State())

    /// The watcher of this process; nil where the system has no more instances to give.
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

    // MARK: Places

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

    /// Takes the interests of a place out, and tells which folders nobody watches any more.
    private static func forget(_ id: Int, _ state: inout State) -> [Int32] {
      var idle: [Int32] = []
      for (watch, interests) in state.interests where interests.contains(where: { $0.place == id })
      {
        let rest = interests.filter { $0.place != id }
        state.interests[watch] = rest.isEmpty ? nil : rest
        if rest.isEmpty { idle.append(watch) }
      }
      return idle
    }

    /// Watches the folders that matter for a place as things are now.
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
        // A folder that is waited for may have appeared between looking and watching.
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

    // MARK: The thread

    /// What to be told of; a folder that is only waited in may be a busy one.
    private static func mask(_ interest: WatchedPlace.Interest) -> UInt32 {
      let waiting = IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
      let all = waiting | IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_FROM | IN_DELETE
      // NB: another place may watch the same folder for more.
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
      by event: InotifyEvent, _ state: State
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

  /// One event as inotify(7) reports it.
  struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    let name: String

    /// Some events were dropped.
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// The folder itself is gone, or moved away.
    var isEnd: Bool { has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) }
    /// Something new has that name; it may be a link, or a folder.
    var isNewName: Bool { has(IN_CREATE | IN_MOVED_TO) }
    /// A writer that writes in place has begun and not yet closed the file.
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
