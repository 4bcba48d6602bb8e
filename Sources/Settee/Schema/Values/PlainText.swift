/// Values in the words that `get` prints: text as it is, numbers in their shortest exact form.
enum PlainText {
  /// The text of a value.
  static func of(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number):
      number.rounded() == number && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date, .data, .array, .dictionary, .uid: ""
    }
  }
}
