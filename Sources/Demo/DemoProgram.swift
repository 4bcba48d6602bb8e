import Settee
import SetteeEditor
import SetteeFiles

/// A sample app that shows its settings and follows all changes.
///
/// Run `settee-demo` next to `settee Panes/Mail.bundle`. The command `settee-demo config` opens the
/// settings screen, whose panes are generated from the declarations in code.
@main
enum DemoProgram {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if let word = words.first, word != "config" { handleArgument(word) }
    do {
      let store = try Store(MailPrefs.self, domain: "org.settee.mail")
      if words.first == "config" { exit(SettingsCommand(store).run(arguments: words.dropFirst())) }
      try await follow(store)
    } catch {
      DemoTerminal.put("settee-demo: \(error)\n", to: 2)
      exit(1)
    }
  }

  /// Handles a command-line option of the demo, or reports an unknown argument.
  private static func handleArgument(_ word: String) -> Never {
    switch word {
    case "--help", "-h":
      DemoTerminal.put(
        """
        settee-demo                   show the sample app's settings and follow changes
        settee-demo config [COMMAND]  open the settings screen, or run a command
        settee-demo --version         print the version

        Keys: \(keys)

        """, to: 1)
      exit(0)
    case "--version":
      DemoTerminal.put("settee-demo \(setteeVersion)\n", to: 1)
      exit(0)
    default:
      DemoTerminal.put(
        "settee-demo: Unknown argument '\(word)'. See 'settee-demo --help'.\n", to: 2)
      exit(2)
    }
  }

  /// An event to which the demo responds, such as a key or a changed setting.
  private enum DemoEvent: Sendable {
    case key(Character)
    case change(StoreChange)
    case signal(Int32)
    case end
  }

  private static func follow(_ store: Store<MailPrefs>) async throws {
    let keyboard = DemoTerminal()
    let events = AsyncStream<DemoEvent> { continuation in
      DemoTerminal.onTermination { continuation.yield(.signal($0)) }
      DemoTerminal.forEachKey { continuation.yield($0.map(DemoEvent.key) ?? .end) }
      Task { for await change in store.changes { continuation.yield(.change(change)) } }
    }
    let signal: Int32? = try await keyboard.withSingleKeys {
      keyboard.show(lines(store, news: "Nothing has changed yet."))
      for await event in events {
        switch event {
        case .end: return nil
        case .signal(let number): return number
        case .key(let key):
          if try !store.press(key) { return nil }
          keyboard.show(lines(store, news: "You pressed \(key)."))
        case .change(let change):
          let keys = change.keys.joined(separator: ", ")
          keyboard.show(lines(store, news: "Changed (\(change.source.rawValue)): \(keys)"))
        }
      }
      return nil
    }
    try store.flush()
    if let signal { CurrentProcess.end(by: signal) }
  }
}

extension Store where Settings == MailPrefs {
  /// Changes the settings in response to a key, or returns `false` to exit the demo.
  fileprivate func press(_ key: Character) throws -> Bool {
    switch key {
    case "p": prefs.mail.previews.toggle()
    case "+": try prefs.mail.$textSize.set(min(prefs.mail.textSize + 1, 24))
    case "-": try prefs.mail.$textSize.set(max(prefs.mail.textSize - 1, 10))
    case "s": prefs.mail.sort = prefs.mail.sort.next
    case "V": try update { $0.notify.volume = min($0.notify.volume + 0.1, 1) }
    case "v": try update { $0.notify.volume = max($0.notify.volume - 0.1, 0) }
    case "h": prefs.frame.x -= 1
    case "l": prefs.frame.x += 1
    case "k": prefs.frame.y -= 1
    case "j": prefs.frame.y += 1
    case "r": try reset()
    case "q", "\u{3}", "\u{4}": return false
    default: break
    }
    return true
  }
}

extension MailPrefs.Sort {
  fileprivate var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
