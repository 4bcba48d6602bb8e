// Rows that hold no value and lead elsewhere.

/// A row that opens another pane.
package struct PaneLink: Sendable {
  package var file: String?
  /// The ``Pane/file`` of the pane that the row opens; nil where there is none to open.
  package var pane: String?

  package init(file: String? = nil, pane: String? = nil) { (self.file, self.pane) = (file, pane) }
}

/// The mail that a mail row starts: the keys of an `IASKMailComposeSpecifier`.
package struct MailDraft: Sendable {
  package var to: [String] = []
  private var cc: [String] = []
  private var bcc: [String] = []
  private var subject: String?
  private var body: String?

  package init() {}

  init(_ specifier: Specifier) {
    to = specifier.texts("IASKMailComposeToRecipents")
    cc = specifier.texts("IASKMailComposeCcRecipents")
    bcc = specifier.texts("IASKMailComposeBccRecipents")
    subject = specifier.localized("IASKMailComposeSubject")
    body = specifier.localized("IASKMailComposeBody")
  }

  /// The mail as a `mailto:` URL, for the program that writes mail.
  package var url: String {
    let fields = [
      cc.isEmpty ? nil : ("cc", cc.joined(separator: ",")),
      bcc.isEmpty ? nil : ("bcc", bcc.joined(separator: ",")),
      subject.map { ("subject", $0) },
      body.map { ("body", $0) },
    ].compactMap { $0 }.map { "\($0)=\(Self.escaped($1))" }
    let addresses = to.map(Self.escaped).joined(separator: ",")
    return "mailto:\(addresses)\(fields.isEmpty ? "" : "?")\(fields.joined(separator: "&"))"
  }

  private static func escaped(_ text: String) -> String {
    let plain = Set("-._~@0123456789".utf8)
    return text.utf8.map { byte in
      if byte.isASCIILetter || plain.contains(byte) { return String(UnicodeScalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
