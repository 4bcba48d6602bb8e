// The schema that a settings file declares.
//
// JSON files declare it as `"$schema"`, TOML files as `#:schema`, and YAML files as `#
// yaml-language-server: $schema=` or `# $schema:`.
extension JSONSchema {
  private static let mark = "#:schema"
  private static let yamlMarks = ["$schema=", "$schema:"]

  /// Returns the URL or absolute path of the schema that a settings file declares, or `nil` if the
  /// file doesn't declare one.
  package static func declaredPlace(in bytes: [UInt8], at path: String) -> String? {
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

  /// Searches the comments at the start of a TOML or YAML file for a schema.
  private static func comment(_ bytes: [UInt8]) -> String? {
    for line in bytes.prefix(4096).split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).drop(while: \.isWhitespace)
      if text.hasPrefix("---") { continue }
      guard text.first == "#" else { return nil }
      if text.hasPrefix(mark) {
        return text.dropFirst(mark.count).split(whereSeparator: \.isWhitespace).first.map(
          String.init)
      }
      if let place = yamlPlace(in: text.dropFirst()) { return place }
    }
    return nil
  }

  private static func yamlPlace(in comment: Substring) -> String? {
    var rest = comment.drop(while: \.isWhitespace)
    let server = "yaml-language-server:"
    if rest.hasPrefix(server) {
      rest = rest.dropFirst(server.count).drop(while: \.isWhitespace)
    }
    guard let mark = yamlMarks.first(where: { rest.hasPrefix($0) }) else { return nil }
    return rest.dropFirst(mark.count).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Searches the start of a JSON file for a schema without parsing the entire file.
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
