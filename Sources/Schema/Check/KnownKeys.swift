import SetteePropertyLists

/// What the value of a key has to be, what to write for it, and what devices take in its place.
struct KeyType: Sendable {
  let phrase: String
  let isRight: @Sendable (PropertyList) -> Bool
  var isTaken: @Sendable (PropertyList) -> Bool = { _ in false }
}

/// The keys that elements and files may carry, by the documents of Apple, InAppSettingsKit and
/// Settee.
enum KnownKeys {
  static let ofFiles =
    [
      "PreferenceSpecifiers", "StringsTable", "ApplicationGroupContainerIdentifier", "Title",
      "SetteeEntries",
    ]
    + ofPrograms.keys.sorted()

  /// The keys of Root.plist that name the file of a program, with their types.
  static let ofPrograms: [String: KeyType] = {
    let texts = KeyType(
      phrase: "a string or an array of strings",
      isRight: { $0.string != nil || $0.array?.allSatisfy { $0.string != nil } == true })
    return [
      "SetteeFile": texts, "SetteeSiteFiles": texts, "SetteeFormat": text, "SetteeDialect": text,
      "SetteeItemKey": text, "SetteeReload": text, "SetteeSavesItself": text,
      "SetteeSchema": text, "SetteeSchemaCommand": text,
    ]
  }()

  static let ofElements = byType.flatMap(\.keys) + ofAnyType

  /// The types of an element's keys; one that may have any value is not among them.
  static let types = Dictionary(
    byType.flatMap { type, keys in keys.map { ($0, type) } },
    uniquingKeysWith: { first, _ in first })

  /// Spellings that are in use and further off than a slip of a finger.
  static let aliases = [
    "label": "Title", "Autocapitalization": "AutocapitalizationType",
    "Autocorrection": "AutocorrectionType", "Footer": "FooterText", "Default": "DefaultValue",
    "Min": "MinimumValue", "Max": "MaximumValue", "Secure": "IsSecure",
    "IASKMailComposeToRecipients": "IASKMailComposeToRecipents",
    "IASKMailComposeCcRecipients": "IASKMailComposeCcRecipents",
    "IASKMailComposeBccRecipients": "IASKMailComposeBccRecipents",
  ]

  private static let text = KeyType(phrase: "a string", isRight: { $0.string != nil })

  /// Text that people read, in place of which a number or a flag is shown as well.
  static let title = KeyType(
    phrase: "a string", isRight: { $0.string != nil }, isTaken: { $0.asTitle != nil })

  private static let byType: [(type: KeyType, keys: [String])] = [
    (
      text,
      [
        "Type", "Key", "File", "MinimumValueImage", "MaximumValueImage", "SetteeType",
        "SetteePattern", "SetteeSync", "SetteeItemType",
      ]
    ),
    (
      title,
      [
        "Title", "FooterText", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
        "IASKPlaceholder", "IASKMailComposeSubject", "IASKMailComposeBody", "DatePickerMode",
        "DatePickerStyle", "SetteeUnit", "SetteeHelp",
      ]
    ),
    (
      KeyType(
        phrase: "true or false", isRight: { $0.bool != nil }, isTaken: { $0.asFlag != nil }),
      [
        "IsSecure", "DisplaySortedByTitle", "IASKMailComposeBodyIsHTML", "Deletable",
        "SetteeRequired", "SetteeRestart",
      ]
    ),
    (
      KeyType(phrase: "a number", isRight: { $0.isNumber }, isTaken: { $0.asNumber != nil }),
      [
        "MinimumValue", "MaximumValue", "MinuteInterval", "SetteeMinimum", "SetteeMaximum",
        "SetteeStep", "SetteeMinimumLength", "SetteeMaximumLength",
      ]
    ),
    (
      KeyType(phrase: "an array", isRight: { $0.array != nil }),
      ["SupportedUserInterfaceIdioms", "Values", "Titles", "ShortTitles", "IconNames"]
    ),
    (
      KeyType(phrase: "a dictionary", isRight: { $0.dictionary != nil }),
      ["ItemSpecifier", "AddSpecifier"]
    ),
    (
      KeyType(
        phrase: "an array of strings", isRight: { $0.array != nil },
        isTaken: { $0.string != nil }),
      [
        "IASKMailComposeToRecipents", "IASKMailComposeCcRecipents", "IASKMailComposeBccRecipents",
      ]
    ),
    (
      KeyType(
        phrase: "a dictionary with Key and Is or IsNot, or an array of such",
        isRight: { $0.dictionary != nil || $0.array != nil }),
      ["SetteeVisibleWhen", "SetteeEnabledWhen"]
    ),
    (
      KeyType(
        phrase: "a string or a dictionary of strings",
        isRight: { $0.string != nil || $0.dictionary != nil }, isTaken: { $0.asTitle != nil }),
      ["IASKSubtitle"]
    ),
  ]

  private static let ofAnyType = [
    "DefaultValue", "TrueValue", "FalseValue", "IASKCellImage", "IASKTextAlignment",
    "IASKAdjustsFontSizeToFitWidth", "IASKTextContentType", "IASKQuickMultiValueSelection",
    "IASKToggleStyle", "IASKViewControllerClass", "IASKViewControllerSelector",
    "IASKViewControllerStoryBoardFile", "IASKViewControllerStoryBoardId", "IASKSegueIdentifier",
    "IASKChildTitle", "IASKWebViewShowProgress", "IASKWebViewFullscreen",
    "IASKWebViewHideBottomBar", "IASKWebViewShowNavigationalButtons", "IASKButtonClass",
    "IASKButtonAction", "IASKRegex", "ViewControllerClass", "StoryBoardId", "SegueIdentifier",
  ]
}
