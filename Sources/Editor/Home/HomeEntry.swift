import Settee
import SetteeTerminal

// The home screen, which `settee` shows without arguments: all apps, programs, and settings files
// in the current directory. `HomeLoader` finds them, `HomeDialog` handles keys, `HomeRows` arranges
// and searches the rows, and `HomeDrawing` draws them.

/// An app, a program, or a settings file on the home screen.
struct HomeEntry: Sendable {
  /// The section of the home screen that contains an entry.
  enum HomeGroup: Int, Sendable, CaseIterable {
    /// Apps that store their values with Settee.
    case apps
    /// Programs with their own settings file, which a bundle describes.
    case programs
    /// Files and bundles in the current directory.
    case files
    /// Bundles that are included with Settee as examples.
    case samples

    var phrase: Phrase {
      switch self {
      case .apps: .homeApps
      case .programs: .homePrograms
      case .files: .homeFiles
      case .samples: .homeSamples
      }
    }
  }

  /// The argument that opens the entry.
  var word: String
  var title: String
  var group: HomeGroup
  /// The domain of an app, or the path of a file in the form that is shown to the user.
  var place = ""
  /// The path of the file in the form that is shown to the user.
  var file = ""
  /// The name of the file's format, or an empty string for an app.
  var format = ""
  /// A Boolean value that indicates whether the settings file doesn't exist yet.
  var isMissing = false
  /// A Boolean value that indicates whether the file is in a directory that only root can change.
  var isSystem = false
  /// A Boolean value that indicates whether the app or program has a bundle.
  ///
  /// Otherwise, the rows are generated from the values.
  var hasBundle = true
  /// The titles of the panes with their numbers of settings.
  var panes: [(title: String, settings: Int)] = []
  /// The number of settings with a saved value.
  var set = 0
  /// The number of settings whose saved value differs from the default.
  var changed = 0
  var unpushed = 0
  /// The reason why the entry can't be opened or read completely, as a sentence.
  var fault: String?
  var settings: [HomeSetting] = []

  /// The title and the argument, folded for searching.
  var folded: (title: [UInt8], word: [UInt8]) {
    (title.folded(limit: 200), word.folded(limit: 200))
  }
}

/// A setting of an entry, which the search finds and the preview shows.
struct HomeSetting: Sendable {
  let key: String
  let title: String
  /// The value as text, such as `set` for a secret, which is empty for a button.
  let value: String
  let isChanged: Bool
  let isSet: Bool
  /// The title and the key, folded for searching.
  let foldedTitle: [UInt8], foldedKey: [UInt8]

  init(key: String, title: String, value: String, isChanged: Bool, isSet: Bool) {
    (self.key, self.title, self.value) = (key, title, value)
    (self.isChanged, self.isSet) = (isChanged, isSet)
    foldedTitle = title.folded(limit: 200)
    foldedKey = key.folded(limit: 200)
  }
}

/// A change in the history of an entry.
struct HomeChange: Sendable {
  /// The argument that opens the entry.
  var word: String
  var app: String
  var key: String
  var title: String
  var old: String
  var new: String
  /// The time of the change in milliseconds since 1970.
  var moment: Int64
  /// The time as it is shown, such as `13:42` or `2026-03-14`.
  var time: String
}

/// Some of the entries, in the order of the home screen.
struct HomeBatch: Sendable {
  var entries: [HomeEntry] = []
  /// The latest changes of all entries, which the last batch contains.
  var changes: [HomeChange] = []
  /// A Boolean value that indicates whether the batch replaces the earlier ones.
  var isWhole = false
  var isLast = false
}

/// A filter of the home screen, which the sidebar offers.
enum HomeFilter: Sendable, Hashable, CaseIterable {
  case all, apps, programs, files, changed, faulty

  var phrase: Phrase {
    switch self {
    case .all: .homeAll
    case .apps: .homeApps
    case .programs: .homePrograms
    case .files: .homeFiles
    case .changed: .homeWithChanges
    case .faulty: .homeWithErrors
    }
  }

  func includes(_ entry: HomeEntry) -> Bool {
    switch self {
    case .all: true
    case .apps: entry.group == .apps || entry.group == .samples
    case .programs: entry.group == .programs
    case .files: entry.group == .files
    case .changed: entry.changed + entry.unpushed > 0
    case .faulty: entry.fault != nil
    }
  }
}
