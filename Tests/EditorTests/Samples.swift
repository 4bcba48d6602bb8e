import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport

@testable import SetteeEditor

/// The panes used by the tests.
enum Samples {
  /// Returns the sample bundle, which contains every type of element.
  static func mail(language: String = "en") throws -> PaneTree {
    let path = ProjectFolder.mail
    let bundle = try SettingsBundle(at: path, options: BundleOptions(languages: [language]))
    return PaneTree(bundle, word: "org.settee.mail")
  }

  /// Returns panes with a single group that contains the given controls.
  static func document(_ controls: [Control], footer: String? = nil) -> PaneTree {
    let group = PaneGroup(title: "Group", footer: footer, controls: controls)
    let pane = Pane(file: "Root", title: "Sample", domain: "org.example", groups: [group])
    return PaneTree(
      SettingsBundle(title: "Sample", domain: "org.example", panes: [pane]), word: "org.example")
  }

  /// Returns the name of a key in the generated panes.
  static func name(_ key: String) -> SettingName { SettingName(domain: "org.example", key: key) }
}
