import SetteeFiles
import SetteePropertyLists

/// Compares the clock of this device with the times in a mirror.
///
/// Inactive devices, their files, and tombstones are removed by their age. A wrong clock makes
/// everything look old, so nothing expires while a clock is known to be wrong.
struct ClockCheck: Sendable {
  /// How far two clocks may differ: a day.
  static let tolerance: Int64 = 86_400_000
  /// How far the clock may be set back, as a time service does: a minute.
  private static let slack: Int64 = 60_000
  /// 2020: a clock before it was never set.
  static let earliest: Int64 = 18_262 * 86_400_000

  private let isUnset: Bool
  /// When this device last wrote, if that is after its clock.
  private let ownWrite: Int64?
  /// The device that wrote last by its own clock, if that is more than a day after this one's.
  private let ahead: (device: CloudDevice, entry: CloudDeviceEntry)?

  /// Checks the times of all devices in a document that take part; `device` is this one.
  init(of document: CloudDocument, device: CloudDevice, now: Int64) {
    isUnset = now < Self.earliest
    ownWrite = document.devices[device].map(\.time).flatMap { $0 > now + Self.slack ? $0 : nil }
    ahead = document.devices
      .filter { $0.key != device && !$0.value.isRetired && $0.value.time > now + Self.tolerance }
      .max { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map { ($0.key, $0.value) }
  }

  /// A Boolean value that indicates whether all clocks may be right.
  var isPlausible: Bool { !isUnset && ownWrite == nil && ahead == nil }

  /// A Boolean value that indicates whether the last write of this device was made with a clock
  /// that was ahead and is right now.
  var isSetRight: Bool { !isUnset && ownWrite != nil && ahead == nil }

  /// One sentence for each problem: what is wrong, where, and what to do.
  ///
  /// They don't contain the current time, so that automatic mode reports each problem once.
  func warnings(_ place: String) -> [String] {
    let consequence = "; until then, no device and no deleted key expires there."
    if isUnset {
      return [
        "The clock of this device is before 2020, so times sent to \(place) are wrong: set the "
          + "clock, and sync again\(consequence)"
      ]
    }
    var warnings: [String] = []
    if let ownWrite {
      warnings.append(
        "The clock of this device is before its own last write to \(place), at "
          + "\(Self.text(ownWrite)): set the clock if it is wrong, and sync again\(consequence)")
    }
    if let (device, entry) = ahead {
      let name = entry.name.map { "\(SafeText.line($0)) (\(device.id))" } ?? device.id
      warnings.append(
        "The device \(name) wrote to \(place) at \(Self.text(entry.time)), which is after the "
          + "clock of this device: set the clock that is wrong and sync there, or run 'settee "
          + "devices forget \(device.id)'\(consequence)")
    }
    return warnings
  }

  private static func text(_ time: Int64) -> String {
    ISO8601.text(of: Date(timeIntervalSince1970: Double(time / 1000)))
  }
}
