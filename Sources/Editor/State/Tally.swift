/// How much is changed, counted once after every change of a value instead of for every frame.
struct Tally: Sendable {
  /// The names that are set, by what is stored: what waits is counted for itself.
  var modified: [SettingName] = []
  /// How many values the mirror does not have.
  var unpushed = 0
}

extension EditorState {
  /// Counts anew, after values changed.
  mutating func recount() {
    tally.modified =
      readings.storeNothing
      ? [] : document.panesByName.keys.filter { readings.stored($0) != nil }
    tally.unpushed =
      readings.pushNothing ? 0 : document.panesByName.keys.count { readings.isUnpushed($0) }
  }

  /// How many values of a pane and the panes below it are set.
  func modifiedCount(from pane: Int) -> Int { count(of: tally.modified, from: pane) }

  /// How many values of a pane and the panes below it wait to be stored.
  func stagedCount(from pane: Int) -> Int {
    count(of: staged?.changes.map(\.name) ?? [], from: pane)
  }

  private func count(of names: [SettingName], from pane: Int) -> Int {
    guard !names.isEmpty else { return 0 }
    let below = Set(document.panes(from: pane))
    return names.count { name in
      document.panesByName[name]?.contains(where: below.contains) ?? false
    }
  }
}
