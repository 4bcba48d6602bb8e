package import SetteePropertyLists

// This folder has the rows of panes. Each type of row is a case of `ControlContent` with its own
// file, which implements reading, validation, and formatting.

/// A row of a pane.
///
/// Strings are in the language that the bundle was opened with. Properties specific to a type of
/// row are in ``content``. To add a type, add a case to ``ControlContent`` and a file next to this
/// one.
package struct Control: Sendable {
  /// The type of row, with its specific properties.
  package var content: ControlContent
  /// The specifier type in the file, such as `PSToggleSwitchSpecifier`, or `nil` if there is none.
  package var type: String?
  /// The localized label, or `nil` if there is none.
  package var title: String?
  /// The key, or `nil` if it is missing or empty.
  package var key: String?
  /// The default value as in the file, without type conversion.
  package var defaultValue: PropertyList?
  /// The domain of the key, if the bundle declares one.
  package var domain: String?
  /// Whether the value is secret: masked on screen, and excluded from logs, lists, and mirrors.
  package var isSecure = false
  /// Whether a value is required and must not be empty.
  package var isRequired = false
  package var subtitle: Subtitle?
  package var help: String?
  /// A problem that prevents the row from working, as a sentence such as `missing Foo.plist`.
  package var fault: String?
  /// The reason that the value can be shown, but only be changed in the file itself.
  package var readOnlyReason: String?
  /// A problem with the saved value, as a sentence.
  ///
  /// The row still works.
  package var remark: String?
  /// Whether the key is synced, or `nil` if the file doesn't specify it.
  package var sync: SyncMark?
  /// Whether changes take effect only after restarting the app.
  package var needsRestart = false
  /// The conditions for showing the row, which are all required.
  package var visibleWhen: [Condition] = []
  /// The conditions for enabling the row, which are all required.
  package var enabledWhen: [Condition] = []
  /// The element as in the file, including unknown keys.
  package var specifier = PropertyListDictionary()
  /// The encoded location of the element, which ``place`` decodes on demand.
  var mark: SourceMark?
}

extension Control {
  package init(_ content: ControlContent, key: String? = nil, title: String? = nil) {
    self.init(content: content, title: title, key: key)
  }

  /// Reads an element of a file.
  init(_ specifier: Specifier, domain: String? = nil, writtenAs cell: String? = nil) {
    let isText = specifier.type == .text || specifier.type == .textview
    let isOurs = specifier.hasSetteeKeys
    // Initialize all properties at once, because filling them in one by one would add a copy.
    self.init(
      content: ControlContent(specifier), type: cell ?? specifier.typeName,
      title: specifier.localized(.title),
      key: specifier.text(.key).flatMap { $0.isEmpty ? nil : $0 },
      defaultValue: specifier[.defaultValue], domain: domain,
      isSecure: isText && specifier.flag(.isSecure),
      isRequired: isOurs && specifier.flag("SetteeRequired"),
      subtitle: specifier.hasKitKeys ? Subtitle(specifier) : nil,
      help: isOurs ? specifier.localized("SetteeHelp") : nil,
      sync: isOurs ? specifier.word("SetteeSync") : nil,
      needsRestart: isOurs && specifier.flag("SetteeRestart"),
      visibleWhen: isOurs ? specifier.conditions("SetteeVisibleWhen") : [],
      enabledWhen: isOurs ? specifier.conditions("SetteeEnabledWhen") : [],
      specifier: specifier.values, mark: specifier.mark)
  }

  /// The location of the element in its file, or `nil` for a control without a file.
  package var place: SourcePlace? { mark?.place }

  /// The name of the row: its title, or else its key or type.
  package var label: String { title ?? key ?? type ?? "" }

  /// Whether the row opens a custom page of the app.
  var isDrawnByApp: Bool {
    specifier["IASKViewControllerClass"] != nil
      || specifier["IASKViewControllerStoryBoardId"] != nil
      || specifier["IASKSegueIdentifier"] != nil
  }
}

/// The second line of a row (`IASKSubtitle`), which can depend on the value.
package struct Subtitle: Sendable, Equatable {
  package var text: String?
  /// The subtitles by value, compared as text.
  package var byValue: [String: String] = [:]

  package init(_ text: String?) { self.text = text }

  fileprivate init?(_ specifier: Specifier) {
    switch specifier["IASKSubtitle"] {
    case .dictionary(let texts)?:
      text = texts["__default__"].flatMap(specifier.strings.title)
      for (value, text) in texts where !value.isSame(as: "__default__") {
        byValue[value] = specifier.strings.title(text)
      }
    case let text?:
      guard let text = specifier.strings.title(text) else { return nil }
      self.text = text
    case nil: return nil
    }
  }

  package func text(for value: PropertyList?) -> String? {
    value.flatMap { byValue[PlainText.of($0)] } ?? text
  }
}

/// Whether a key is synced for the user or specific to a device (`SetteeSync`).
package enum SyncMark: String, Sendable, CaseIterable {
  case user, machine
}
