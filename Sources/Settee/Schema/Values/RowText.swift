/// Values in the few words that fit a row.
enum RowText {
  /// The text of a value: plain, or how much a nested one holds.
  static func of(_ value: PropertyList) -> String {
    switch value {
    case .data(let bytes): count(bytes.count, "byte")
    case .array(let elements): elements.isEmpty ? "empty" : list(elements)
    case .dictionary(let entries): count(entries.count, "entry", "entries")
    default: PlainText.of(value)
    }
  }

  private static func list(_ elements: [PropertyList]) -> String {
    let texts = elements.compactMap(\.asTitle)
    return texts.count == elements.count
      ? texts.joined(separator: ", ") : count(elements.count, "item")
  }

  private static func count(_ number: Int, _ one: String, _ several: String? = nil) -> String {
    "\(number) \(number == 1 ? one : several ?? one + "s")"
  }
}
