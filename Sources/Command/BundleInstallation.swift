#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Settee
import SetteeEditor

/// Puts a bundle's property lists where `settee` finds them by their domain, and takes them away.
struct BundleInstallation {
  private let folder: String
  private let files = BundleFiles.live
  private let manager = FileManager.default

  init(_ finder: AppFinder) { folder = finder.installFolder }

  /// Where the bundle of a domain is put.
  func path(of domain: DomainName) -> String { "\(folder)/\(domain.text).bundle" }

  /// Copies a bundle beside its place and then moves it in, so that no half of one is ever seen.
  func install(_ bundle: SettingsBundle, domain: DomainName) throws(Failure) -> String {
    let target = path(of: domain)
    let fresh = "\(folder)/.\(domain.text).new"
    let old = "\(folder)/.\(domain.text).old"
    do {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for rest in [fresh, old] where files.kind(rest) != .missing {
        try manager.removeItem(atPath: rest)
      }
      try copy(bundle.path, to: fresh, depth: 0)
      try keepName(of: bundle, domain, in: fresh)
      if files.kind(target) != .missing { try manager.moveItem(atPath: target, toPath: old) }
      try manager.moveItem(atPath: fresh, toPath: target)
      if files.kind(old) != .missing { try manager.removeItem(atPath: old) }
    } catch {
      throw failure("installed", target, error)
    }
    return target
  }

  /// Takes the bundle of a domain away; false when none is there.
  func uninstall(_ domain: DomainName) throws(Failure) -> Bool {
    let target = path(of: domain)
    guard files.kind(target) != .missing else { return false }
    do { try manager.removeItem(atPath: target) } catch {
      throw failure("removed", target, error)
    }
    return true
  }

  /// Copies what a settings bundle is made of: property lists and tables, no pictures, no links out.
  private func copy(_ source: String, to target: String, depth: Int) throws {
    try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in try files.list(source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      switch files.kind(from) {
      case .folder where depth < 8 && !isLink(from): try copy(from, to: to, depth: depth + 1)
      case .file where name.hasSuffix(".plist") || name.hasSuffix(".strings"):
        guard !isLink(from) else { continue }
        try Data(try files.read(from, 64 << 20)).write(to: URL(filePath: to))
      default: continue
      }
    }
  }

  private func isLink(_ path: String) -> Bool {
    (try? manager.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// The app's own name stands outside of its bundle; it has to come along.
  private func keepName(of bundle: SettingsBundle, _ domain: DomainName, in folder: String) throws {
    let path = folder + "/Info.plist"
    guard files.kind(path) == .missing else { return }
    let info: PropertyList = .dictionary([
      "CFBundleDisplayName": .string(bundle.title), "CFBundleIdentifier": .string(domain.text),
    ])
    try Data(try info.xml()).write(to: URL(filePath: path))
  }

  private func failure(_ what: String, _ path: String, _ error: any Error) -> Failure {
    let reason =
      switch error {
      case let error as BundleFiles.Failure: error.reason
      case let error as CocoaError:
        switch error.code {
        case .fileWriteNoPermission, .fileReadNoPermission: "you have no right to write there"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the file system is read-only"
        default: "the system refused (\(error.code.rawValue))"
        }
      default: "\(error)"
      }
    return Failure(.io, "\(path) could not be \(what): \(reason).")
  }
}
