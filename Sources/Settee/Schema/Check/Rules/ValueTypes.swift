/// The types that the values of each key may have.
enum ValueTypes {
  /// What a key's value has to be; nil for a key of any type, and for unknown ones.
  static func expected(_ key: String) -> Expected? { byKey[key] }

  /// A type, what to write for it, and what devices take in its place.
  struct Expected: Sendable {
    let phrase: String
    let isRight: @Sendable (PropertyList) -> Bool
    let isTaken: @Sendable (PropertyList) -> Bool
  }

  private static let text = Expected(
    phrase: "a string", isRight: { $0.string != nil }, isTaken: { $0.asTitle != nil })
  private static let name = Expected(
    phrase: "a string", isRight: { $0.string != nil }, isTaken: { _ in false })
  private static let flag = Expected(
    phrase: "true or false", isRight: { $0.bool != nil }, isTaken: { $0.asFlag != nil })
  private static let number = Expected(
    phrase: "a number", isRight: { $0.isNumber }, isTaken: { $0.asNumber != nil })
  private static let array = Expected(
    phrase: "an array", isRight: { $0.array != nil }, isTaken: { _ in false })
  private static let dictionary = Expected(
    phrase: "a dictionary", isRight: { $0.dictionary != nil }, isTaken: { _ in false })
  private static let addresses = Expected(
    phrase: "an array of strings", isRight: { $0.array != nil }, isTaken: { $0.string != nil })
  private static let conditions = Expected(
    phrase: "a dictionary with Key and Is or IsNot, or an array of such",
    isRight: { $0.dictionary != nil || $0.array != nil }, isTaken: { _ in false })
  private static let subtitle = Expected(
    phrase: "a string or a dictionary of strings",
    isRight: { $0.string != nil || $0.dictionary != nil }, isTaken: { $0.asTitle != nil })

  private static let byKey: [String: Expected] = [
    "Type": name, "Key": name, "File": name, "Title": text, "FooterText": text,
    "SupportedUserInterfaceIdioms": array, "MinimumValue": number, "MaximumValue": number,
    "MinimumValueImage": name, "MaximumValueImage": name, "IsSecure": flag, "KeyboardType": text,
    "AutocapitalizationType": text, "AutocorrectionType": text, "Values": array, "Titles": array,
    "ShortTitles": array, "IconNames": array, "DisplaySortedByTitle": flag,
    "StringsTable": name, "ApplicationGroupContainerIdentifier": name, "IASKSubtitle": subtitle,
    "IASKPlaceholder": text, "IASKMailComposeToRecipents": addresses,
    "IASKMailComposeCcRecipents": addresses, "IASKMailComposeBccRecipents": addresses,
    "IASKMailComposeSubject": text, "IASKMailComposeBody": text,
    "IASKMailComposeBodyIsHTML": flag, "DatePickerMode": text, "DatePickerStyle": text,
    "MinuteInterval": number, "ItemSpecifier": dictionary, "AddSpecifier": dictionary,
    "Deletable": flag, "SetteeType": name, "SetteeMinimum": number, "SetteeMaximum": number,
    "SetteeStep": number, "SetteeUnit": text, "SetteePattern": name, "SetteeRequired": flag,
    "SetteeMinimumLength": number, "SetteeMaximumLength": number,
    "SetteeVisibleWhen": conditions, "SetteeEnabledWhen": conditions, "SetteeHelp": text,
    "SetteeSync": name, "SetteeRestart": flag,
  ]
}

extension PropertyList {
  /// Whether this is a number, and no text or flag that stands for one.
  var isNumber: Bool {
    switch self {
    case .integer, .bigInteger, .real: true
    default: false
    }
  }

  /// What the value is, in the words of a sentence.
  var typePhrase: String {
    switch self {
    case .string: "a string"
    case .integer, .bigInteger: "an integer"
    case .real: "a real"
    case .boolean: "true or false"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .uid: "an archive's reference"
    }
  }
}
