import Foundation
import Settee

/// The settings used by `manual` and `streams`.
private struct StoredPrefs: PreferenceSet {
  @Setting var number = 0
  @Setting(traits: .savedExplicitly) var manual = 0
}

extension DomainTool {
  /// `manual DOMAIN COUNT`: assigns a manual setting while two other threads flush.
  ///
  /// Prints how often a different value was read back.
  static func manual(_ arguments: [String]) throws {
    let store = try Store(StoredPrefs.self, domain: arguments[0])
    let isOver = [Flag(), Flag()]
    for flag in isOver {
      Thread {
        while !flag.isRaised { try? store.flush() }
        flag.lower()
      }.start()
    }
    var lost = 0
    for number in 1...(Int(arguments[1]) ?? 1) {
      store.prefs.manual = number
      store.prefs.number = number
      for _ in 0..<20 where store.prefs.manual != number {
        lost += 1
        break
      }
    }
    isOver.forEach { $0.raise() }
    while isOver.contains(where: \.isRaised) { usleep(1000) }
    try store.flush()
    say("\(lost)")
  }

  /// `streams DOMAIN WHAT`: keeps only a stream or a watch, and prints its events.
  ///
  /// `WHAT` is `domain`, `watch`, `store`, or `values`.
  static func streams(_ arguments: [String]) throws {
    var watch: DomainWatch?
    switch arguments[1] {
    case "domain":
      let changes = try open(arguments[0], watches: true).changes
      Task { for await event in changes { event.changes.forEach { say($0.key) } } }
    case "watch":
      watch = try open(arguments[0], watches: true).observe { event in
        event.changes.forEach { say($0.key) }
      }
    case "store":
      let changes = try Store(StoredPrefs.self, domain: arguments[0]).changes
      Task { for await change in changes { change.keys.forEach { say($0) } } }
    default:
      let values = try Store(StoredPrefs.self, domain: arguments[0]).prefs.$number.values
      Task { for await value in values where value != 0 { say("number \(value)") } }
    }
    say("ready")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    withExtendedLifetime(watch) {}
  }
}
