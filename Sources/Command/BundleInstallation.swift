import Settee
import SetteeEditor

/// Puts a bundle's property lists where `settee` finds them by their domain, and takes them away.
struct BundleInstallation {
  private let folder: String
  private let files = BundleFiles.live
  private let door = FileDoor.live

  init(_ finder: AppFinder) { folder = finder.installFolder }

  /// Where the bundle of a domain is put.
  func path(of domain: DomainName) -> String { "\(folder)/\(domain.text).bundle" }

  /// Copies a bundle beside its place and then moves it in, so that no half of one is ever seen.
  func install(_ bundle: SettingsBundle, domain: DomainName) throws(Failure) -> String {
    let target = path(of: domain)
    let fresh = "\(folder)/.\(domain.text).new"
    let old = "\(folder)/.\(domain.text).old"
    do {
      for rest in [fresh, old] { try door.removeTree(rest) }
      try copy(bundle.path, to: fresh, depth: 0)
      try keepName(of: bundle, domain, in: fresh)
      if files.kind(target) != .missing { try door.move(target, to: old) }
      try door.move(fresh, to: target)
      try door.removeTree(old)
    } catch {
      throw failure("installed", target, error)
    }
    return target
  }

  /// Takes the bundle of a domain away; false when none is there.
  func uninstall(_ domain: DomainName) throws(Failure) -> Bool {
    let target = path(of: domain)
    guard files.kind(target) != .missing else { return false }
    do { try door.removeTree(target) } catch {
      throw failure("removed", target, error)
    }
    return true
  }

  /// Copies what a settings bundle is made of: property lists and tables, no pictures, no links out.
  private func copy(_ source: String, to target: String, depth: Int) throws {
    for name in try files.list(source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      switch files.kind(from) {
      case .folder where depth < 8 && !isLink(from): try copy(from, to: to, depth: depth + 1)
      case .file where name.hasSuffix(".plist") || name.hasSuffix(".strings"):
        guard !isLink(from) else { continue }
        try door.make(to, try files.read(from, 64 << 20), mode: 0o644)
      default: continue
      }
    }
  }

  private func isLink(_ path: String) -> Bool {
    (try? door.existing(path, followLinks: false))?.kind == .link
  }

  /// The app's own name stands outside of its bundle; it has to come along.
  private func keepName(of bundle: SettingsBundle, _ domain: DomainName, in folder: String) throws {
    let path = folder + "/Info.plist"
    guard files.kind(path) == .missing else { return }
    let info: PropertyList = .dictionary([
      "CFBundleDisplayName": .string(bundle.title), "CFBundleIdentifier": .string(domain.text),
    ])
    try door.make(path, try info.xml(), mode: 0o644)
  }

  private func failure(_ what: String, _ path: String, _ error: any Error) -> Failure {
    let reason =
      switch error {
      case let error as BundleFiles.Failure: error.reason
      case let error as FileFault: error.reason
      default: "\(error)"
      }
    return Failure(.io, "\(path) could not be \(what): \(reason).")
  }
}
