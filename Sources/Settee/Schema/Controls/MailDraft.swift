/// The mail that a mail row starts: the keys of an `IASKMailComposeSpecifier`.
public struct MailDraft: Sendable, Equatable {
  /// The addresses to send to.
  public var to: [String] = []
  /// The addresses that get a copy.
  public var cc: [String] = []
  /// The addresses that get a copy unseen.
  public var bcc: [String] = []
  /// The subject, in the user's language.
  public var subject: String?
  /// The text, in the user's language.
  public var body: String?
  /// Whether the text is HTML.
  public var isHTML = false

  /// Makes an empty mail.
  public init() {}
}
