/// The path of a value in a document, which consists of keys and indices and starts at the root.
///
/// Paths are printed and parsed with the same grammar: `a.b`, `"tool.black".x`,
/// `remote."origin".url`, `bar[1].height`. Two paths are equal if their bytes are equal.
package struct DocumentPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case key(Key)
    case index(Int)

    /// The key of this step of a path, or `nil` if the step is an index.
    package var name: Key? { if case .key(let name) = self { name } else { nil } }
  }

  package var steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  package init(keys: Key...) { steps = keys.map { .key($0) } }

  package static let root = DocumentPath([])

  /// The keys of the path joined by dots, without quotes.
  package var withoutQuotes: String { text { $0.text } }

  private func text(_ word: (Key) -> String) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let name): text += (text.isEmpty ? "" : ".") + word(name)
      case .index(let index): text += "[\(index)]"
      }
    }
  }

  package var parent: DocumentPath? { steps.isEmpty ? nil : DocumentPath(Array(steps.dropLast())) }

  /// A Boolean value that indicates whether the path refers to a list item.
  package var isItem: Bool { if case .index? = steps.last { true } else { false } }

  /// A Boolean value that indicates whether the path refers to a part of a list item.
  var isInItem: Bool { steps.dropLast().contains { $0.name == nil } }

  package func appending(_ name: Key) -> DocumentPath { DocumentPath(steps + [.key(name)]) }
}

extension DocumentPath: CustomStringConvertible {
  package var description: String {
    text { $0.isPlain ? $0.text : String(decoding: $0.quoted, as: UTF8.self) }
  }
}

extension Key {
  /// A Boolean value that indicates whether the key can be written in a path without quotes.
  fileprivate var isPlain: Bool {
    guard let first = bytes.first, let last = bytes.last, !first.isBlank, !last.isBlank else {
      return false
    }
    let isOdd = { (byte: UInt8) in
      switch byte {
      case 0..<0x20, 0x7F, "\"", ".", "[", "]", "\\": true
      default: false
      }
    }
    return !bytes.contains(where: isOdd)
      && (bytes.allSatisfy { $0 < 0x80 } || bytes.firstNonUTF8 == nil)
  }

  fileprivate var quoted: [UInt8] {
    var out: [UInt8] = [0x22]
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case "\"", "\\":
        out += [0x5C, byte]
      case 0x20..<0x7F: out.append(byte)
      default:
        // Keep valid UTF-8 characters in a key, and write invalid bytes as hexadecimal escapes.
        let character = Array(([byte] + rest).prefix(byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4))
        if byte >= 0x80, character.firstNonUTF8 == nil {
          out += character
          rest = rest.dropFirst(character.count - 1)
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          out += Array("\\x\(byte < 16 ? "0" : "")\(digits)".utf8)
        }
      }
    }
    return out + [0x22]
  }
}
