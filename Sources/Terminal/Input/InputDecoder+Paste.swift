extension InputDecoder {
  /// More than anybody pastes into a setting; what is beyond it is left out.
  static let pasteLimit = 4 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func takePasted(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard var bytes = pasted else { return }
    // Taken out meanwhile, so that the array is not copied for each byte.
    pasted = nil
    bytes.append(byte)
    if byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      bytes.removeLast(Self.pasteEnd.count)
      events.append(.paste(String(decoding: bytes, as: UTF8.self)))
      return
    }
    // The end mark has to fit even when the text does not.
    if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
      bytes.remove(at: Self.pasteLimit)
    }
    pasted = bytes
  }
}
