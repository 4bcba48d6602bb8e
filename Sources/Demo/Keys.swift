import Settee

/// What each key of the demo does to the settings.
enum Keys {
  /// Changes the settings; false ends the demo.
  static func press(_ key: Character, _ store: Store<MailPrefs>) throws -> Bool {
    let prefs = store.prefs
    switch key {
    case "p": prefs.mail.previews.toggle()
    case "+": try prefs.mail.$textSize.set(min(prefs.mail.textSize + 1, 24))
    case "-": try prefs.mail.$textSize.set(max(prefs.mail.textSize - 1, 10))
    case "s": prefs.mail.sort = prefs.mail.sort.next
    case "V": try store.update { $0.notify.volume = min($0.notify.volume + 0.1, 1) }
    case "v": try store.update { $0.notify.volume = max($0.notify.volume - 0.1, 0) }
    case "h": prefs.frame.x -= 1
    case "l": prefs.frame.x += 1
    case "k": prefs.frame.y -= 1
    case "j": prefs.frame.y += 1
    case "r": try store.resetAll()
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
