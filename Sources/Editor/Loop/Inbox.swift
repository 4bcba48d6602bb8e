import Settee
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What other threads have to say to the loop, with a descriptor that wakes it.
final class Inbox: Sendable {
  enum Letter: Sendable {
    /// Keys of a domain have changed, or all of them may have.
    case changed(domain: String, keys: [String], by: ChangeSource)
    case ownSettings
    /// The answer to a question of this number, for the core as it is.
    case answer(Event, to: Int)
    /// What waits for the mirror may be something else.
    case cloudState
    /// What the mirror side has done by itself.
    case news(Event)
  }

  /// What can be read while letters wait.
  let descriptor: Int32
  private let bell: Int32
  private let letters = Mutex<[Letter]>([])

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Leaves a letter; from any thread.
  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    var byte: UInt8 = 0
    // A full pipe wakes the loop as well.
    _ = write(bell, &byte, 1)
  }

  func take() -> [Letter] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
