import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport

@testable import SetteeEditor

/// Sessions with real panes and real files.
enum SampleSessions {
  /// Opens the panes of the sample app on a separate domain in a folder.
  static func mail(
    in folder: Folder, language: String = "en", cloud: CloudClient = .none
  ) throws -> Session {
    try bundle(
      at: ProjectFolder.mail, in: folder,
      language: language, cloud: cloud)
  }

  /// Opens the panes of a bundle on a separate domain in a folder.
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

  /// An environment that opens only the sample app.
  static func host(in folder: Folder) -> EditorEnvironment {
    EditorEnvironment(
      environment: [
        "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
      ],
      open: { _, language, _ in try mail(in: folder, language: language ?? "en") })
  }
}

extension Folder {
  /// The settings directories of a user whose home is the folder.
  func locations() throws -> SettingsDirectories {
    try SettingsDirectories(environment: ["HOME": path, "SETTEE_ROOT": path + "/root"])
  }
}
