import Settee
import SetteeTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EditorLoop {
  /// Does one thing that the core asks for, and reports what came of it.
  func perform(_ effect: Effect) {
    switch effect {
    case .apply(let edit, let cause): apply(edit, cause)
    case .inspect(let name): tell(.layers(name, desk?.layers(of: name) ?? []))
    case .history(let name): showHistory(of: name)
    case .planPush: planPush()
    case .push(let choices): push(choices)
    case .stopWaiting:
      awaited?.deadline.stop()
      awaited = nil
    case .copy(let text): device.perform(.copy(text))
    case .openURL(let link): open(link)
    case .editExternally(let text): editExternally(text)
    case .export(let path, let replaces): export(to: path, replaces: replaces)
    case .readImport(let path): readImport(path)
    case .complete(let typed):
      let home = host.environment["HOME"]
      tell(.completions(PathCompletion(home: home).candidates(for: typed)))
    case .run(let name): run(name)
    case .readClock: tell(.clock(Date()))
    case .speak(let language): speak(language)
    case .openApp(let word): openApp(word)
    case .openIn(let domain):
      host.open = host.openIn(domain)
      if let word { show(word, in: nil) }
    case .findApps: tell(.apps(host.list()))
    case .repaint: device.perform(.redraw)
    case .suspend:
      device.perform(.suspend)
      tell(.resized(device.size))
      desk?.reload()
    case .beep: device.perform(.bell)
    case .quit: ending = .left
    }
  }

  private func apply(_ edit: Edit, _ cause: ChangeCause) {
    guard let desk else { return }
    do throws(DeskError) {
      let (readings, notice) = try desk.make(edit, cause, words: state.words)
      tell(.written(edit, cause, readings, notice: notice))
    } catch {
      tell(.failed(error.message))
    }
  }

  private func showHistory(of name: SettingName) {
    do throws(DeskError) {
      tell(.history(name, try desk?.history(of: name, words: state.words) ?? []))
    } catch {
      tell(.failed(error.message))
    }
  }

  private func planPush() {
    guard let desk, let plan = desk.cloud.plan else {
      desk?.flush()
      return tell(.done(state.words(.noMirror)))
    }
    let (bundle, words) = (desk.document.bundle, state.words)
    tell(.waiting(desk.cloud.place))
    away { plan(bundle, words, $0) }
  }

  private func push(_ choices: [PushChoice]) {
    guard let desk, let push = desk.cloud.push else { return }
    let (bundle, words) = (desk.document.bundle, state.words)
    away { push(choices, bundle, words, $0) }
  }

  /// Does something that may take long on a thread of its own; what comes of it goes to the core.
  private func away(_ work: @escaping @Sendable (CloudDeadline) -> Event) {
    questions += 1
    let (inbox, question, deadline) = (inbox, questions, CloudDeadline.seconds(10))
    awaited = (question, deadline)
    BackgroundThread.start("settee-cloud") {
      inbox.post(.answer(work(deadline), to: question))
    }
  }

  private func export(to path: String, replaces: Bool) {
    guard let exchange = desk?.exchange else { return }
    do {
      guard let count = try exchange.export(to: path, replaces: replaces) else {
        return tell(.exists(path))
      }
      tell(.exported(state.words(.exported, String(count), path)))
    } catch {
      tell(.failed(Failure(error).sentence))
    }
  }

  private func readImport(_ path: String) {
    guard let exchange = desk?.exchange else { return }
    do {
      tell(.importPlan(try exchange.plan(from: path)))
    } catch {
      tell(.failed(Failure(error).sentence))
    }
  }

  private func open(_ link: String) {
    if LinkOpener(environment: host.environment).open(link) { return }
    tell(.done(state.words(.openElsewhere, link)))
  }

  private func editExternally(_ text: String) {
    device.perform(.handOver)
    let event: Event
    do throws(Failure) {
      event = .edited(try ExternalEditor(environment: host.environment).edit(text))
    } catch {
      event = .failed(error.sentence)
    }
    device.perform(.takeBack)
    tell(.resized(device.size))
    tell(event)
  }

  private func run(_ name: SettingName) {
    if let action = host.actions[name.key] { return tell(.done(action())) }
    let title = desk?.control(of: name)?.control.label ?? name.key
    tell(.failed(state.words(.needsAppSentence, title)))
  }

  private func speak(_ language: String) {
    guard let word else { return }
    show(word, in: language)
  }

  /// Opens what is open once more, as Settee's own settings say now.
  func reopen() {
    guard desk != nil, let word, !state.showsApps else { return tell(.apps(host.list())) }
    show(word, in: nil)
  }

  private func openApp(_ word: String) {
    self.word = word
    show(word, in: nil)
  }

  private func show(_ word: String, in language: String?) {
    do {
      let desk = try host.open(word, language)
      self.desk?.flush()
      self.desk = desk
      desk.follow(into: inbox)
      desk.watch()
      tell(.opened(desk.document, desk.readings()))
      lookAtCloud()
      if let notice = desk.notice { tell(.done(notice)) }
    } catch {
      tell(.failed(Failure(error).sentence))
    }
  }
}
