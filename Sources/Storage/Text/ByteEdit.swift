import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// What an edit did to the bytes of a file, kept by the history so that taking it back gives the same
/// bytes again, also where the file has changed elsewhere since.
struct ByteEdit: Sendable, Equatable {
  /// How much of the text on each side has to be the same.
  private static let context = 64

  let offset: Int
  let old: [UInt8]
  let new: [UInt8]
  private let before: UInt64
  private let after: UInt64

  init(_ plan: EditPlan, in bytes: [UInt8]) {
    offset = plan.range.lowerBound
    old = Array(bytes[plan.range])
    new = plan.replacement
    before = Self.sum(bytes[..<plan.range.lowerBound].suffix(Self.context))
    after = Self.sum(bytes[plan.range.upperBound...].prefix(Self.context))
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 { Checksum.of(Array(bytes)) }

  /// The bytes without this edit; nil where what it wrote, or what stands around it, is not the same
  /// any more, or stands there twice.
  func takenBack(from bytes: [UInt8]) -> [UInt8]? {
    let place: Int
    if isHere(offset, bytes) {
      place = offset
    } else {
      let places = (0...max(0, bytes.count - new.count)).filter { isHere($0, bytes) }
      guard places.count == 1 else { return nil }
      place = places[0]
    }
    return Array(bytes[..<place]) + old + Array(bytes[(place + new.count)...])
  }

  private func isHere(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    let end = offset + new.count
    return end <= bytes.count && bytes[offset..<end].elementsEqual(new)
      && Self.sum(bytes[..<offset].suffix(Self.context)) == before
      && Self.sum(bytes[end...].prefix(Self.context)) == after
  }
}

extension ByteEdit {
  var propertyList: PropertyList {
    .dictionary([
      "offset": .integer(Int64(offset)), "old": .data(Data(old)), "new": .data(Data(new)),
      "before": .integer(Int64(bitPattern: before)), "after": .integer(Int64(bitPattern: after)),
    ])
  }

  init?(_ value: PropertyList) {
    guard case .dictionary(let fields) = value, let offset = fields["offset"]?.int, offset >= 0,
      case .data(let old)? = fields["old"], case .data(let new)? = fields["new"],
      case .integer(let before)? = fields["before"], case .integer(let after)? = fields["after"]
    else { return nil }
    (self.offset, self.old, self.new) = (offset, Array(old), Array(new))
    self.before = UInt64(bitPattern: before)
    self.after = UInt64(bitPattern: after)
  }
}
