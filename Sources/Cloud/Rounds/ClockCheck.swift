import SetteeFiles
import SetteeValues

/// Compares the clock of this device with the timestamps in a mirror.
///
/// Inactive devices, their files, and tombstones expire by age. An incorrect clock can make recent
/// entries look old, so nothing expires until the clocks are plausible again.
struct ClockCheck: Sendable {
  /// The maximum accepted difference between the clocks of two devices, which is one day.
  static let tolerance: Int64 = 86_400_000
  /// The maximum amount by which a time service sets the clock back, which is one minute.
  private static let slack: Int64 = 60_000
  /// The start of the year 2020, which is earlier than any valid time.
  ///
  /// If the clock of a device shows an earlier time, it was never set.
  static let earliest: Int64 = 18_262 * 86_400_000

  private let isUnset: Bool
  /// The time of this device's last write, if the clock now shows an earlier time.
  private let ownWrite: Int64?
  /// The device with the latest write, if its clock is more than a day ahead of this device's
  /// clock.
  private let ahead: (device: CloudDevice, entry: CloudDeviceEntry)?

  /// Checks the last write time of each active device in a document against the current time.
  init(of document: CloudDocument, device: CloudDevice, now: Int64) {
    isUnset = now < Self.earliest
    ownWrite = document.devices[device].map(\.time).flatMap { $0 > now + Self.slack ? $0 : nil }
    ahead = document.devices
      .filter { $0.key != device && !$0.value.isRetired && $0.value.time > now + Self.tolerance }
      .max { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map { ($0.key, $0.value) }
  }

  /// A Boolean value that indicates whether no clock is known to be wrong.
  var isPlausible: Bool { !isUnset && ownWrite == nil && ahead == nil }

  /// A Boolean value that indicates whether this device's clock was ahead and has been corrected.
  var isSetRight: Bool { !isUnset && ownWrite != nil && ahead == nil }

  /// Returns a warning for each clock problem, which the sync shows to the user.
  ///
  /// The warnings don't contain the current time, so automatic sync reports each problem only once.
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
    Date(timeIntervalSince1970: Double(time / 1000)).iso8601
  }
}
