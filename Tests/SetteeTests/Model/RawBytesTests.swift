import Foundation
import Testing

@testable import Settee

private struct Frame: RawBytes, Equatable {
  var x: Float = 1, y: Float = 2, width: Float = 80, height: Float = 24
}
private struct Point: RawBytes, Codable, Equatable { var x: Int16 = 1, y: Int16 = -2 }
private struct Nested: RawBytes, Equatable {
  var a = Point()
  var b: UInt32 = 7
}
private struct Padded: RawBytes {
  var small: UInt8 = 1
  var wide: UInt64 = 2
}
private struct Flagged: RawBytes {
  var flag = true
  var rest: UInt8 = 0
}

struct RawBytesTests {
  @Test func `four floats take sixteen bytes in little-endian order`() throws {
    let data = try #require(try Frame().settingValue?.data)
    #expect(data.count == 16)
    #expect([UInt8](data.prefix(4)) == [0, 0, 0x80, 0x3F])
    #expect(Frame(settingValue: .data(data)) == Frame())
  }

  @Test func `structs that contain such structs are supported`() throws {
    let value = Nested(a: Point(x: 3, y: 4), b: 5)
    let stored = try #require(try value.settingValue)
    #expect(stored == .data(Data([3, 0, 4, 0, 5, 0, 0, 0])))
    #expect(Nested(settingValue: stored) == value)
  }

  @Test(arguments: [0, 15, 17]) func `data of another length is nil`(count: Int) {
    #expect(Frame(settingValue: .data(Data(count: count))) == nil)
  }

  @Test func `the format from before raw bytes is still read`() throws {
    #expect(Point(settingValue: ["x": 9, "y": 8]) == Point(x: 9, y: 8))
    #expect(Frame(settingValue: ["x": 9]) == nil)
  }

  @Test func `padding and non-numeric fields are rejected by name`() {
    #expect(Padded.layoutFault?.contains("padding") == true)
    #expect(Flagged.layoutFault?.contains("'flag' is a Bool") == true)
    #expect(Frame.layoutFault == nil)
    #expect(Nested.layoutFault == nil)
  }
}
