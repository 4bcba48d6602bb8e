import SetteePropertyLists

// This folder contains the model of a bundle (panes, groups, options, and errors), the location of
// a bundle, and file system access.

/// A parsed settings bundle with all panes that can be reached from Root, localized for the user.
///
/// Parsing is as lenient as in the settings apps of devices. Problems are recorded in ``faults``
/// and ``Control/fault``. For a strict check, use ``BundleCheck``.
package struct SettingsBundle: Sendable {
  package internal(set) var path = ""
  /// The app's name, which is the title of Root, or the name of the bundle or the surrounding app
  /// if Root has no title.
  package internal(set) var title: String
  /// The domain of Root.
  ///
  /// The domain is `nil` for bundles of program files, and if no domain is declared, in which case
  /// `--domain` is required.
  package let domain: String?
  /// The program's file that contains the settings, or `nil` if the settings are in a domain.
  package var programFile: ProgramFile?
  /// The panes in depth-first order, starting with Root.
  ///
  /// Each pane occurs only once.
  package var panes: [Pane]
  /// The panes on which a list item is edited.
  ///
  /// The keys of these panes are entries of the item rather than of the domain.
  package internal(set) var elementPanes: [Pane] = []
  /// The languages of the bundle as sorted tags, such as `zh-Hant`.
  package internal(set) var languages: [String] = []
  /// The language of the text as a tag, or `nil` if the bundle isn't localized.
  package internal(set) var language: String?
  /// The problems that were found while reading the bundle, one sentence each.
  package internal(set) var faults: [String]

  package init(title: String, domain: String?, panes: [Pane], faults: [String] = []) {
    self.title = title
    self.domain = domain
    self.panes = panes
    self.faults = faults
  }

  /// Returns the pane with the given name, as used by `--pane` and ``Control/pane``.
  package func pane(_ file: String) -> Pane? {
    panes.first { $0.file.isSame(as: file) }
  }

  package var controls: [Control] { panes.flatMap(\.controls) }

  /// Opens the bundle at the path of its directory, of an app that contains it, or of a Root.plist
  /// file.
  package init(
    at path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws(BundleError) {
    let location = try BundleLocation(of: path, inApp: options.inApp, files: files)
    self = try PaneTraversal(location, options: options, files: files).bundle
  }

  /// Returns a suggested domain for a bundle that doesn't declare one.
  ///
  /// The path must be absolute.
  package static func proposedDomain(
    of path: String, files: BundleFiles = .live
  ) throws(BundleError) -> String {
    try BundleLocation(of: path, inApp: false, files: files).proposedDomain
  }
}

/// The options for opening a bundle.
package struct BundleOptions: Sendable {
  /// The user's languages, in order of preference.
  ///
  /// These are usually the result of ``Languages/preferred(environment:option:)``.
  package var languages: [String]
  /// The device type for which elements and files are selected.
  package var idiom: Idiom
  /// A Boolean value that indicates whether `.inApp` files take precedence over other files.
  package var inApp: Bool
  /// The domain that replaces the bundle's own domain (`--domain`).
  package var domain: String?
  /// Returns whether the terminal can display a text.
  ///
  /// A value of `nil` means that the terminal can display any text.
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

/// A device type for which an element is intended.
///
/// The raw values are the arguments of `--idiom`.
package enum Idiom: String, Sendable, CaseIterable {
  case phone, pad, mac
  /// All device types.
  case all
}

/// The reason why a bundle can't be opened, as a sentence that contains the path and a suggestion.
package struct BundleError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case missing
    /// The path exists, but it isn't a settings bundle.
    case notABundle
    /// The Root.plist file is invalid, empty, or unreadable.
    case unreadable
  }

  package let kind: Kind
  package let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

extension BundleFiles {
  /// Returns whether a path that the user specified is a directory.
  ///
  /// This method throws an error if the path is neither a directory nor a file.
  func isFolder(_ path: String) throws(BundleError) -> Bool {
    switch kind(path) {
    case .folder: return true
    case .file: return false
    case .special:
      throw BundleError(.notABundle, "\(path) isn't a regular file or a directory.")
    case .missing:
      // The path may be empty because a shell variable isn't set.
      throw BundleError(
        .missing,
        path.isEmpty
          ? "Missing path. Give the path of a settings file or bundle."
          : "\(path): No such file or directory.")
    }
  }
}
