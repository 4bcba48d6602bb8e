/// The keys that elements and files may carry, by the documents of Apple, InAppSettingsKit and
/// Settee.
enum KnownKeys {
  /// Keys of a file.
  static let ofFiles = [
    "PreferenceSpecifiers", "StringsTable", "ApplicationGroupContainerIdentifier", "Title",
  ]

  /// Keys of an element.
  static let ofElements =
    ofAnyElement + ofValues + ofTexts + ofChoices + ofKit + ofSettee

  /// Spellings that are in use and further off than a slip of a finger.
  static let aliases = [
    "label": "Title", "Autocapitalization": "AutocapitalizationType",
    "Autocorrection": "AutocorrectionType", "Footer": "FooterText", "Default": "DefaultValue",
    "Min": "MinimumValue", "Max": "MaximumValue", "Secure": "IsSecure",
    "IASKMailComposeToRecipients": "IASKMailComposeToRecipents",
    "IASKMailComposeCcRecipients": "IASKMailComposeCcRecipents",
    "IASKMailComposeBccRecipients": "IASKMailComposeBccRecipents",
  ]

  private static let ofAnyElement = [
    "Type", "Title", "Key", "DefaultValue", "SupportedUserInterfaceIdioms", "FooterText", "File",
  ]

  private static let ofValues = [
    "TrueValue", "FalseValue", "MinimumValue", "MaximumValue", "MinimumValueImage",
    "MaximumValueImage",
  ]

  private static let ofTexts = [
    "IsSecure", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
  ]

  private static let ofChoices = [
    "Values", "Titles", "ShortTitles", "DisplaySortedByTitle", "IconNames",
  ]

  private static let ofKit = [
    "IASKSubtitle", "IASKCellImage", "IASKTextAlignment", "IASKAdjustsFontSizeToFitWidth",
    "IASKPlaceholder", "IASKTextContentType", "IASKQuickMultiValueSelection", "IASKToggleStyle",
    "IASKViewControllerClass", "IASKViewControllerSelector", "IASKViewControllerStoryBoardFile",
    "IASKViewControllerStoryBoardId", "IASKSegueIdentifier", "IASKChildTitle",
    "IASKWebViewShowProgress", "IASKWebViewFullscreen", "IASKWebViewHideBottomBar",
    "IASKWebViewShowNavigationalButtons", "IASKMailComposeToRecipents",
    "IASKMailComposeCcRecipents", "IASKMailComposeBccRecipents", "IASKMailComposeSubject",
    "IASKMailComposeBody", "IASKMailComposeBodyIsHTML", "IASKButtonClass", "IASKButtonAction",
    "IASKRegex", "DatePickerMode", "DatePickerStyle", "MinuteInterval", "ItemSpecifier",
    "AddSpecifier", "Deletable", "ViewControllerClass", "StoryBoardId", "SegueIdentifier",
  ]

  /// Settee's own keys.
  static let ofSettee = [
    "SetteeType", "SetteeMinimum", "SetteeMaximum", "SetteeStep", "SetteeUnit", "SetteePattern",
    "SetteeRequired", "SetteeMinimumLength", "SetteeMaximumLength", "SetteeVisibleWhen",
    "SetteeEnabledWhen", "SetteeHelp", "SetteeSync", "SetteeRestart",
  ]
}
