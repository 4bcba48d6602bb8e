import Foundation
import Settee

extension DomainTool {
  /// `follow DOMAIN`: prints the time, source, key, and value of each change until standard input
  /// ends.
  static func follow(_ arguments: [String]) throws {
    let domain = try open(arguments[0], watches: true)
    let watch = domain.observe { event in
      for change in event.changes {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = time.tv_sec * 1_000_000 + time.tv_nsec / 1000
        say("\(now) \(event.source.rawValue) \(change.key) \(change.new?.string ?? "-")")
      }
    }
    let issues = domain.observeIssues { issue in say("issue \(issue.kind.rawValue)") }
    say("ready")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    withExtendedLifetime((watch, issues)) {}
  }

  /// `idle DOMAIN KEY`: waits for the end of standard input, then reads a value a hundred thousand
  /// times.
  static func idle(_ arguments: [String]) throws {
    let domain = try open(arguments[0], watches: true)
    _ = domain.value(for: arguments[1])
    say("ready")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    // These invalid calls mark the start and the end of the reads in a system call trace.
    close(-101)
    for _ in 0..<100_000 { _ = domain.value(for: arguments[1]) }
    close(-102)
  }

  /// `keep DOMAIN COUNT`: sets keys at short intervals, and prints the values that the domain
  /// restores.
  static func keep(_ arguments: [String]) throws {
    let domain = try open(arguments[0], watches: true)
    let issues = domain.observeIssues { issue in
      say("\(issue.kind.rawValue) \(issue.keys.count)")
    }
    for number in 0..<(Int(arguments[1]) ?? 0) {
      try domain.set(.integer(Int64(number)), for: "settee.\(number)")
      Thread.sleep(forTimeInterval: 0.002)
    }
    Thread.sleep(forTimeInterval: 0.5)
    withExtendedLifetime(issues) {}
  }

  // MARK: Foundation

  /// `foundation DOMAIN PREFIX COUNT`: sets keys with UserDefaults, and synchronizes after each.
  static func foundation(_ arguments: [String]) throws {
    guard let defaults = UserDefaults(suiteName: arguments[0]) else { exit(1) }
    for number in 0..<(Int(arguments[2]) ?? 0) {
      defaults.set(number, forKey: "\(arguments[1]).\(number)")
      defaults.synchronize()
    }
  }

  /// `foundation-read DOMAIN`: prints the values that UserDefaults reads as a property list.
  static func foundationRead(_ arguments: [String]) throws {
    guard let defaults = UserDefaults(suiteName: arguments[0]) else { exit(1) }
    let values = defaults.dictionaryRepresentation()
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    FileHandle.standardOutput.write(data)
  }

  /// `foundation-value DOMAIN`: sets the entries of a property list from standard input with
  /// UserDefaults.
  static func foundationValue(_ arguments: [String]) throws {
    guard let defaults = UserDefaults(suiteName: arguments[0]) else { exit(1) }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    for (key, value) in values as? [String: Any] ?? [:] { defaults.set(value, forKey: key) }
    defaults.synchronize()
  }
}
