import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport

@testable import SetteeEditor

/// Creates sessions with real panes and real files.
enum SampleSessions {
  /// Opens the panes of the sample app with a new domain in `folder`.
  static func mail(
    in folder: Folder, language: String = "en", cloud: CloudClient = .none
  ) throws -> Session {
    try bundle(
      at: ProjectFolder.mail, in: folder,
      language: language, cloud: cloud)
  }

  /// Opens the panes of a bundle with a new domain in `folder`.
  static func bundle(
    at path: String, in folder: Folder, language: String = "en", cloud: CloudClient = .none
  ) throws -> Session {
    let bundle = try SettingsBundle(at: path, options: BundleOptions(languages: [language]))
    let name = bundle.domain ?? "org.example.corpus"
    let domain = try Domain(
      DomainName(name), locations: try folder.locations(),
      options: DomainOptions(registered: bundle.registeredDefaults(for: name)))
    return Session(bundle, word: name, domains: [domain], cloud: cloud)
  }

  /// Returns an environment that can open only the sample app.
  static func host(in folder: Folder) -> EditorEnvironment {
    EditorEnvironment(
      environment: [
        "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
      ],
      open: { _, language, _ in try mail(in: folder, language: language ?? "en") })
  }
}

extension Folder {
  /// Returns the settings directories of a user whose home is this folder.
  func locations() throws -> SettingsDirectories {
    try SettingsDirectories(environment: ["HOME": path, "SETTEE_ROOT": path + "/root"])
  }
}
