import Testing

@testable import Settee
@testable import SetteeCloud

/// Verifies the parsing of stamps, devices, writes, pushes, and edits, and the rejection of invalid
/// text.
@Suite struct StampTextTests {
  @Test(arguments: [0, 1, 9, 10, 0xFFFF_FFFF, .max] as [UInt64])
  func `formatted numbers are parsed again`(number: UInt64) throws {
    let device = CloudDevice(random: number)
    #expect(device.id.utf8.count == 16)
    #expect(UInt64(device.id, radix: 16) == number)
    #expect(CloudDevice(device.id) == device)
    let count = Int64(number >> 1)
    let stamp = CloudStamp(
      time: min(count, CloudStamp.latest), count: min(count, CloudStamp.mostCount), device: device)
    #expect(stamp.description == "\(stamp.time).\(stamp.count).\(device.id)")
    #expect(CloudStamp(stamp.description) == stamp)
    let sequence = min(count, Int64(CloudWrite.mostSequence))
    let write = CloudWrite(sequence: sequence, nonce: number)
    #expect(write.description == "\(sequence).\(String(number, radix: 16))")
    #expect(CloudWrite(write.description) == write)
    let push = CloudPush(device: device, sequence: sequence)
    #expect(CloudPush(push.description) == push)
    for over in [nil, Fingerprint(bits: number)] {
      let edit = SyncEdit(value: Fingerprint(bits: ~number), stamp: stamp, over: over)
      #expect(SyncEdit(edit.description) == edit)
    }
  }

  @Test(arguments: [
    "", ".", "1.2", "1.2.", "1.2.0123456789abcde", "1.2.0123456789abcdef0", "1.2.0123456789ABCDEF",
    "-1.2.0123456789abcdef", "1.-2.0123456789abcdef", "1.2.0123456789abcdef ",
    "253402300799001.0.0123456789abcdef", "9223372036854775808.0.0123456789abcdef",
    "1.9223372036854775808.0123456789abcdef", "1.9223372036854775806.0123456789abcdef",
    "1.4294967297.0123456789abcdef", "é.2.0123456789abcdef",
  ])
  func `an invalid stamp is nil`(text: String) { #expect(CloudStamp(text) == nil) }

  @Test(arguments: [
    "", "1", "1.", ".1", "1.g", "9007199254740993.1", "1.10000000000000000", "-1.1", "1.1.1",
  ])
  func `an invalid write is nil`(text: String) { #expect(CloudWrite(text) == nil) }

  @Test func `stamps are ordered by time, count and device ID`() throws {
    let low = try #require(CloudDevice("7fffffffffffffff"))
    let high = try #require(CloudDevice("8000000000000000"))
    let inOrder = [
      CloudStamp(time: 1, count: 9, device: high), CloudStamp(time: 2, count: 0, device: low),
      CloudStamp(time: 2, count: 0, device: high), CloudStamp(time: 2, count: 1, device: low),
    ]
    #expect(Array(inOrder.reversed()).sorted() == inOrder)
  }

  @Test func `a truncated or invalid line of the log is skipped`() {
    let stamp = CloudStamp(time: 5, count: 0, device: CloudDevice(random: 1))
    let edit = SyncEdit(value: Fingerprint(bits: 7), stamp: stamp)
    let keys: [Key] = [
      "plain", "with space", "line\nbreak", "back\\slash", "é", "e\u{301}", "",
    ]
    let lines = keys.map { CloudEdits.line($0, edit) }
    let log = ["nonsense\n", lines.joined(), "\(edit.description) torn"].joined()
    let read = CloudEdits(reading: Array(log.utf8))
    #expect(Set(read.edits.keys) == Set(keys))
    #expect(read.edits.values.allSatisfy { $0 == edit })
    #expect(read.lines == keys.count + 2)
  }
}
