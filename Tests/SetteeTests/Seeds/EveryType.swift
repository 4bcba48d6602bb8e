import Foundation
import Settee

/// A set with a setting of every type.
struct EveryType: PreferenceSet {
  enum Raw: Int, CaseIterable, SettingValue { case one = 1, two }
  enum Named: CaseIterable, SettingValue { case left, right }
  struct Server: Codable, Equatable, SettingValue {
    var host = "localhost"
    var ports = [80]
  }

  @Setting var int = 1
  @Setting var small: Int8 = 2
  @Setting var large = UInt64.max
  @Setting var bool = false
  @Setting var float: Float = 0.5
  @Setting var double = 0.1
  @Setting var string = "text"
  @Setting var array = ["a"]
  @Setting var numbers = [1, 2]
  @Setting var dictionary = ["a": 1]
  @Setting var mixed: PropertyList = ["a": [1, "b", true]]
  @Setting var url = URL(filePath: "/tmp/a")
  @Setting var address: URL? = nil
  @Setting var data = Data([1, 2])
  @Setting var date = Date(timeIntervalSince1970: 1)
  @Setting var id: UUID? = nil
  @Setting var raw = Raw.one
  @Setting var named = Named.left
  @Setting var optional: Int? = nil
  @Setting var server = Server()

  /// Returns a set in which each value differs from its default.
  static var changed: EveryType {
    let set = EveryType()
    set.int = .min
    set.small = -128
    set.large = 1 << 63
    set.bool = true
    set.float = -0.25
    set.double = 1e300
    set.string = "é 👋 e\u{301}"
    set.array = ["", "ä", "z"]
    set.numbers = []
    set.dictionary = ["ü": -1, "": 0]
    set.mixed = [1, ["x": .date(Date(timeIntervalSince1970: 2))]]
    set.url = URL(filePath: "/tmp/ä b")
    set.address = URL(string: "mailto:ada@example.org")
    set.data = Data(repeating: 7, count: 300)
    set.date = Date(timeIntervalSince1970: 1_700_000_000)
    set.id = UUID()
    set.raw = .two
    set.named = .right
    set.optional = 3
    set.server = Server(host: "example.org", ports: [1, 2])
    return set
  }

  static func copy(_ from: EveryType, to set: EveryType) {
    set.int = from.int
    set.small = from.small
    set.large = from.large
    set.bool = from.bool
    set.float = from.float
    set.double = from.double
    set.string = from.string
    set.array = from.array
    set.numbers = from.numbers
    set.dictionary = from.dictionary
    set.mixed = from.mixed
    set.url = from.url
    set.address = from.address
    set.data = from.data
    set.date = from.date
    set.id = from.id
    set.raw = from.raw
    set.named = from.named
    set.optional = from.optional
    set.server = from.server
  }

  /// Returns the values of a set as strings for comparison.
  static func text(of set: EveryType) -> [String] {
    [
      "\(set.int) \(set.small) \(set.large) \(set.bool) \(set.float) \(set.double)", set.string,
      "\(set.array)", "\(set.numbers)", "\(set.dictionary.sorted { $0.key < $1.key })",
      "\(set.mixed)", set.url.absoluteString, set.address?.absoluteString ?? "nil",
      set.data.base64EncodedString(), "\(set.date.timeIntervalSince1970)",
      "\(String(describing: set.id))",
      "\(set.raw) \(set.named) \(String(describing: set.optional)) \(set.server)",
    ]
  }
}
