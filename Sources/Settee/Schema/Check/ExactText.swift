/// A text told apart by its code units, as the keys of property lists are: `é` and `e` + U+0301 are
/// two texts here, which String's own `==` takes for one.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameCodeUnits(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
