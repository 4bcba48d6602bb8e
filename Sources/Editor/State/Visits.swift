import Settee

/// Where the user was in an app, to be there again when it is opened once more.
struct AppVisit: Sendable {
  fileprivate let path: [PaneVisit]
  /// The files of the path's panes, to know them again.
  fileprivate let files: [String]
  fileprivate let isFiltered: Bool
  fileprivate let log: EditLog
  fileprivate let lastSearch: SearchMode?
}

extension EditorState {
  mutating func keepVisit() {
    guard !document.word.isEmpty, path.allSatisfy({ document.panes.indices.contains($0.pane) })
    else { return }
    visits[document.word] = AppVisit(
      path: path, files: path.map { document.panes[$0.pane].file }, isFiltered: filter != nil,
      log: log, lastSearch: lastSearch)
  }

  /// Goes where the user was when the open app was left, where its panes are still the same.
  mutating func takeUpVisit() {
    guard let visit = visits[document.word] else { return }
    let panes = visit.path.map(\.pane)
    let isSame = zip(panes, visit.files).allSatisfy {
      document.panes.indices.contains($0) && document.panes[$0].file == $1
    }
    guard isSame else { return }
    (path, log, lastSearch) = (visit.path, visit.log, visit.lastSearch)
    lastSearch?.hits.removeAll { !document.has($0.place) }
    filter = visit.isFiltered ? [] : nil
  }

  /// Opens Settee's own settings; the way back leads to where the user was.
  mutating func openOwnSettings() -> [Effect] {
    guard document.word != OwnSettings.domain || showsApps else { return say(.ownAlready) }
    if hasWaiting { return askStaged(.toOwnSettings) }
    modes = []
    isAway = !showsApps
    return [.openOwn]
  }

  /// Goes back from Settee's own settings to the app that was open before.
  mutating func leaveOwnSettings() -> [Effect] {
    if hasWaiting { return askStaged(.toFormerApp) }
    isAway = false
    return [.reopenFormer]
  }
}
