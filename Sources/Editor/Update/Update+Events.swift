import Settee

extension EditorState {
  /// Takes a report of the loop.
  mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .resized(let size): self.size = size
    case .readings(let new, let source): take(new, by: source)
    case .written(let edit, let cause, let new, let notice):
      return written(edit, cause, new, notice: notice)
    case .failed(let text):
      endWaiting()
      return fail(text)
    case .done(let text):
      endWaiting(isDone: true)
      message = Message(text: text == words(.nothingToPush) ? withWaiting(text) : text)
    case .opened(let document, let readings): open(document, readings)
    case .apps(let faces): take(faces)
    case .layers(let name, let layers): take(layers, of: name)
    case .history(let name, let lines): take(lines, of: name)
    case .waiting(let place): changePush { $0.plan.mirror = place }
    case .plan(let plan): take(plan)
    case .pushed(let text):
      endWaiting(isDone: true)
      (cloud.last, message) = (text, Message(text: withWaiting(text)))
    case .news(let text, let isError):
      if isError { return fail(text) }
      (cloud.last, message) = (text, Message(text: text))
    case .edited(let text): takeEdited(text)
    case .exported(let text): exported(text)
    case .exists(let path): askReplace(path)
    case .importPlan(let plan): ask(toImport: plan)
    case .completions(let paths): offer(paths)
    case .clock(let date): take(clock: date)
    }
    return []
  }

  /// Takes new readings; what somebody else has changed says who.
  private mutating func take(_ new: Readings, by source: ChangeSource) {
    if new.areWhole {
      readings = new
      indexIsStale = true
    }
    for (name, reading) in new.single {
      let old = readings[name]
      readings[name] = reading
      staged?.rebase(name, on: reading.stored)
      guard old?.value != reading.value else { continue }
      indexIsStale = true
      foreign[name] = source == .local ? nil : source
      warn(of: name)
    }
    recount()
    rebuildItems()
  }

  /// Tells a field that its value was changed by somebody else; what is typed stays.
  private mutating func warn(of name: SettingName) {
    for index in modes.indices {
      switch modes[index] {
      case .text(var editing) where editing.target.name == name:
        editing.foreign = shownText(editing.target.control, value(of: editing.target))
        modes[index] = .text(editing)
      case .longText(var editing) where editing.target.name == name:
        editing.foreign = shownText(editing.target.control, value(of: editing.target))
        modes[index] = .longText(editing)
      case .slider(var adjusting) where adjusting.target.name == name:
        adjusting.foreign = shownText(adjusting.target.control, value(of: adjusting.target))
        modes[index] = .slider(adjusting)
      case .date(var editing) where editing.target.name == name:
        editing.foreign = shownText(editing.target.control, value(of: editing.target))
        modes[index] = .date(editing)
      default: break
      }
    }
  }

  /// Shows other panes, or the same ones in another language, at the same row.
  private mutating func open(_ new: Document, _ readings: Readings) {
    let isSame = new.word == document.word && !showsApps
    let old = path.map {
      (
        $0,
        document.panes.indices.contains($0.pane) ? document.panes[$0.pane].file : ""
      )
    }
    document = new
    self.readings = readings
    speak(new.bundle.language, withOwnWords: isSame)
    wraps.removeAll()
    index = nil
    apps?.isShown = false
    if !isSame {
      (modes, log, filter, foreign, lastSearch) = ([], EditLog(), nil, [:], nil)
      if staged != nil { staged = StagedChanges() }
    }
    path = isSame ? EditorState.translated(old, new) : []
    if path.isEmpty { path = [PaneVisit(pane: 0, title: new.bundle.title)] }
    if !isSame { focusIndex = 0 }
    recount()
    rebuildItems()
  }

  /// Takes over the language of the panes; a user who changes it is answered in it too.
  private mutating func speak(_ language: String?, withOwnWords: Bool) {
    look.language = language
    guard withOwnWords, let language else { return }
    let code = language.prefix { $0 != "-" }
    if Words.languages.contains(String(code)) { look.words = Words(preferred: [language]) }
  }

  /// The path in another language: the same panes, with their new titles.
  private static func translated(
    _ old: [(PaneVisit, String)], _ document: Document
  ) -> [PaneVisit] {
    var path: [PaneVisit] = []
    for (visit, file) in old {
      guard let pane = document.pane(named: file) else { break }
      var visit = visit
      visit.pane = pane
      let title = document.way(to: pane).last?.title
      if visit.element == nil { visit.title = title ?? visit.title }
      path.append(visit)
    }
    return path
  }

  /// Takes the apps that were found; the focused one stays focused.
  private mutating func take(_ faces: [AppFace]) {
    let word = apps.flatMap { list in list.list.focused.map { list.faces[$0.id].word } }
    let isShown = apps?.isShown ?? true
    var list = AppList(faces)
    list.isShown = isShown
    if let word, let index = faces.firstIndex(where: { $0.word == word }) {
      list.list.focus(on: index)
    }
    apps = list
  }

  /// Goes back to the list of apps, or asks what becomes of changes that wait.
  mutating func leaveApp() -> [Effect] {
    guard staged?.isEmpty ?? true else {
      askStaged(.toApps)
      return []
    }
    apps?.isShown = true
    return [.findApps]
  }
}
