import SetteeTerminal

/// A script of keys: names parted by blanks, text to type in quotes, `#` before a remark.
enum KeyScript {
  /// The keys of a script, or the first word that names none.
  static func keys(_ text: String) -> Result<[Key], UnknownKey> {
    var keys: [Key] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == " " }
      while let first = rest.first, first != "#" {
        if first == "\"" {
          let typed = rest.dropFirst().prefix { $0 != "\"" }
          keys += typed.map { Key($0) }
          rest = rest.dropFirst(typed.count + 2)
        } else {
          let name = rest.prefix { $0 != " " }
          guard let key = Key(name: String(name)) else {
            return .failure(UnknownKey(name: String(name)))
          }
          keys.append(key)
          rest = rest.dropFirst(name.count)
        }
        rest = rest.drop { $0 == " " }
      }
    }
    return .success(keys)
  }

  /// A word that names no key.
  struct UnknownKey: Error, Equatable {
    let name: String
  }
}
