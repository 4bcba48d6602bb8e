import Settee
import SetteeVerbs

/// The user's position in an app, which is restored when the user opens the app again.
struct AppVisit: Sendable {
  /// The panes that the user had opened in the app, each with the name of its file.
  ///
  /// The file name identifies a pane, because its index can change with the language or the content
  /// of the file.
  fileprivate let path: [(visit: NavigationEntry, file: String)]
  fileprivate let isFiltered: Bool
  fileprivate let log: EditLog
  fileprivate let lastSearch: SearchDialog?
}

extension EditorState {
  mutating func saveVisit() {
    let path = path.filter { document.panes.indices.contains($0.pane) }
    visits[document.word] = AppVisit(
      path: path.map { ($0, document.panes[$0.pane].file) }, isFiltered: filter != nil, log: log,
      lastSearch: lastSearch)
  }

  /// Restores the user's previous position in the open app, as far as its panes still exist.
  mutating func restoreVisit() {
    let visit = visits[document.word]
    path = []
    for (step, file) in visit?.path ?? [] {
      guard let pane = document.pane(named: file) else { break }
      var step = step
      step.pane = pane
      if step.element == nil { step.title = document.way(to: pane).last?.title ?? step.title }
      path.append(step)
    }
    if path.isEmpty { path = [NavigationEntry(pane: 0, title: document.title)] }
    (log, lastSearch) = (visit?.log ?? EditLog(), visit?.lastSearch)
    lastSearch?.hits.removeAll { !document.has($0.place) }
    filter = visit?.isFiltered == true ? [] : nil
  }

  /// Opens Settee's own settings.
  ///
  /// The command "back" returns from there to the user's current position.
  mutating func openOwnSettings() -> [Effect] {
    guard document.word != AppFinder.ownDomain || showsHome else { return show(.ownAlreadyOpen) }
    if hasUnsaved { return askStaged(.toOwnSettings) }
    dialogs = []
    isAway = !showsHome
    return [.openOwn]
  }

  /// Returns from Settee's own settings to the app that was open before.
  mutating func leaveOwnSettings() -> [Effect] {
    if hasUnsaved { return askStaged(.toFormerApp) }
    isAway = false
    return [.reopenFormer]
  }
}
