import Foundation
import Settee
import Synchronization

/// Collects the events of a watch and waits for them.
final class Notices: Sendable {
  private let told = Mutex<[MirrorEvent]>([])

  func take(_ notice: MirrorEvent) { told.withLock { $0.append(notice) } }

  var all: [MirrorEvent] { told.withLock { $0 } }

  /// Waits until a condition is true, and returns false after a timeout.
  func wait(_ holds: ([MirrorEvent]) -> Bool) -> Bool {
    for _ in 0..<600 {
      if holds(all) { return true }
      usleep(50_000)
    }
    return false
  }
}

extension MirrorEvent {
  var isRolledBack: Bool { if case .rolledBack = self { true } else { false } }
  var isTrouble: Bool { if case .trouble = self { true } else { false } }
}
