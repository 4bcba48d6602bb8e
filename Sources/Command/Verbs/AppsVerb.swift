import Settee
import SetteeEditor

extension Verb {
  /// `apps`: everything that there is to edit.
  static let apps = Verb(
    "apps", "lists every app: domain, title, layers and bundle", options: [.json],
    notes: [
      "An app has a bundle in $SETTEE_PATH or in a settee/bundles folder of the XDG data folders, or a property list in the user's, the site's or the managed folder."
    ],
    examples: ["apps", "apps --json"]
  ) { call in
    let finder = try call.finder()
    let apps = finder.domainNames().map { FoundApp($0, finder) }
    if call.has("json") {
      try call.write(.array(apps.map(\.object)))
    } else {
      for app in apps { try call.console.line(app.line) }
    }
    if apps.isEmpty, !call.has("json") { call.console.say(AppFinder.nothingFound) }
    return .done
  }
}

extension AppFinder {
  /// What is said where there is no app at all.
  static let nothingFound =
    "No app is here yet; try “settee show path/to/Settings.bundle”, or “settee path/to/Settings.bundle” to change it."
}

/// One app as `apps` tells it.
private struct FoundApp {
  let domain: DomainName
  let bundle: String?
  let title: String
  let layers: [Origin]

  init(_ domain: DomainName, _ finder: AppFinder) {
    self.domain = domain
    bundle = finder.bundle(of: domain)
    layers = finder.layers(of: domain)
    let opened = bundle.flatMap { try? SettingsBundle(at: $0, options: finder.options) }
    title = opened?.title ?? domain.text
  }

  var object: JSON {
    .object(ofPresent: [
      "domain": .string(domain.text), "bundle": bundle.map(JSON.string), "title": .string(title),
      "layers": .array(layers.map { .string($0.rawValue) }),
    ])
  }

  var line: String {
    let words = layers.map(\.rawValue).joined(separator: ",")
    return [domain.text, title, words, bundle ?? ""].map(SafeText.line).joined(separator: "\t")
  }
}
