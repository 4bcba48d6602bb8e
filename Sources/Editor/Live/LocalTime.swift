#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Moments in the user's own time zone.
enum LocalTime {
  /// The text of a moment in milliseconds since 1970.
  static func text(milliseconds: Int64) -> String {
    text(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }

  /// `2026-03-14 09:30:05`.
  static func text(_ moment: Date) -> String {
    var seconds = time_t(moment.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return String(moment.timeIntervalSince1970) }
    var bytes = [CChar](repeating: 0, count: 32)
    let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
