import Settee
import SetteeTerminal
import SetteeFiles
import SetteeVerbs

extension EditorLoop {
  /// Performs an I/O operation that the editor's core has requested, and sends the result back to
  /// the core.
  func perform(_ effect: Effect) {
    switch effect {
    case .apply(let edit, let cause): apply(edit, cause)
    case .inspect(let name): send(.layers(name, session?.layers(of: name) ?? []))
    case .history(let name):
      report { .history(name, try session?.history(of: name, words: state.words) ?? []) }
    case .changes: report { .changes(try session?.changes() ?? []) }
    case .findEarlierChanges:
      let changes = (try? session?.changes()) ?? []
      if !changes.isEmpty { send(.done(state.words(.undoEarlier))) }
    case .lineDifferences(let waiting):
      send(.lineDifferences(session?.lineDifferences(waiting) ?? []))
    case .editFile(let name):
      if let session, let file = session.file { edit(file.place, at: session.line(of: name)) }
    case .editProblem(let problem):
      if let file = problem.file { edit(file, at: problem.line) }
    case .planPush: planPush()
    case .push(let choices): push(choices)
    case .stopWaiting:
      awaited?.stop()
      awaited = nil
    case .copy(let text): device.perform(.copy(text))
    case .openURL(let link):
      let isOpen = link.openAsLink(environment: host.environment)
      if !isOpen { send(.done(state.words(.openElsewhere, link))) }
    case .editExternally(let text): editExternally(text)
    case .export(let path, let replaces): export(to: path, replaces: replaces)
    case .readImport(let path):
      guard let session, session.app != nil else { return }
      report { try session.importPlan(from: path) }
    case .complete(let typed):
      let home = host.environment["HOME"]
      send(.completions(Session.completions(of: typed, home: home)))
    case .readClock: send(.clock(Date()))
    case .findNames(let path, let table):
      if let session { send(session.names(near: path, in: table)) }
    case .findAddition(let name, let index, let isForced):
      guard let session else { return }
      report { try session.addition(named: name, at: index, isForced: isForced) }
    case .restructure(let change):
      report {
        let edit = try session?.edit(change, isStaged: state.staged != nil, words: state.words)
        return edit.map { .restructured($0) } ?? .done(state.words(.cannotMove))
      }
    case .markSecret(let name, let isSecret): mark(name, asSecret: isSecret)
    case .speak(let language):
      keepShown()
      if let word { show(word, in: language) }
    case .openApp(let word): open(word)
    case .openOwn:
      if !state.showsHome { former = word }
      open(AppFinder.ownDomain)
    case .reopenFormer: if let former { open(former) }
    case .keepTheme(let name): keep(name, \.$theme)
    case .keepLayout(let layout): keep(layout, \.$layout)
    case .keepCharacters(let characters): keep(characters, \.$characters)
    case .openIn(let domain):
      guard let word else { return }
      domains[word] = domain
      open(word)
    case .findHome: findHome()
    case .repaint: device.perform(.redraw)
    case .suspend:
      device.perform(.suspend)
      send(.resized(device.size))
      session?.reload()
    case .beep: device.perform(.bell)
    case .quit: ending = .left
    }
  }

  /// Runs an I/O operation and sends either its result or the thrown error to the editor's core.
  private func report(_ body: () throws -> Event) {
    do { send(try body()) } catch { send(.failed(SetteeError(error).editorMessage)) }
  }

  private func apply(_ edit: UndoableEdit, _ cause: ChangeCause) {
    guard let session else { return }
    var (rebuilds, isSaved) = (false, false)
    report {
      let made: MadeEdit
      do { made = try session.make(edit, cause, words: state.words) } catch {
        let error = SetteeError(error)
        guard cause != .edit, error.code == .conflict else { throw error }
        return .outdated(cause, error.message)
      }
      if cause == .edit, !made.hasChanged { return .unchanged(made.edit, made.readings) }
      rebuilds = made.edit.rebuilds || edit.list != nil && session.isOutdated
      if case .staged = cause { rebuilds = session.document.isFile }
      isSaved = true
      return .written(made.edit, cause, made.readings, notice: made.notice)
    }
    if isSaved {
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      send(.saved(at: Date(milliseconds: now).shortLocalText))
    }
    if rebuilds, ending == nil { reopen() }
  }

  private func planPush() {
    guard let session, !session.cloud.isNone else {
      session?.flush()
      return send(.done(state.words(.noMirror)))
    }
    let (cloud, bundle, words) = (session.cloud, session.document.bundle, state.words)
    send(.waiting(cloud.place))
    away { cloud.plan(bundle, words, $0) }
  }

