import SetteePropertyLists

// This folder contains the model of a bundle, the location of a bundle, and file system access. The
// model consists of panes, groups, options, and errors.

/// A parsed settings bundle, localized for the user, with all panes that can be reached from Root.
///
/// Parsing is as lenient as in the settings apps of devices. Problems are recorded in ``faults``
/// and ``Control/fault``. For a strict check, use ``BundleCheck``.
package struct SettingsBundle: Sendable {
  package internal(set) var path = ""
  /// The app's name, which is the title of Root.
  ///
  /// If Root has no title, this is the name of the bundle or the surrounding app.
  package internal(set) var title: String
  /// The domain of Root.
  ///
  /// The domain is `nil` for a bundle of a program's file. It is also `nil` if the bundle doesn't
  /// declare a domain, in which case `--domain` is required.
  package let domain: String?
  /// The program's file that contains the settings, or `nil` if the settings are in a domain.
  package var programFile: ProgramFile?
  /// The panes in depth-first order, starting with Root.
  ///
  /// Each pane occurs only once.
  package var panes: [Pane]
  /// The panes for editing list items.
  ///
  /// The keys of these panes are entries of the item rather than of the domain.
  package internal(set) var elementPanes: [Pane] = []
  /// The languages of the bundle as sorted tags, such as `zh-Hant`.
  package internal(set) var languages: [String] = []
  /// The language of the text as a tag, or `nil` if the bundle isn't localized.
  package internal(set) var language: String?
  /// The problems found while reading the bundle, with one sentence per problem.
  package internal(set) var faults: [String]

  package init(title: String, domain: String?, panes: [Pane], faults: [String] = []) {
    self.title = title
    self.domain = domain
    self.panes = panes
    self.faults = faults
  }

  /// Returns the pane with a name, as used by `--pane` and ``Control/pane``.
  package func pane(_ file: String) -> Pane? {
    panes.first { $0.file.isSame(as: file) }
  }

  package var controls: [Control] { panes.flatMap(\.controls) }

  /// Opens the bundle at a path.
  ///
  /// The path can refer to the bundle's directory, an app that contains the bundle, or a Root.plist
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

/// Options for opening a bundle.
package struct BundleOptions: Sendable {
  /// The user's languages, in order of preference.
  ///
  /// The languages are usually the result of ``Languages/preferred(environment:option:)``.
  package var languages: [String]
  /// The device type that determines the selection of elements and files.
  package var idiom: Idiom
  /// A Boolean value that indicates whether `.inApp` files take precedence over other files.
  package var inApp: Bool
  /// A domain that overrides the bundle's own domain (`--domain`).
  package var domain: String?
  /// A closure that returns whether the terminal can display a string.
  ///
  /// If the closure is `nil`, the terminal can display any string.
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

/// A device type that an element is intended for.
///
/// The raw values are the arguments of `--idiom`.
package enum Idiom: String, Sendable, CaseIterable {
  case phone, pad, mac
  /// All device types.
  case all
}

/// The reason why a bundle can't be opened, as a sentence with the path and a suggestion.
package struct BundleError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case missing
    /// The path exists but isn't a settings bundle.
    case notABundle
    /// The Root.plist file is invalid, empty, or unreadable.
    case unreadable
  }

  package let kind: Kind
  package let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

extension BundleFiles {
  /// Returns whether a path specified by the user is a directory.
  ///
  /// This method throws an error if the path is neither a directory nor a file.
  func isFolder(_ path: String) throws(BundleError) -> Bool {
    switch kind(path) {
    case .folder: return true
    case .file: return false
    case .special:
      throw BundleError(.notABundle, "\(path) isn't a regular file or a directory.")
    case .missing:
      // The path might be empty because a shell variable isn't set.
      throw BundleError(
        .missing,
        path.isEmpty
          ? "Missing path. Give the path of a settings file or bundle."
          : "\(path): No such file or directory.")
    }
  }
}
