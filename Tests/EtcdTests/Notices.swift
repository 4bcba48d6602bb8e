import Foundation
import Settee
import Synchronization

/// Collects what a watch tells, and waits for it.
final class Notices: Sendable {
  private let told = Mutex<[MirrorEvent]>([])

  func take(_ notice: MirrorEvent) { told.withLock { $0.append(notice) } }

  var all: [MirrorEvent] { told.withLock { $0 } }

  /// Waits until the condition holds; false when it never does.
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