  private func push(_ choices: [PushRow]) {
    guard let session else { return }
    let (cloud, bundle, words) = (session.cloud, session.document.bundle, state.words)
    away { cloud.push(choices, bundle, words, $0) }
  }

  /// Runs a blocking operation, such as a push, on a background thread and posts its result to the
  /// inbox.
  private func away(_ work: @escaping @Sendable (CloudDeadline) -> Event) {
    let (inbox, deadline) = (inbox, CloudDeadline.seconds(10))
    awaited = deadline
    CurrentProcess.startThread("settee-cloud") { inbox.post(.answer(work(deadline), by: deadline)) }
  }

  private func export(to path: String, replaces: Bool) {
    guard let session, session.app != nil else { return }
    report {
      guard let count = try session.export(to: path, replaces: replaces) else {
        return .exists(path)
      }
      return .exported(state.words(.exported, String(count), path))
    }
  }

  private func editExternally(_ text: String) {
    let edited = inEditor { try ChildProcess.edit(text, environment: $0) }
    report { .edited(try edited.get()) }
  }

  /// Lets the text editor specified by `$EDITOR` use the terminal until it exits.
  private func inEditor<Made>(
    _ work: (_ environment: [String: String]) throws -> Made
  ) -> Result<Made, any Error> {
    device.perform(.handOver)
    defer {
      device.perform(.takeBack)
      send(.resized(device.size))
    }
    return Result { try work(host.environment) }
  }

  private func edit(_ file: String, at line: Int?) {
    let ended = inEditor { try ChildProcess.openInEditor(file, at: line, environment: $0) }
    session?.reload()
    reopen()
    if case .failure(let error) = ended { send(.failed(SetteeError(error).message)) }
  }

  private func keep<Value>(_ value: Value, _ setting: KeyPath<OwnSettings.Look, Setting<Value>>) {
    do { try follower?.keep(value, setting) } catch { send(.failed(SetteeError(error).message)) }
  }

  /// Marks a setting as secret or as not secret, and shows its row accordingly.
  private func mark(_ name: SettingName, asSecret isSecret: Bool) {
    guard let domain = session?.domain(of: name) else { return }
    do { try domain.mark(SettingPath(name.key), asSecret: isSecret) } catch {
      return send(.failed(SetteeError(error).message))
    }
    reopen()
    send(.done(state.words(isSecret ? .nowSecret : .nowShown, name.key)))
  }

  /// Reopens the current app with the latest settings.
  func reopen() {
    guard session != nil, let word, !state.showsHome else { return findHome() }
    open(word)
  }

  /// Finds the entries of the home screen.
  ///
  /// The first time, they are shown as they are found. Later, they replace the previous ones at
  /// once, so that nothing moves.
  func findHome() {
    guard let loader = host.home() else { return send(.home(HomeBatch(isWhole: true))) }
    guard host.loadsInBackground else { return send(.home(loader.all())) }
    homeLoad += 1
    let (inbox, load, isFirst) = (inbox, homeLoad, state.home?.isComplete != true)
    CurrentProcess.startThread("settee-home") { [loader] in
      var loader = loader
      if isFirst {
        loader.load { inbox.post(.home($0, load: load)) }
      } else {
        inbox.post(.home(loader.all(), load: load))
      }
    }
  }

  private func open(_ word: String) {
    keepShown()
    self.word = word
    show(word, in: nil)
  }

  /// Stores the first content and the shown content of a settings file, so that differences and
  /// names still refer to them if the file is opened again.
  private func keepShown() {
    guard let word, let file = session?.file else { return }
    if let content = file.shownContent { shown[word] = content }
    if first[word] == nil { first[word] = file.first }
  }

  private func show(_ word: String, in language: String?) {
    do {
      let session = try host.open(word, language, domains[word])
      self.session?.flush()
      self.session = session
      session.follow(into: inbox)
      session.watch()
      if let content = shown[word] { session.file?.shownContent = content }
      if let content = first[word] { session.file?.first = content }
      send(.opened(session.document, session.readings()))
      followItems()
      updatePending()
      if let notice = session.notice { send(.done(notice)) }
    } catch {
      let error = SetteeError(error)
      if error.code == .missingDomain, let proposal = error.suggestion {
        return send(.nameless(proposal: proposal))
      }
      send(.failed(error.editorMessage))
    }
  }
}
