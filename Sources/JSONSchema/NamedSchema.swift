/// The schema that a settings file names itself: `"$schema"` of JSON, `#:schema` of TOML.
package enum NamedSchema {
  private static let mark = "#:schema"

  /// A URL, or a path from the root of the file system; nil where the file names none.
  package static func place(in bytes: [UInt8], at path: String) -> String? {
    guard let place = comment(bytes) ?? member(bytes), !place.isEmpty,
      !place.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return nil }
    if place.contains("://") {
      guard place.lowercased().hasPrefix("file://") else { return place }
      return String(place.dropFirst(7))
    }
    if place.hasPrefix("/") { return place }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return folder + (place.hasPrefix("./") ? String(place.dropFirst(2)) : place)
  }

  /// The first lines of a TOML file are comments.
  private static func comment(_ bytes: [UInt8]) -> String? {
    for line in bytes.prefix(4096).split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).drop(while: \.isWhitespace)
      guard text.first == "#" else { return nil }
      if text.hasPrefix(mark) {
        return text.dropFirst(mark.count).split(whereSeparator: \.isWhitespace).first.map(
          String.init)
      }
    }
    return nil
  }

  /// The member of JSON, looked for where a file begins: nobody has to read all of it for that.
  private static func member(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard text.drop(while: \.isWhitespace).first == "{",
      let key = text.firstRange(of: "\"$schema\"")
    else { return nil }
    let rest = text[key.upperBound...].drop(while: \.isWhitespace)
    guard rest.first == ":" else { return nil }
    let value = rest.dropFirst().drop(while: \.isWhitespace)
    guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else { return nil }
    let place = value.dropFirst()[..<end]
    return place.contains("\\") ? nil : String(place)
  }
}
