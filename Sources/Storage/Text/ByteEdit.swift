import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// A change to a range of bytes in a settings file.
///
/// The history stores byte edits so that undo restores the exact bytes, even if other parts of the
/// file have changed.
struct ByteEdit: Sendable, Equatable {
  /// The number of unchanged bytes on each side of an edit that must match when it is undone.
  private static let context = 64

  /// The offset of the changed bytes in the file.
  let offset: Int
  let old: [UInt8]
  let new: [UInt8]
  private let before: UInt64
  private let after: UInt64

  init(_ range: ReplacedRange, from oldBytes: [UInt8], to newBytes: [UInt8]) {
    offset = range.new.lowerBound
    old = Array(oldBytes[range.old])
    new = Array(newBytes[range.new])
    before = Self.sum(newBytes[..<range.new.lowerBound].suffix(Self.context))
    after = Self.sum(newBytes[range.new.upperBound...].prefix(Self.context))
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 { Checksum.of(Array(bytes)) }

  /// Returns whether the file contains the changed bytes and their surroundings at an offset.
  fileprivate func isHere(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    let end = offset + new.count
    return offset >= 0 && end <= bytes.count && bytes[offset..<end].elementsEqual(new)
      && Self.sum(bytes[..<offset].suffix(Self.context)) == before
      && Self.sum(bytes[end...].prefix(Self.context)) == after
  }

  /// Returns the offsets at which the edit might now be in the file, starting with the most likely
  /// one.
  fileprivate func places(in bytes: [UInt8], near guess: Int) -> [Int] {
    let others = (0...max(0, bytes.count - new.count)).filter { $0 != guess && isHere($0, bytes) }
    return (isHere(guess, bytes) ? [guess] : []) + others
  }
}

extension [ByteEdit] {
  /// The maximum number of edits to search for if another program has moved them in the file.
  private static var mostSearches: Int { 32 }

  /// Undoes these edits and returns the possible contents of the file, starting with the most
  /// likely one.
  ///
  /// Several list items can contain equal lines, so the caller must choose the result that has the
  /// expected values.
  func reverted(in bytes: [UInt8]) -> [[UInt8]] {
    if isEmpty { return [] }
    if count == 1 {
      return self[0].places(in: bytes, near: self[0].offset).map { revert(at: [$0], in: bytes) }
    }
    var (places, shift, searches): ([Int], Int, Int) = ([], 0, 0)
    for edit in self {
      var place = edit.offset + shift
      if !edit.isHere(place, bytes) {
        let found = searches < Self.mostSearches ? edit.places(in: bytes, near: place) : []
        guard found.count == 1 else { return [] }
        searches += 1
        place = found[0]
        shift = place - edit.offset
      }
      if let last = places.last, place < last + self[places.count - 1].new.count { return [] }
      places.append(place)
    }
    return [revert(at: places, in: bytes)]
  }

  private func revert(at places: [Int], in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for (edit, place) in zip(self, places) {
      result += bytes[end..<place] + edit.old
      end = place + edit.new.count
    }
    return result + bytes[end...]
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

extension ElementMark {
  /// The fields that the history stores to find a moved list item again, in addition to its path.
  var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = [:]
    if !items.isEmpty { fields["items"] = .array(items.map(\.propertyList)) }
    fields["section"] = section?.propertyList
    return fields
  }

  init?(_ place: DocumentPath, _ fields: PropertyListDictionary) {
    let items = fields["items"]?.array?.compactMap { ItemIdentity($0) } ?? []
    let section = fields["section"].flatMap { ItemIdentity($0) }
    guard items.count == fields["items"]?.array?.count ?? 0 else { return nil }
    self.init(place: place, items: items, section: section)
  }
}

extension ItemIdentity {
  fileprivate var propertyList: PropertyList {
    var fields: [PropertyList] = [
      .integer(Int64(index)), .integer(Int64(bitPattern: list)),
    ]
    switch sign {
    case .content(let sum): fields.append(.integer(Int64(bitPattern: sum)))
    case .key(let key, let sum):
      fields += [.integer(Int64(bitPattern: sum)), .data(Data(key.bytes))]
    }
    return .array(fields)
  }

  fileprivate init?(_ value: PropertyList) {
    guard let fields = value.array, fields.count == 3 || fields.count == 4,
      let index = fields[0].int, case .integer(let list) = fields[1],
      case .integer(let sum) = fields[2]
    else { return nil }
    var sign = Sign.content(UInt64(bitPattern: sum))
    if fields.count == 4 {
      guard case .data(let key) = fields[3] else { return nil }
      sign = .key(Key(key), UInt64(bitPattern: sum))
    }
    self.init(index: index, sign: sign, list: UInt64(bitPattern: list))
  }
}
