import Settee
import SetteeEditor

extension Verb {
  /// `install`: puts a bundle where its domain is enough to name it.
  static let install = Verb(
    "install", "copies a bundle to where its domain is enough to name it",
    operands: [Operand("BUNDLE", .path)],
    notes: [
      "It goes to $XDG_DATA_HOME/settee/bundles as <domain>.bundle, in place of one that is there. It prints where."
    ],
    examples: [
      "install Mail.bundle", "install MyApp/Settings.bundle --domain org.example.myapp",
    ]
  ) { call in
    var finder = try call.finder()
    finder.remembers = call.value(of: "domain") != nil && !call.has("dry-run")
    let path = call.invocation.operands[0]
    let bundle: SettingsBundle
    do { bundle = try finder.named(path) } catch let error as NamelessBundle {
      throw error.failure(for: "install")
    }
    let domain = try DomainName(bundle.domain ?? "")
    let installation = BundleInstallation(finder)
    if call.has("dry-run") {
      try call.console.line(installation.path(of: domain))
      call.console.say("Nothing was written; this is where the bundle would go.")
    } else {
      try call.console.line(try installation.install(bundle, domain: domain))
    }
    return .done
  }

  /// `uninstall`: takes an installed bundle away.
  static let uninstall = Verb(
    "uninstall", "takes an installed bundle away; the values stay",
    operands: [.app],
    notes: ["A bundle that was opened by its path is forgotten; it stays where it is."],
    examples: ["uninstall mail"]
  ) { call in
    let finder = try call.finder()
    let domain = try finder.domain(call.invocation.operands[0])
    let installation = BundleInstallation(finder)
    let path = installation.path(of: domain)
    let isThere = finder.installedBundle(of: domain) == path
    if isThere, call.has("dry-run") {
      call.console.say("Nothing was removed; \(path) would be.")
      return .done
    }
    let wasOpened = !call.has("dry-run") && finder.forget(domain)
    if isThere, try installation.uninstall(domain) { return .done }
    if wasOpened { return .done }
    if let other = finder.installedBundle(of: domain) {
      throw Failure(.no, "\(other) was not installed by settee; remove it yourself.")
    }
    throw Failure(.no, "No bundle of \(domain.text) is installed; see “settee apps”.")
  }
}
