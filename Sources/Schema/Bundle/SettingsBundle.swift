import SetteePropertyLists

// This folder: what a bundle is to everybody else (panes, groups, options, errors), where it stands,
// and the few things that are asked of the file system.

/// A settings bundle as read: every pane that can be reached from Root, in the user's language.
///
/// Reading is as lenient as the devices' own settings app: what can be shown is shown, and what is
/// wrong stands in ``faults`` and in ``Control/fault``. To hear every fault, use ``BundleCheck``.
package struct SettingsBundle: Sendable {
  package internal(set) var path = ""
  /// The app's name: Root's own title, else what the bundle or the app around it is called.
  package internal(set) var title: String
  /// The domain of Root; nil where nobody names one and `--domain` is needed, and for the file of a
  /// program.
  package let domain: String?
  /// The file of a program that the settings stand in; nil where they stand in a domain.
  package internal(set) var programFile: ProgramFile?
  /// The panes in the order in which a depth-first walk meets them, Root first, each once.
  package var panes: [Pane]
  /// The panes that edit one element of a list: their keys are entries of the element, and no keys
  /// of the domain.
  package internal(set) var elementPanes: [Pane] = []
  /// The languages that the bundle speaks, as tags such as `zh-Hant`, sorted.
  package internal(set) var languages: [String] = []
  /// The language of the texts as a tag; nil where the bundle speaks none.
  package internal(set) var language: String?
  /// What could not be read or followed, a sentence each.
  package internal(set) var faults: [String]

  package init(title: String, domain: String?, panes: [Pane], faults: [String] = []) {
    self.title = title
    self.domain = domain
    self.panes = panes
    self.faults = faults
  }

  /// The pane of a name, as `--pane` and ``Control/pane`` give it.
  package func pane(_ file: String) -> Pane? {
    panes.first { $0.file.isSame(as: file) }
  }

  package var controls: [Control] { panes.flatMap(\.controls) }

  /// Opens a bundle: its folder, an app folder that holds a Settings.bundle, or a Root.plist.
  package init(
    at path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws(BundleError) {
    let location = try BundleLocation(of: path, inApp: options.inApp, files: files)
    self = try BundleWalk(location, options: options, files: files).bundle
  }

  /// A domain to propose for a bundle that names none; the path begins at the root.
  package static func proposedDomain(
    of path: String, files: BundleFiles = .live
  ) throws(BundleError) -> String {
    try BundleLocation(of: path, inApp: false, files: files).proposedDomain
  }
}

/// How a bundle is opened: for whom, in which language, on which device.
package struct BundleOptions: Sendable {
  /// The user's languages, the preferred one first; see ``Languages/preferred(environment:option:)``.
  package var languages: [String]
  /// The device whose elements and files count.
  package var idiom: Idiom
  /// Whether `.inApp` files are taken before plain ones.
  package var inApp: Bool
  /// A domain that replaces the bundle's own: `--domain`.
  package var domain: String?
  /// Whether the user can be shown a text, where the terminal lacks letters; nil where it has all.
  package var reads: (@Sendable (String) -> Bool)?

  package init(
    languages: [String] = [], idiom: Idiom = .all, inApp: Bool = false, domain: String? = nil
  ) {
    self.languages = languages
    self.idiom = idiom
    self.inApp = inApp
    self.domain = domain
  }
}

/// A kind of device that elements can be meant for; the raw values are the words of `--idiom`.
package enum Idiom: String, Sendable, CaseIterable {
  case phone, pad, mac
  /// Whatever any device shows.
  case all
}

/// Why a bundle cannot be opened: one sentence, with the file and what to do.
package struct BundleError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case missing
    /// There is something, but no settings bundle.
    case notABundle
    /// Its Root.plist is damaged, empty, or may not be read.
    case unreadable
  }

  package let kind: Kind
  package let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

extension BundleFiles {
  /// Whether a path that a user gave is a folder, and no file; an error where it is neither.
  func isFolder(_ path: String) throws(BundleError) -> Bool {
    switch kind(path) {
    case .folder: return true
    case .file: return false
    case .special:
      throw BundleError(.notABundle, "\(path) is neither a file nor a folder.")
    case .missing:
      // A variable that is not set leaves an empty path.
      throw BundleError(
        .missing,
        path.isEmpty
          ? "The path is empty; give a bundle, or a file of one."
          : "\(path): there is nothing here; check the path.")
    }
  }
}
