#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The escape sequences for terminal modes that ncurses doesn't manage, such as mouse reporting.
struct TerminalModes {
  let entering: String, leaving: String
  /// The escape sequences that restore the terminal after a crash, including the main screen and
  /// the cursor.
  let restoring: String

  init(usesMouse: Bool, followsPage: Bool = false, capability: (String) -> String?) {
    // Enable these modes only if the terminal can report mouse events, because other terminals
    // might display the sequences.
    let isModern = capability("kmous") != nil
    var (entering, leaving) = ("", "")
    if isModern, usesMouse {
      (entering, leaving) = ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l")
    }
    // Enable bracketed paste and notifications for when the desktop switches between light and dark
    // colors.
    for (mode, isUsed) in [("2004", isModern), ("2031", followsPage)] where isUsed {
      entering += "\u{1B}[?\(mode)h"
      leaving += "\u{1B}[?\(mode)l"
    }
    // Show the cursor as a steady bar while the editor is running. The user's cursor shape is
    // restored on exit.
    if let shape = capability("Ss"), let end = capability("Se"), shape.hasSuffix("%p1%d q") {
      entering += String(shape.dropLast(7))
      entering += "6 q"
      leaving += end
    }
    (self.entering, self.leaving) = (entering, leaving)
    // Append each sequence separately, because joining a collection would make the runtime look up
    // types, which is slow.
    var restoring = leaving
    for end in ["sgr0", "rmcup", "cnorm"] {
      if let words = capability(end) { restoring += Self.withoutPadding(words) }
    }
    self.restoring = restoring
  }

  /// Returns whether a terminal type supports operating system commands (OSC), or at least ignores
  /// them.
  ///
  /// The editor uses these commands for hyperlinks and to query the terminal's colors. The terminal
  /// database doesn't contain this information, and types that aren't listed here might display the
  /// sequences.
  static func knowsOSC(_ kind: String) -> Bool {
    let names = [
      "xterm", "tmux", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "kitty",
      "konsole", "mintty", "ms-terminal", "nsterm", "rio", "vte", "wezterm",
    ]
    return names.contains { kind.hasPrefix($0) }
  }

  /// Returns the escape sequences that the terminal sends for special keys, according to the
  /// terminal database.
  static func ownKeys(
    capability: (String) -> String?
  ) -> [(sequence: [UInt8], key: KeyPress)] {
    let names: [(String, KeyPress)] = [
      ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
      ("kcuf1", KeyPress(.right)),
      ("khome", KeyPress(.home)), ("kend", KeyPress(.end)), ("kpp", KeyPress(.pageUp)),
      ("knp", KeyPress(.pageDown)),
      ("kdch1", KeyPress(.delete)), ("kich1", KeyPress(.insert)), ("kcbt", KeyPress(.tab, .shift)),
    ]
    let functions = (1...12).map { ("kf\($0)", KeyPress(.function($0))) }
    return (names + functions).compactMap { name, key in
      guard let sequence = capability(name), sequence.utf8.first == 0x1B else { return nil }
      return (Array(sequence.utf8), key)
    }
  }

  /// Returns an escape sequence without padding such as `$<5>`, which only old terminals need.
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

extension GlyphSet {
  /// Sets the character encoding of the user's locale and returns the characters that can be
  /// displayed with it.
  ///
  /// Call this method before drawing, because a program starts in the C locale, which can encode
  /// only ASCII. An ssh session can pass on the name of a UTF-8 locale that isn't installed. In
  /// that case, another UTF-8 locale is used, because falling back to C would restrict the output
  /// to ASCII.
  package static func ofLocale() -> GlyphSet {
    if setlocale(LC_CTYPE, "") == nil {
      // If the user's locale isn't installed, return to the C locale, because an earlier call might
      // have set another.
      setlocale(LC_CTYPE, "C")
      if namesUTF8 { takeUTF8() }
    }
    let name = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if name == "UTF-8" { return .unicode }
    // Use UTF-8 even if the locale supports only ASCII, because the user can request Unicode
    // explicitly.
    takeUTF8()
    return .ascii
  }

  private static func takeUTF8() {
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      return
    }
  }

  /// A Boolean value that indicates whether the environment variables for the locale request UTF-8.
  ///
  /// Of the variables for the locale, the first one that is set takes precedence.
  private static var namesUTF8: Bool {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = getenv(variable), value.pointee != 0 else { continue }
      let name = String(cString: value).lowercased()
      return name.contains("utf-8") || name.contains("utf8")
    }
    return false
  }
}
