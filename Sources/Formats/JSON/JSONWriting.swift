/// Values as JSON writes them.
enum JSONWriting {
  static func key(_ name: Name) throws(Refusal) -> [UInt8] {
    guard name.bytes.firstNonUTF8 == nil else { throw Refusal("a key of JSON has to be UTF-8") }
    return quoted(name.bytes)
  }

  static func value(_ value: Value) throws(Refusal) -> [UInt8] {
    switch value {
    case .text(let text): return quoted(Array(text.utf8))
    case .boolean(let isOn): return Array((isOn ? "true" : "false").utf8)
    case .integer(let number): return Array(String(number).utf8)
    case .decimal(let digits):
      let document = try? Document.read(Array(digits.utf8), as: .json(allowsComments: false))
      guard document?.literal(of: 0)?.number != nil else {
        throw Refusal("'\(digits)' is no number as JSON writes them")
      }
      return Array(digits.utf8)
    case .null: return Array("null".utf8)
    case .list(let values):
      var out: [UInt8] = []
      for value in values {
        out += out.isEmpty ? [] : Array(", ".utf8)
        out += try self.value(value)
      }
      return [0x5B] + out + [0x5D]
    case .source(let source): return Array(source.utf8)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case "\"", "\\": out += [0x5C, byte]
      case 0x0A: out += Array("\\n".utf8)
      case 0x09: out += Array("\\t".utf8)
      case 0x0D: out += Array("\\r".utf8)
      case 0..<0x20:
        out += Array("\\u00".utf8)
        out.append(hexDigit: byte >> 4)
        out.append(hexDigit: byte & 15)
      default: out.append(byte)
      }
    }
    return out + [0x22]
  }
}
