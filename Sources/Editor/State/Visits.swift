import Settee

/// Where the user was in an app, to be there again when it is opened once more.
struct AppVisit: Sendable {
  /// The path, each step with the file of its pane: another language, or a changed file, may have put
  /// the pane elsewhere.
  fileprivate let path: [(visit: PaneVisit, file: String)]
  fileprivate let isFiltered: Bool
  fileprivate let log: EditLog
  fileprivate let lastSearch: SearchMode?
}

extension EditorState {
  mutating func keepVisit() {
    let path = path.filter { document.panes.indices.contains($0.pane) }
    visits[document.word] = AppVisit(
      path: path.map { ($0, document.panes[$0.pane].file) }, isFiltered: filter != nil, log: log,
      lastSearch: lastSearch)
  }

  /// Goes where the user was in the app that is open now, as far as its panes are still there.
  mutating func takeUpVisit() {
    let visit = visits[document.word]
    path = []
    for (step, file) in visit?.path ?? [] {
      guard let pane = document.pane(named: file) else { break }
      var step = step
      step.pane = pane
      if step.element == nil { step.title = document.way(to: pane).last?.title ?? step.title }
      path.append(step)
    }
    if path.isEmpty { path = [PaneVisit(pane: 0, title: document.title)] }
    (log, lastSearch) = (visit?.log ?? EditLog(), visit?.lastSearch)
    lastSearch?.hits.removeAll { !document.has($0.place) }
    filter = visit?.isFiltered == true ? [] : nil
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
