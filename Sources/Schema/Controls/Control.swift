package import SetteePropertyLists

// This folder contains the rows of panes. Each type of row is a case of `ControlContent` and has a
// separate file, which implements reading, validation, and formatting.

/// A row of a settings pane.
///
/// Strings are in the language that was selected when the bundle was opened. The properties of a
/// specific type of row are in ``content``. To add a type, add a case to ``ControlContent`` and a
/// file next to this one.
package struct Control: Sendable {
  /// The type of row, with its specific properties.
  package var content: ControlContent
  /// The specifier type in the file, such as `PSToggleSwitchSpecifier`, or `nil` if there is none.
  package var type: String?
  /// The localized label, or `nil` if the row has no label.
  package var title: String?
  /// The key of the row, or `nil` if the key is missing or empty.
  package var key: String?
  /// The default value as specified in the file, without type conversion.
  package var defaultValue: PropertyList?
  /// The domain of the key, or `nil` if the bundle doesn't declare one.
  package var domain: String?
  /// A Boolean value that indicates whether the value is secret.
  ///
  /// Secrets are masked on the screen and excluded from logs, lists, and mirrors.
  package var isSecure = false
  /// A Boolean value that indicates whether the row must have a nonempty value.
  package var isRequired = false
  package var subtitle: Subtitle?
  package var help: String?
  /// A problem that prevents the row from working, as a sentence such as `missing Foo.plist`.
  package var fault: String?
  /// The reason why the value can be changed only in the file itself.
  package var readOnlyReason: String?
  /// A sentence about a problem with the saved value.
  ///
  /// The row works despite this problem.
  package var remark: String?
  /// The scope of the key in cloud sync, or `nil` if the file doesn't specify it.
  package var sync: SyncMark?
  /// A Boolean value that indicates whether changes take effect only after the app is restarted.
  package var needsRestart = false
  /// The conditions for showing the row, all of which must be met.
  package var visibleWhen: [Condition] = []
  /// The conditions for enabling the row, all of which must be met.
  package var enabledWhen: [Condition] = []
  /// The element as it appears in the file, including unknown keys.
  package var specifier = PropertyListDictionary()
  /// The encoded location of the element, which ``place`` decodes on demand.
  var mark: SourceMark?
}

extension Control {
  package init(_ content: ControlContent, key: String? = nil, title: String? = nil) {
    self.init(content: content, title: title, key: key)
  }

  /// Creates a control from an element of a file.
  init(_ specifier: Specifier, domain: String? = nil, writtenAs cell: String? = nil) {
    let isText = specifier.type == .text || specifier.type == .textview
    let isOurs = specifier.hasSetteeKeys
    // Initialize all properties in a single step, because setting them individually would require
    // another copy.
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

  /// The name of the row, which is its title, or its key or type if it has no title.
  package var label: String { title ?? key ?? type ?? "" }

  /// A Boolean value that indicates whether the row opens a custom page of the app.
  var isDrawnByApp: Bool {
    specifier["IASKViewControllerClass"] != nil
      || specifier["IASKViewControllerStoryBoardId"] != nil
      || specifier["IASKSegueIdentifier"] != nil
  }
}

/// The second line of a row (`IASKSubtitle`), which can depend on the value.
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

/// The scope of a key in cloud sync (`SetteeSync`).
///
/// A key is either synced for the user or specific to a device.
package enum SyncMark: String, Sendable, CaseIterable {
  case user, machine
}
