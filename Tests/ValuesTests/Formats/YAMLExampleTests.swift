import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeValues

/// Tests the examples of the YAML specification, which aren't part of the project.
@Suite(.enabled(if: YAMLExample.all != nil, "NOTE: no examples of YAML beside SETTEE_FILES"))
struct YAMLExampleTests {
  @Test func `every worked example produces the expected text or is rejected`() throws {
    let examples = try #require(YAMLExample.all)
    #expect(examples.count >= 157)
    for (index, example) in examples.enumerated() {
      let result = example.edited
      #expect(
        result == example.result,
        "example \(index + 1): \(example.text.debugDescription) \(example.what) \(example.path)")
    }
  }
}

/// A document, an edit, and the expected result.
struct YAMLExample: Decodable {
  let text: String
  let what: String
  let path: String
  let value: Value?
  let typed: Bool
  let at: Int?
  /// The text after the edit, or `nil` if the edit must be rejected.
  let result: String?

  static let all: [YAMLExample]? = {
    guard let files = ProjectFolder.files else { return nil }
    let url = files.deletingLastPathComponent().appendingPathComponent("yaml/examples.json")
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode([YAMLExample].self, from: data)
  }()

  var edited: String? {
    guard let place = path == "(root)" ? .root : DocumentPath(path),
      let document = try? Document.read(Array(text.utf8), as: .yaml), let tree = document.yaml,
      let changed = try? changed(place, YAMLEditor(document, tree))
    else { return nil }
    return String(decoding: changed.bytes, as: UTF8.self)
  }

  private func changed(_ place: DocumentPath, _ editor: YAMLEditor) throws -> Document {
    let value =
      typed ? .plain(Array((self.value?.text ?? "").utf8)) : self.value?.yaml ?? .plain([])
    let plan: YAMLPlan
    switch what {
    case "set":
      let (node, rest) = try editor.find(place)
      plan =
        rest.isEmpty
        ? try editor.planToSet(node, to: value) : try editor.planToAdd(rest, to: node, value)
    case "add":
      let (node, rest) = try editor.find(place)
      plan =
        rest.isEmpty
        ? try editor.planToInsert([value], into: node, at: at)
        : try editor.planToAdd(rest, to: node, .list([value]))
    case "remove": plan = try editor.planToRemove(try editor.existing(place))
    case "move":
      plan = try editor.planToMove(
        try editor.existing(place), to: try #require(self.value?.index))
    default:
      let name = Key(try #require(self.value?.text))
      plan = try editor.planToRename(try editor.existing(place), to: name)
    }
    return try editor.changed(by: plan).document
  }

  indirect enum Value: Decodable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Value])
    case mapping([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else {
        self = .mapping(try container.decode([String: Value].self))
      }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var index: Int? {
      switch self {
      case .number(let number): number
      case .text(let text): Int(text)
      default: nil
      }
    }

    var yaml: YAMLValue {
      switch self {
      case .text(let text): .text(Array(text.utf8))
      case .number(let number): .plain(Array("\(number)".utf8))
      case .flag(let flag): .plain(Array("\(flag)".utf8))
      case .list(let values): .list(values.map(\.yaml))
      case .mapping(let members):
        .mapping(members.sorted { $0.key < $1.key }.map { (Key($0.key), $0.value.yaml) })
      }
    }
  }
}
