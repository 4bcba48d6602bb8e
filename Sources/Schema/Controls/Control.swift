package import SetteeValues

// The files in this folder contain the different types of rows in a pane. Each type of row is a
// case of `ControlContent` and has a separate file, which implements reading, validation, and
// formatting.

/// A row of a settings pane, which usually edits the value of a setting.
///
/// The text in the row is in the language that was selected when the bundle was opened. The
/// properties of a specific type of row are in ``content``. To add a type, add a case to
/// ``ControlContent`` and a file next to this one.
package struct Control: Sendable {
  /// The type of the row, with the properties that only this type has.
  package var content: ControlContent
  /// The name of the row's type in the pane's file, such as `PSToggleSwitchSpecifier`, or `nil` if
  /// it is missing.
  package var type: String?
  /// The label of the row in the user's language, or `nil` if the row has no label.
  package var title: String?
  /// The key of the setting that the row edits, or `nil` if the key is missing or empty.
  package var key: String?
  /// The default value of the setting, exactly as specified in the pane's file.
  package var defaultValue: PropertyList?
  /// The domain that stores the setting, or `nil` if the bundle doesn't declare one.
  package var domain: String?
  /// A Boolean value that indicates whether the value of the setting is secret, such as a password.
  ///
  /// A secret is hidden on the screen and excluded from logs, lists, and unencrypted cloud mirrors.
  package var isSecure = false
  /// A Boolean value that indicates whether the value of the setting can't be empty.
  package var isRequired = false
  package var subtitle: Subtitle?
  package var help: String?
  /// The comment about the setting in the settings file, including its marker, or `nil` if it has none.
  package var comment: String?
  /// A problem because of which the row doesn't work, as a sentence such as `missing Foo.plist`.
  package var error: String?
  /// The reason why the user can change the value only by editing the settings file.
  package var readOnlyReason: String?
  /// A sentence about a problem with the saved value of the setting.
  ///
  /// The user can still change the setting despite the problem.
  package var warning: String?
  /// An option that determines whether the setting is synced, or `nil` if the bundle doesn't
  /// specify it.
  package var sync: SyncMark?
  /// A Boolean value that indicates whether changes take effect only after the app is restarted.
  package var needsRestart = false
  /// The conditions under which the row is visible, all of which must be met.
  package var visibleWhen: [Condition] = []
  /// The conditions under which the row is enabled, all of which must be met.
  package var enabledWhen: [Condition] = []
  /// All keys and values of the row in the pane's file, including unknown keys.
  package var specifier = PropertyListDictionary()
  /// The location of the row in its file in a compact form, which ``place`` decodes when it is
  /// needed.
  var mark: SourceMark?
}

extension Control {
  package init(_ content: ControlContent, key: String? = nil, title: String? = nil) {
    self.init(content: content, title: title, key: key)
  }

  /// Creates a row from an element of a pane's file.
  init(_ specifier: Specifier, domain: String? = nil, writtenAs cell: String? = nil) {
    let isText = specifier.type == .text || specifier.type == .textview
    let isOurs = specifier.hasSetteeKeys
    // Initialize all properties in a single step, because setting them one after another would copy
    // the row again.
    self.init(
      content: ControlContent(specifier), type: cell ?? specifier.typeName,
      title: specifier.localized("Title"),
      key: specifier.text("Key").flatMap { $0.isEmpty ? nil : $0 },
      defaultValue: specifier["DefaultValue"], domain: domain,
      isSecure: isText && specifier.flag("IsSecure"),
      isRequired: isOurs && specifier.flag("SetteeRequired"),
      subtitle: specifier.hasKitKeys ? Subtitle(specifier) : nil,
      help: isOurs ? specifier.localized("SetteeHelp") : nil,
      sync: isOurs ? specifier.word("SetteeSync") : nil,
      needsRestart: isOurs && specifier.flag("SetteeRestart"),
      visibleWhen: isOurs ? specifier.conditions("SetteeVisibleWhen") : [],
      enabledWhen: isOurs ? specifier.conditions("SetteeEnabledWhen") : [],
      specifier: specifier.values, mark: specifier.mark)
  }

  /// The location of the row's declaration in its file, or `nil` if the row doesn't come from a
  /// file.
  package var place: SourcePlace? { mark?.place }

  /// The name of the row for display, which is its title, key, or type.
  package var label: String { title ?? key ?? type ?? "" }

  /// A Boolean value that indicates whether the row opens a page that only the app itself can show.
  var isDrawnByApp: Bool {
    specifier["IASKViewControllerClass"] != nil
      || specifier["IASKViewControllerStoryBoardId"] != nil
      || specifier["IASKSegueIdentifier"] != nil
  }
}

/// The second line of a row, as declared by `IASKSubtitle`, which can depend on the row's value.
package struct Subtitle: Sendable, Equatable {
  package var text: String?
  /// The subtitles by value.
  ///
  /// Values are compared as text.
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
    value.flatMap { byValue[ValueFormatter.plain($0)] } ?? text
  }
}

/// An option that determines whether a setting is synced, as declared by `SetteeSync`.
///
/// A setting is either synced between the user's devices or stored separately on each device.
package enum SyncMark: String, Sendable, CaseIterable {
  case user, machine
}
