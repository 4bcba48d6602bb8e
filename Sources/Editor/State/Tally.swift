/// How much is changed, counted once after every change of a value instead of for every frame.
struct Tally: Sendable {
  /// The names that are set.
  var modified: [SettingName] = []
  /// How many values the mirror does not have.
  var unpushed = 0
}

extension EditorState {
  /// Counts anew, after values changed.
  mutating func recount() {
    let changesNothing = readings.storeNothing && staged?.isEmpty ?? true
    tally.modified =
      changesNothing ? [] : document.panesByName.keys.filter { stored($0) != nil }
    tally.unpushed =
      readings.pushNothing ? 0 : document.panesByName.keys.count { readings.isUnpushed($0) }
  }

  /// How many values of a pane and the panes below it are set.
  func modifiedCount(from pane: Int) -> Int {
    guard !tally.modified.isEmpty else { return 0 }
    let below = Set(document.panes(from: pane))
    return tally.modified.count { name in
      document.panesByName[name]?.contains(where: below.contains) ?? false
    }
  }
}
