package import SetteePropertyLists

// This folder: the rows of panes. A kind of row is a case of `ControlContent` and a file here, which
// reads it from an element, checks values, and says what it takes and shows.

/// One row of a pane: what it is, which key it edits, and what that key may hold.
///
/// Texts are in the language that the bundle was opened with. A control is a plain value: it knows
/// no store. What only some kinds of rows have stands in its ``content``; a kind is added in
/// ``ControlContent``, with a file beside this one that reads, checks and says what it holds.
package struct Control: Sendable {
  /// What sort of row it is, with what only that sort has.
  package var content: ControlContent
  /// The specifier as written, such as `PSToggleSwitchSpecifier`; nil where the file gives none.
  package var type: String?
  /// The label, in the user's language; nil where the file gives none.
  package var title: String?
  /// The key of the value; nil where the row has none, or an empty one.
  package var key: String?
  /// The default as the file writes it, before any reading by type.
  package var defaultValue: PropertyList?
  /// The domain that the key lives in, where the bundle names one.
  package var domain: String?
  /// Whether the value is a secret: shown as bullets, kept out of logs, lists and mirrors.
  package var isSecure = false
  /// Whether there has to be a value, and a text may not be empty.
  package var isRequired = false
  package var subtitle: Subtitle?
  package var help: String?
  /// Why the row cannot do what it should, as a sentence: `missing Foo.plist`.
  package var fault: String?
  /// What is wrong with the value that is stored, as a sentence; the row works.
  package var remark: String?
  /// Whether the key is mirrored; nil where the file does not say.
  package var sync: SyncMark?
  /// Whether a change takes effect only after the app's next start.
  package var needsRestart = false
  /// What has to hold for the row to be there; empty: always.
  package var visibleWhen: [Condition] = []
  /// What has to hold for the row to be usable; empty: always.
  package var enabledWhen: [Condition] = []
  /// The element as the file has it, with everything that is not understood.
  package var specifier = PropertyListDictionary()
  /// Where the element begins, worked out when ``place`` is asked for.
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
    // In one step: a row that is filled in bit by bit is copied when it is done.
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

  /// Where in its file the element begins; nil for controls that come from no file.
  package var place: SourcePlace? { mark?.place }

  /// What to call the row: its title, else its key, else its type.
  package var label: String { title ?? key ?? type ?? "" }

  /// Whether the row opens a page of the app's own making.
  var isDrawnByApp: Bool {
    specifier["IASKViewControllerClass"] != nil
      || specifier["IASKViewControllerStoryBoardId"] != nil
      || specifier["IASKSegueIdentifier"] != nil
  }
}

/// The second line of a row: one text, or one for each value (`IASKSubtitle`).
package struct Subtitle: Sendable, Equatable {
  package var text: String?
  /// Texts by the value that calls for them, compared as text.
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

/// Whether a key belongs to the user, and is mirrored, or to one machine: `SetteeSync`.
package enum SyncMark: String, Sendable, CaseIterable {
  case user, machine
}
