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
    case .inspect(let name): tell(.layers(name, desk?.layers(of: name) ?? []))
    case .history(let name):
      report { .history(name, try desk?.history(of: name, words: state.words) ?? []) }
    case .changes: report { .changes(try desk?.changes() ?? []) }
    case .lineDifferences(let waiting):
      tell(.lineDifferences(desk?.lineDifferences(waiting) ?? []))
    case .editFile(let name): editFile(at: name)
    case .planPush: planPush()
    case .push(let choices): push(choices)
    case .stopWaiting:
      awaited?.stop()
      awaited = nil
    case .copy(let text): device.perform(.copy(text))
    case .openURL(let link):
      let isOpen = LinkText.open(link, environment: host.environment)
      if !isOpen { tell(.done(state.words(.openElsewhere, link))) }
    case .editExternally(let text): editExternally(text)
    case .export(let path, let replaces): export(to: path, replaces: replaces)
    case .readImport(let path):
      if let exchange = desk?.exchange { report { .importPlan(try exchange.plan(from: path)) } }
    case .complete(let typed):
      let home = host.environment["HOME"]
      tell(.completions(PathCompletion(home: home).candidates(for: typed)))
    case .readClock: tell(.clock(Date()))
    case .findNames(let path, let table):
      if let desk { tell(.names(desk.names(near: path, in: table))) }
    case .findAddition(let name, let index, let isForced):
      guard let desk else { return }
      report { try desk.addition(named: name, at: index, isForced: isForced) }
    case .restructure(let change):
      report {
        let edit = try desk?.edit(change, isStaged: state.staged != nil, words: state.words)
        return edit.map { .restructured($0) } ?? .done(state.words(.cannotMove))
      }
    case .markSecret(let name, let isSecret): mark(name, asSecret: isSecret)
    case .speak(let language):
      keepShown()
      if let word { show(word, in: language) }
    case .openApp(let word): open(word)
    case .openOwn:
      if !state.showsHome { former = word }
      open(OwnSettings.domain)
    case .reopenFormer: if let former { open(former) }
    case .keepOwn(let key, let value):
      do { try follower?.keep(value, key) } catch { tell(.failed(CommandError(error).sentence)) }
    case .openIn(let domain):
      guard let word else { return }
      domains[word] = domain
      open(word)
    case .findHome: findHome()
    case .repaint: device.perform(.redraw)
    case .suspend:
      device.perform(.suspend)
      tell(.resized(device.size))
      desk?.reload()
    case .beep: device.perform(.bell)
    case .quit: ending = .left
    }
  }

  /// Runs an I/O operation and sends either its result or the thrown error to the editor's core.
  private func report(_ body: () throws -> Event) {
    do { tell(try body()) } catch { tell(.failed(CommandError(error).sentence)) }
  }

  private func apply(_ edit: UndoableEdit, _ cause: ChangeCause) {
    guard let desk else { return }
    var (rebuilds, isSaved) = (false, false)
    report {
      let made = try desk.make(edit, cause, words: state.words)
      if cause == .edit, !made.hasChanged { return .unchanged(made.edit, made.readings) }
      rebuilds = made.edit.rebuilds || edit.list != nil && desk.isOutdated
      if case .staged = cause { rebuilds = desk.document.isFile }
      isSaved = true
      return .written(made.edit, cause, made.readings, notice: made.notice)
    }
    if isSaved {
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      tell(.saved(at: LocalTime.short(milliseconds: now)))
    }
    if rebuilds, ending == nil { reopen() }
  }

  private func planPush() {
    guard let desk, !desk.cloud.isNone else {
      desk?.flush()
      return tell(.done(state.words(.noMirror)))
    }
    let (cloud, bundle, words) = (desk.cloud, desk.document.bundle, state.words)
    tell(.waiting(cloud.place))
    away { cloud.plan(bundle, words, $0) }
  }

  private func push(_ choices: [PushChoice]) {
    guard let desk else { return }
    let (cloud, bundle, words) = (desk.cloud, desk.document.bundle, state.words)
    away { cloud.push(choices, bundle, words, $0) }
  }

  /// Runs a blocking operation, such as a push, on a background thread and posts its result to the
  /// inbox.
  private func away(_ work: @escaping @Sendable (CloudDeadline) -> Event) {
    let (inbox, deadline) = (inbox, CloudDeadline.seconds(10))
    awaited = deadline
    BackgroundThread.start("settee-cloud") { inbox.post(.answer(work(deadline), by: deadline)) }
  }

  private func export(to path: String, replaces: Bool) {
    guard let exchange = desk?.exchange else { return }
    report {
      guard let count = try exchange.export(to: path, replaces: replaces) else {
        return .exists(path)
      }
      return .exported(state.words(.exported, String(count), path))
    }
  }

  private func editExternally(_ text: String) {
    let edited = inEditor { try $0.edit(text) }
    report { .edited(try edited.get()) }
  }

  /// Lets the text editor specified by `$EDITOR` use the terminal until it exits.
  private func inEditor<Made>(
    _ work: (ExternalEditor) throws -> Made
  ) -> Result<Made, any Error> {
    device.perform(.handOver)
    defer {
      device.perform(.takeBack)
      tell(.resized(device.size))
    }
    return Result { try work(ExternalEditor(environment: host.environment)) }
  }

  private func editFile(at name: SettingName?) {
    guard let desk, let file = desk.file else { return }
    let ended = inEditor { try $0.open(file.place, at: desk.line(of: name)) }
    desk.reload()
    reopen()
    if case .failure(let error) = ended { tell(.failed(CommandError(error).sentence)) }
  }

  /// Marks a setting as secret or as not secret, and shows its row accordingly.
  private func mark(_ name: SettingName, asSecret isSecret: Bool) {
    guard let domain = desk?.domain(of: name) else { return }
    do { try domain.mark(SettingPath(name.key), asSecret: isSecret) } catch {
      return tell(.failed(CommandError(error).sentence))
    }
    reopen()
    tell(.done(state.words(isSecret ? .nowSecret : .nowShown, name.key)))
  }

  /// Reopens the current app with the latest settings.
  func reopen() {
    guard desk != nil, let word, !state.showsHome else { return findHome() }
    open(word)
  }

  /// Finds the entries of the home screen.
  ///
  /// The first time, they are shown as they are found. Later, they replace the previous ones at
  /// once, so that nothing moves.
  func findHome() {
    guard let loader = host.home() else { return tell(.home(HomeBatch(isWhole: true))) }
    guard host.loadsInBackground else { return tell(.home(loader.all())) }
    homeLoad += 1
    let (inbox, load, isFirst) = (inbox, homeLoad, state.home?.isComplete != true)
    BackgroundThread.start("settee-home") {
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

  /// Stores the shown content of a settings file, so that names still refer to the same items if
  /// the file is opened again.
  private func keepShown() {
    if let word, let content = desk?.file?.shownContent { shown[word] = content }
  }

  private func show(_ word: String, in language: String?) {
    do {
      let desk = try host.open(word, language, domains[word])
      self.desk?.flush()
      self.desk = desk
      desk.follow(into: inbox)
      desk.watch()
      if let content = shown[word] { desk.file?.shownContent = content }
      tell(.opened(desk.document, desk.readings()))
      followItems()
      lookAtCloud()
      if let notice = desk.notice { tell(.done(notice)) }
    } catch let error as NamelessBundle {
      tell(.nameless(proposal: error.proposal))
    } catch {
      tell(.failed(CommandError(error).sentence))
    }
  }
}
