/// How a text field takes what is typed; the hints change what a front end offers, never the type.
public struct TextInput: Sendable, Equatable {
  /// What the typed text is stored as.
  public var type: TextType = .string
  /// Whether the text is a secret: shown as bullets, kept out of logs, lists and mirrors.
  public var isSecure = false
  /// Which characters are expected.
  public var keyboard: Keyboard = .alphabet
  /// What is made upper case while typing; pasted text is left alone.
  public var capitalization: Capitalization = .none
  /// Whether the file asks for spelling correction; a terminal has none.
  public var autocorrection: Autocorrection = .standard
  /// What is shown while the field is empty, in the user's language.
  public var placeholder: String?
  /// IASKTextContentType as written, such as `username`.
  public var contentType: String?

  /// Makes the input of a plain text field.
  public init() {}
}

/// What the text of a field is stored as: Settee's `SetteeType`.
public enum TextType: String, Sendable, CaseIterable {
  /// The text itself.
  case string
  /// A whole number.
  case integer
  /// A number.
  case real
  /// The path of a file, as text; front ends complete file names.
  case path
  /// A line for each element of an array of strings.
  case list
}

/// Which characters a text field expects: `KeyboardType`, a hint only.
public enum Keyboard: String, Sendable, CaseIterable {
  /// Any text.
  case alphabet = "Alphabet"
  /// Numbers and punctuation.
  case numbersAndPunctuation = "NumbersAndPunctuation"
  /// Digits only.
  case numberPad = "NumberPad"
  /// A URL.
  case url = "URL"
  /// An address with an `@`.
  case emailAddress = "EmailAddress"
  /// Digits and a decimal point.
  case decimalPad = "DecimalPad"
  /// A telephone number.
  case phonePad = "PhonePad"
  /// A name or a telephone number.
  case namePhonePad = "NamePhonePad"
  /// ASCII characters.
  case asciiCapable = "AsciiCapable"
}

/// What is made upper case while typing: `AutocapitalizationType`.
public enum Capitalization: String, Sendable, CaseIterable {
  /// Nothing.
  case none = "None"
  /// The first letter of each sentence.
  case sentences = "Sentences"
  /// The first letter of each word.
  case words = "Words"
  /// Every letter.
  case allCharacters = "AllCharacters"
}

/// Whether spelling is corrected while typing: `AutocorrectionType`.
public enum Autocorrection: String, Sendable, CaseIterable {
  /// As the system does by itself.
  case standard = "Default"
  /// Never.
  case no = "No"
  /// Always.
  case yes = "Yes"
}
