import SetteeFiles
import SetteeValues

// The files in this folder model a settings bundle and find and read its files. The model consists
// of panes, groups, options, and errors.

/// A settings bundle that has been read from its files, in the user's language, with all panes that
/// links lead to.
///
/// Invalid parts of a bundle are tolerated in the same way as in the settings apps of devices.
/// Problems are recorded in ``faults`` and ``Control/fault``. For a strict check, use
/// ``Finding/all(at:files:)``.
package struct SettingsBundle: Sendable {
  package internal(set) var path = ""
  /// The name of the app, which is the title of the root pane.
  ///
  /// If the root pane has no title, the name of the bundle or of its app is used.
  package internal(set) var title: String
  /// The domain of Root.
  ///
  /// The domain is `nil` if the bundle describes the settings file of another program. It is also
  /// `nil` if the bundle doesn't declare a domain, in which case `--domain` is required.
  package let domain: String?
  /// The other program's file that stores the settings, or `nil` if they are stored in a domain.
  package var programFile: ProgramFile?
  /// The panes of the bundle in depth-first order, starting with the root pane.
  ///
  /// Each pane occurs only once.
  package var panes: [Pane]
  /// The panes in which the user edits the items of a list.
  ///
  /// The keys of these panes refer to entries of a list item instead of settings in the domain.
  package internal(set) var elementPanes: [Pane] = []
  /// The languages in which the bundle is available, as sorted tags such as `zh-Hant`.
  package internal(set) var languages: [String] = []
  /// The language tag of the bundle's text as displayed, or `nil` if the bundle isn't localized.
  package internal(set) var language: String?
  /// The problems that were found while reading the bundle or the settings file.
  package var problems: [ReadingProblem]
  /// The problems that were found while reading the bundle, with one sentence for each problem.
  package var faults: [String] { problems.map(\.message) }

  package init(title: String, domain: String?, panes: [Pane], problems: [ReadingProblem] = []) {
    self.title = title
    self.domain = domain
    self.panes = panes
    self.problems = problems
  }

  /// Returns the pane with a specific name, as specified by a link or the option `--pane`.
  package func pane(_ file: String) -> Pane? {
    panes.first { $0.file.isSame(as: file) }
  }

  package var controls: [Control] { panes.flatMap(\.controls) }

  /// Opens the settings bundle at a path.
  ///
  /// The path can refer to the bundle's directory, to an app that contains the bundle, or to its
  /// `Root.plist` file.
  package init(
    at path: String, options: BundleOptions = BundleOptions(), files: BundleFiles = .live
  ) throws {
    let location = try BundleLocation(of: path, inApp: options.inApp, files: files)
    self = try PaneTraversal(location, options: options, files: files).bundle
  }

  /// Returns a domain to suggest to the user for a bundle that doesn't declare one.
  ///
  /// The path must be absolute.
  package static func proposedDomain(
    of path: String, files: BundleFiles = .live
  ) throws -> String {
    try BundleLocation(of: path, inApp: false, files: files).proposedDomain
  }
}

/// A problem that was found while reading a bundle or a settings file.
package struct ReadingProblem: Sendable, Equatable {
  /// The problem as a sentence for the user.
  package var message: String
  /// The path of the file, or `nil` if the problem doesn't concern a specific line.
  package var file: String?
  /// The position of the problem in the file, starting at 1.
  package var line = 0, column = 0

  package init(_ message: String, file: String? = nil, line: Int = 0, column: Int = 0) {
    self.message = message
    self.file = line > 0 ? file : nil
    (self.line, self.column) = (line, column)
  }
}

/// Options for opening a bundle.
package struct BundleOptions: Sendable {
  /// The languages that the user prefers, in order of preference.
  ///
  /// Use ``LanguageTag/preferred(environment:option:)`` to get the languages from the environment.
  package var languages: [String]
  /// The type of device, such as a phone, for which rows and files are selected.
  package var idiom: Idiom
  /// A Boolean value that indicates whether files with `.inApp` in their name take precedence over
  /// other files.
  package var inApp: Bool
  /// A domain that replaces the domain declared by the bundle, as specified by the option
  /// `--domain`.
  package var domain: String?
  /// A closure that returns whether the user's terminal can display a string.
  ///
  /// If this closure is `nil`, the terminal can display all strings.
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

/// A type of device for which a row can be intended, such as a phone.
///
/// The raw values are the arguments that the option `--idiom` accepts.
package enum Idiom: String, Sendable, CaseIterable {
  case phone, pad, mac
  /// All device types.
  case all
}

extension BundleFiles {
  /// Returns whether a path that the user specified refers to a directory.
  ///
  /// If the path refers to neither a directory nor a file, this method throws an error.
  func isFolder(_ path: String) throws -> Bool {
    switch kind(path) {
    case .directory: return true
    case .file: return false
    case .link, .fifo, .socket, .device:
      throw SetteeError(.notABundle, "\(path) isn't a regular file or a directory.")
    case nil:
      // Explain the empty path, which is often the result of a shell variable that isn't set.
      throw SetteeError(
        .missingBundle,
        path.isEmpty
          ? "Missing path. Give the path of a settings file or bundle."
          : "\(path): No such file or directory.")
    }
  }
}
