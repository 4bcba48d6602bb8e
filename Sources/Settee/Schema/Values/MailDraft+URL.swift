extension MailDraft {
  /// The mail as a `mailto:` URL, for the program that writes mail.
  public var url: String {
    var fields = [
      cc.isEmpty ? nil : ("cc", cc.joined(separator: ",")),
      bcc.isEmpty ? nil : ("bcc", bcc.joined(separator: ",")),
      subject.map { ("subject", $0) },
      body.map { ("body", $0) },
    ].compactMap { $0 }.map { "\($0)=\(Self.escaped($1))" }
    let addresses = to.map(Self.escaped).joined(separator: ",")
    if let first = fields.first { fields[0] = "?" + first }
    return "mailto:" + addresses + fields.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    let plain = Set("-._~@".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if byte.isASCIILetter || isDigit || plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
