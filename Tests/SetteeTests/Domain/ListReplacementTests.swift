import Settee
import SetteeStorage
import SetteeTestSupport
import SetteeValues
import Testing

/// Verifies that replacing an entire list keeps the bytes and comments of the items that stay.
@Suite struct ListReplacementTests {
  private static let formats: [Format] = [.toml, .yaml, .json(allowsComments: true)]

  /// Returns a file with a list in which each item has its value as a comment.
  private func content(_ items: [String], _ format: Format) throws -> SettingsDocument {
    let text =
      switch format {
      case .toml: "a = [\n" + items.map { "  \"\($0)\", # \($0)\n" }.joined() + "]\n"
      case .yaml: "a:\n" + items.map { "  - \($0) # \($0)\n" }.joined()
      default: "{\n  \"a\": [\n" + items.map { "    \"\($0)\", // \($0)\n" }.joined() + "  ]\n}\n"
      }
    return try SettingsDocument(Array(text.utf8), as: format)
  }

  private func replacing(
    _ content: SettingsDocument, with items: [String]
  ) throws -> (items: [String], comments: [(value: Substring, comment: Substring)]) {
    let value = PropertyList.array(items.map { .string($0) })
    let new = try content.after([KeyChange("a", old: nil, new: value)])
    let lines = String(decoding: new.bytes, as: UTF8.self).split(separator: "\n")
    let comments = lines.compactMap { line -> (Substring, Substring)? in
      let words = line.split { " \",/-#".contains($0) }
      return words.count == 2 ? (words[0], words[1]) : nil
    }
    return (new.items(of: "a").compactMap(\.string), comments)
  }

  @Test(arguments: formats, 0..<20)
  func `moved, equal, and repeated items of a list are kept`(format: Format, seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let names = seed % 2 == 0 ? 1000 : 12
    let old = (0..<60).map { _ in item(&numbers, names) }
    var new = old
    for _ in 0..<8 {
      let moved = new.remove(at: Int.random(in: 0..<new.count, using: &numbers))
      new.insert(moved, at: Int.random(in: 0...new.count, using: &numbers))
      let added = item(&numbers, names)
      new.insert(added, at: Int.random(in: 0...new.count, using: &numbers))
    }
    new.removeLast(3)
    let result = try replacing(content(old, format), with: new)
    #expect(result.items == new)
    // Every comment is still beside its item, and all items that the new list contains keep theirs.
    #expect(result.comments.allSatisfy { $0.value == $0.comment })
    var left = new
    let kept = old.count { item in
      left.firstIndex(of: item).map { left.remove(at: $0) } != nil
    }
    #expect(result.comments.count == kept)
  }

  private func item(_ numbers: inout SeededNumbers, _ names: Int) -> String {
    "i\(Int.random(in: 0..<names, using: &numbers))"
  }

  @Test(arguments: formats)
  func `a long list is replaced`(format: Format) throws {
    let old = (0..<600).map { "i\($0)" }
    let new = (0..<700).map { $0 % 3 == 0 ? "i\($0)" : "n\($0)" }
    let result = try replacing(content(old, format), with: new)
    #expect(result.items == new)
    #expect(result.comments.count == 200)
    #expect(try replacing(content(old, format), with: new.reversed()).items == new.reversed())
  }

  @Test func `a list whose items are all replaced keeps its style`() throws {
    let yaml = try content(["a", "b", "c"], .yaml)
    let change = KeyChange("a", old: nil, new: .array(["x", "z"]))
    #expect(String(decoding: try yaml.after([change]).bytes, as: UTF8.self).hasPrefix("a:\n  - x"))
  }

  @Test(arguments: formats)
  func `a key with more parts than the parsers accept is rejected`(format: Format) throws {
    let key = Array(repeating: "k", count: 5000).joined(separator: ".")
    let change = KeyChange(SettingPath(key), old: nil, new: .integer(1))
    let error = #expect(throws: EditError.self) {
      try content(["a"], format).after([change])
    }
    #expect(error?.message == "a key has more than 256 parts")
  }
}
