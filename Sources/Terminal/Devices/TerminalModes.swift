#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The modes that are turned on beside what ncurses does, and how each way out turns them off.
struct TerminalModes {
  let entering: String, leaving: String
  /// Gives the main screen and the cursor back as well, for crashes.
  let restoring: String

  init(usesMouse: Bool, followsPage: Bool = false, capability: (String) -> String?) {
    // Who reports the mouse understands these modes; the others might show them.
    let isModern = capability("kmous") != nil
    var (entering, leaving) = ("", "")
    if isModern, usesMouse {
      (entering, leaving) = ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l")
    }
    // Pastes are marked; the terminal tells when the desktop goes from light to dark, or back.
    for (mode, isUsed) in [("2004", isModern), ("2031", followsPage)] where isUsed {
      entering += "\u{1B}[?\(mode)h"
      leaving += "\u{1B}[?\(mode)l"
    }
    // The cursor is a bar that does not blink, and in the end what the user has.
    if let shape = capability("Ss"), let end = capability("Se"), shape.hasSuffix("%p1%d q") {
      entering += String(shape.dropLast(7))
      entering += "6 q"
      leaving += end
    }
    (self.entering, self.leaving) = (entering, leaving)
    // NB: to join them as a collection has the runtime look for types, which takes as long as five rows.
    var restoring = leaving
    for end in ["sgr0", "rmcup", "cnorm"] {
      if let words = capability(end) { restoring += Self.withoutPadding(words) }
    }
    self.restoring = restoring
  }

  /// Whether a kind of terminal knows OSC (links in text, questions for its colours), or passes over it
  /// in silence.
  ///
  /// The terminal database has no word for that; others than these may show the bytes.
  static func knowsOSC(_ kind: String) -> Bool {
    let names = [
      "xterm", "tmux", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "kitty",
      "konsole", "mintty", "ms-terminal", "nsterm", "rio", "vte", "wezterm",
    ]
    return names.contains { kind.hasPrefix($0) }
  }

  /// The sequences that this terminal's database entry names for keys.
  static func ownKeys(
    capability: (String) -> String?
  ) -> [(sequence: [UInt8], key: Key)] {
    let names: [(String, Key)] = [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kdch1", Key(.delete)), ("kich1", Key(.insert)), ("kcbt", Key(.tab, .shift)),
    ]
    let functions = (1...12).map { ("kf\($0)", Key(.function($0))) }
    return (names + functions).compactMap { name, key in
      guard let sequence = capability(name), sequence.utf8.first == 0x1B else { return nil }
      return (Array(sequence.utf8), key)
    }
  }

  /// A capability without the pauses, written `$<5>`, that old terminals need.
  private static func withoutPadding(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      guard rest[dollar...].hasPrefix("$<"), let end = rest[dollar...].firstIndex(of: ">") else {
        break
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension Lettering {
  /// Takes over the locale's character set and says what can be shown with it.
  ///
  /// NB: this has to happen before anything is painted: in the C locale no other character has bytes.
  /// A locale that names UTF-8 but is not installed (an ssh session brings the
  /// names of another machine) would fall back to C as well, so UTF-8 is taken by another name then.
  package static func ofLocale() -> Lettering {
    if setlocale(LC_CTYPE, "") == nil {
      // One that is not there leaves what an earlier call took over.
      setlocale(LC_CTYPE, "C")
      if namesUTF8 { takeUTF8() }
    }
    let name = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if name == "UTF-8" { return .unicode }
    // Only ASCII is shown, and its bytes are the same; the user may ask for more than the locale does.
    takeUTF8()
    return .ascii
  }

  private static func takeUTF8() {
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      return
    }
  }

  /// Whether the variables ask for UTF-8; the first one that is set decides.
  private static var namesUTF8: Bool {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = getenv(variable), value.pointee != 0 else { continue }
      let name = String(cString: value).lowercased()
      return name.contains("utf-8") || name.contains("utf8")
    }
    return false
  }
}
