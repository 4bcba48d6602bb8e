import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport

@testable import SetteeEditor

/// The panes that the tests use.
enum Samples {
  /// The sample bundle with every element.
  static func mail(language: String = "en") throws -> PaneTree {
    let path = ProjectFolder.mail
    let bundle = try SettingsBundle(at: path, options: BundleOptions(languages: [language]))
    return PaneTree(bundle, word: "org.settee.mail")
  }

  /// Creates panes from controls: one pane with one group.
  static func document(_ controls: [Control], footer: String? = nil) -> PaneTree {
    let group = PaneGroup(title: "Group", footer: footer, controls: controls)
    let pane = Pane(file: "Root", title: "Sample", domain: "org.example", groups: [group])
    return PaneTree(
      SettingsBundle(title: "Sample", domain: "org.example", panes: [pane]), word: "org.example")
  }

  /// The name of a key in the generated panes.
  static func name(_ key: String) -> SettingName { SettingName(domain: "org.example", key: key) }
}
