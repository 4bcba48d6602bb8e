import SetteeFiles
import SetteeValues

/// A change to a range of bytes in a settings file.
///
/// The history stores byte edits so that undo restores the exact bytes, even if other parts of the
/// file have changed.
struct ByteEdit: Sendable, Equatable {
  /// The number of unchanged bytes on each side of an edit that must match when it is undone.
  private static let context = 64

  /// The offset of the changed bytes in the file.
  let offset: Int
  private(set) var old: [UInt8]
  private(set) var new: [UInt8]
  private let before: UInt64
  private let after: UInt64
  /// The secrets in the new bytes, which aren't recorded.
  private(set) var secrets: [HiddenBytes] = []

  init(_ range: ReplacedRange, from oldBytes: [UInt8], to newBytes: [UInt8]) {
    offset = range.new.lowerBound
    old = Array(oldBytes[range.old])
    new = Array(newBytes[range.new])
    before = Self.sum(newBytes[..<range.new.lowerBound].suffix(Self.context))
    after = Self.sum(newBytes[range.new.upperBound...].prefix(Self.context))
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 { Checksum.hash(of: Array(bytes)) }

  /// Returns whether the file contains the changed bytes and their surroundings at an offset.
  fileprivate func isHere(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    let end = offset + new.count
    return offset >= 0 && end <= bytes.count && hasNewBytes(bytes[offset..<end])
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
      result += bytes[end..<place] + edit.old(from: bytes[place...])
      end = place + edit.new.count
    }
    return result + bytes[end...]
  }
}

extension ByteEdit {
  var propertyList: PropertyList {
    var fields: PropertyListDictionary = [
      "offset": .integer(Int64(offset)), "old": .data(Data(old)), "new": .data(Data(new)),
      "before": .integer(Int64(bitPattern: before)), "after": .integer(Int64(bitPattern: after)),
    ]
    if !secrets.isEmpty {
      fields["secrets"] = .array(
        secrets.flatMap { [$0.range.lowerBound, $0.range.count, Int(bitPattern: UInt($0.sum))] }
          .map { .integer(Int64($0)) })
    }
    let kept = secrets.enumerated().flatMap { secret, hidden in
      hidden.oldOffsets.map { (offset: $0, secret: secret) }
    }
    if !kept.isEmpty {
      fields["kept"] = .array(
        kept.sorted { $0.offset < $1.offset }.flatMap { [$0.offset, $0.secret] }
          .map { .integer(Int64($0)) })
    }
    return .dictionary(fields)
  }

  init?(_ value: PropertyList) {
    guard case .dictionary(let fields) = value, let offset = fields["offset"]?.int, offset >= 0,
      case .data(let old)? = fields["old"], case .data(let new)? = fields["new"],
      case .integer(let before)? = fields["before"], case .integer(let after)? = fields["after"]
    else { return nil }
    (self.offset, self.old, self.new) = (offset, Array(old), Array(new))
    self.before = UInt64(bitPattern: before)
    self.after = UInt64(bitPattern: after)
    let secrets = fields["secrets"]?.array?.compactMap(\.int) ?? []
    let kept = fields["kept"]?.array?.compactMap(\.int) ?? []
    guard secrets.count % 3 == 0, kept.count % 2 == 0 else { return nil }
    for at in stride(from: 0, to: secrets.count, by: 3) {
      let (start, count) = (secrets[at], secrets[at + 1])
      guard start >= 0, count >= 0, count <= new.count, start <= new.count - count else {
        return nil
      }
      self.secrets.append(
        HiddenBytes(range: start..<start + count, sum: UInt64(UInt(bitPattern: secrets[at + 2]))))
    }
    for at in stride(from: 0, to: kept.count, by: 2) {
      let (offset, secret) = (kept[at], kept[at + 1])
      guard self.secrets.indices.contains(secret), offset >= 0,
        self.secrets[secret].range.count <= old.count,
        offset <= old.count - self.secrets[secret].range.count
      else { return nil }
      self.secrets[secret].oldOffsets.append(offset)
    }
  }
}

// Methods that leave secrets out of the recorded bytes.
extension ByteEdit {
  /// A secret in the new bytes, which is recognized by its checksum.
  struct HiddenBytes: Sendable, Equatable {
    let range: Range<Int>
    let sum: UInt64
    /// The offsets in the old bytes at which the same secret was.
    var oldOffsets: [Int] = []
  }

  /// Returns whether bytes are the new ones.
  private func hasNewBytes(_ bytes: ArraySlice<UInt8>) -> Bool {
    if secrets.isEmpty { return bytes.elementsEqual(new) }
    var found = Array(bytes)
    for secret in secrets {
      guard Self.sum(found[secret.range]) == secret.sum else { return false }
      found.hide(secret.range)
    }
    return found == new
  }

  /// Returns the old bytes with their secrets, which are taken from the current bytes.
  fileprivate func old(from bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result = old
    for secret in secrets {
      let start = bytes.startIndex + secret.range.lowerBound
      let hidden = bytes[start..<start + secret.range.count]
      for offset in secret.oldOffsets {
        result.replaceSubrange(offset..<offset + hidden.count, with: hidden)
      }
    }
    return result
  }

  /// Returns this edit without the secrets in its bytes, or `nil` if it removes or changes one of
  /// them.
  ///
  /// The ranges are relative to the old and new bytes of the edit.
  func hiding(old oldSecrets: [Range<Int>], new newSecrets: [Range<Int>]) -> ByteEdit? {
    var edit = self
    edit.secrets = newSecrets.map { HiddenBytes(range: $0, sum: Self.sum(new[$0])) }
    for range in oldSecrets {
      guard let secret = newSecrets.firstIndex(where: { new[$0] == old[range] }) else {
        return nil
      }
      edit.secrets[secret].oldOffsets.append(range.lowerBound)
      edit.old.hide(range)
    }
    for range in newSecrets { edit.new.hide(range) }
    return edit
  }
}

extension [UInt8] {
  fileprivate mutating func hide(_ range: Range<Int>) {
    for index in range { self[index] = 0 }
  }
}

extension [ByteEdit] {
  /// Returns the edits without secrets, or an empty array if an edit removes or changes a secret.
  func withoutSecrets(
    from old: SettingsDocument, to new: SettingsDocument, _ isSecret: (String, String?) -> Bool
  ) -> [ByteEdit] {
    var result: [ByteEdit] = []
    var shift = 0
    for edit in self {
      let before = edit.offset - shift..<edit.offset - shift + edit.old.count
      let after = edit.offset..<edit.offset + edit.new.count
      guard
        let edit = edit.hiding(
          old: old.secrets(in: before, isSecret), new: new.secrets(in: after, isSecret))
      else { return [] }
      result.append(edit)
      shift += after.count - before.count
    }
    return result
  }
}

extension SettingsDocument {
  /// Returns the parts of a range that are secrets, relative to its start.
  fileprivate func secrets(
    in range: Range<Int>, _ isSecret: (String, String?) -> Bool
  ) -> [Range<Int>] {
    document.nodes.indices.compactMap { index in
      let node = document.nodes[index]
      let part = node.value.clamped(to: range)
      guard !part.isEmpty, !node.isContainer,
        isSecret(document.place(of: index).description, text(of: index))
      else { return nil }
      return part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
    }
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
