private import CSetteeCurses
import SetteeValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A real terminal, which is written to with ncurses and whose input is decoded byte by byte.
///
/// A process can have only one open device of this type, which must be used from a single thread.
/// The terminal's modes are restored in every case: by ``close()``, by the event loop after a
/// signal, and by signal handlers after a crash.
package final class CursesDevice: TerminalDevice {
  package let abilities: TerminalAbilities
  /// The size of the terminal window, as reported by the operating system.
  package private(set) var size = Size(rows: 24, columns: 80)
  private var options: TerminalOptions
  private let signals: Int32
  private var modes: TerminalModes
  private var decoder: InputDecoder
  /// The current content of the terminal, or `nil` if it is unknown.
  private var painted: Screen?
  let painter: Painter
  /// A Boolean value that indicates whether the terminal supports hyperlinks and color queries.
  private let knowsOSC: Bool
  private(set) var palette: Palette
  private var theme = Theme()
  /// The terminal's own colors as far as they are known, either from an earlier session or from its
  /// responses.
  private var colors: TerminalColors?
  private var answered: (ink: RGB?, page: RGB?)
  private var asked: ContinuousClock.Instant?
  /// A Boolean value that indicates whether the terminal's response to a query is still expected.
  private var isResponseDue = false
  private var typed = [UInt8](repeating: 0, count: 4096)
  private var isOpen = true
  private var isAway = false

  /// Opens the terminal.
  ///
  /// If the terminal can't be opened, its modes aren't changed.
  package init(options: TerminalOptions) throws {
    self.options = options
    let lettering = GlyphSet.ofLocale()
    // Watch for signals first, because `newterm` installs its handlers only for signals that aren't
    // handled yet.
    signals = settee_signals_watch()
    let kind = options.kind ?? ""
    let status = settee_curses_open(options.path, kind)
    guard status == Int32(SETTEE_OPEN_OK) else {
      settee_signals_unwatch()
      throw switch status {
      case Int32(SETTEE_OPEN_NO_TTY): SetteeError.missingTerminal(path: options.path)
      case Int32(SETTEE_OPEN_NO_CURSOR): SetteeError.linesOnly(kind: kind)
      default: SetteeError.unknownTerminal(kind: kind)
      }
    }
    let isConsole = kind.hasPrefix("linux")
    var abilities = TerminalAbilities(
      lettering: lettering, depth: Self.depth(options, isConsole: isConsole))
    abilities.isConsole = isConsole
    abilities.isSlow = settee_curses_is_slow() != 0
    self.abilities = abilities
    knowsOSC = TerminalModes.knowsOSC(kind)
    painter = Painter(ofTerminalWithLinks: knowsOSC)
    colors =
      isConsole ? TerminalColors(page: .black, ink: RGB(170, 170, 170)) : options.colors
    palette = Palette(theme, depth: abilities.depth, terminal: colors)
    modes = TerminalModes(
      usesMouse: options.usesMouse, followsPage: knowsOSC && abilities.depth > .none,
      capability: Self.capability)
    decoder = InputDecoder(ownKeys: TerminalModes.ownKeys(capability: Self.capability))
    settee_crash_watch(modes.restoring)
    send(modes.entering)
    measure()
  }

  private static func depth(_ options: TerminalOptions, isConsole: Bool) -> ColorDepth {
    let count = settee_curses_number("colors")
    let isANSI = capability("setaf")?.hasPrefix("\u{1B}[") ?? false
    guard options.usesColors, Painter.hasStyles, isANSI, count >= 8 else {
      return .none
    }
    // The Linux console inherits `COLORTERM`, but has only 16 colors.
    if options.hasAllColors && !isConsole || has("RGB") || has("Tc") || count > 256 {
      return .full
    }
    return count == 256 ? .many : .few
  }

  deinit { close() }

  package func close() {
    guard isOpen else { return }
    if !isAway {
      send(modes.leaving)
      discardResponses()
    }
    isOpen = false
    settee_curses_close()
    settee_signals_unwatch()
  }

  /// Restores the terminal and then terminates the process with the signal that it received.
  package func die(of signal: Int32) {
    close()
    settee_signals_die(signal)
  }

  /// Sends the parts of a screen that differ from what the terminal currently shows.
  package func paint(_ screen: Screen) {
    guard isOpen, !isAway, screen.size == size else { return }
    if screen.theme != theme {
      theme = screen.theme
      changePalette()
    }
    let question = question()
    var frame = painter.bytes(from: painted, to: screen, palette: palette)
    painted = screen
    frame += question.utf8
    send(frame)
  }

  /// Returns the query for the terminal's colors, which is sent together with a screen.
  ///
  /// The query is sent only once and only if the theme uses the terminal's colors.
  private func question() -> String {
    guard knowsOSC, asked == nil, abilities.depth > .none, theme.hasColors, theme.painted == nil
    else { return "" }
    asked = .now
    isResponseDue = true
    decoder.expectAnswers()
    return TerminalAnswer.question
  }

  /// Processes the terminal's responses.
  ///
  /// If the terminal's colors differ from the assumed colors, this method redraws the screen.
  private func takeAnswers() {
    for answer in decoder.takeAnswers() {
      switch answer {
      case .ink(let color): answered.ink = color
      case .page(let color): answered.page = color
      case .switched:
        (answered, asked) = ((nil, nil), nil)
        // While another program uses the terminal, don't send the query, because that program would
        // read the response.
        if !isAway { send(question()) }
      case .last: isResponseDue = false
      }
    }
    let isWhole = answered.ink != nil || !decoder.isAsking
    guard let page = answered.page, isWhole else { return }
    let found = TerminalColors(page: page, ink: answered.ink)
    guard found != colors else { return }
    colors = found
    options.remember?(found)
    let screen = painted
    changePalette()
    if let screen, painted == nil { paint(screen) }
  }

  /// Switches the terminal to the colors of the current theme.
  private func changePalette() {
    let wanted = Palette(theme, depth: abilities.depth, terminal: colors)
    guard wanted != palette else { return }
    palette = wanted
    painted = nil
  }

  package func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    // Continue to wait after input that isn't a complete event, such as a part of an escape
    // sequence.
    while isOpen, events.isEmpty {
      var polled = ([settee_curses_descriptor(), signals] + descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let patience = patience
      let atMost = [patience, milliseconds].compactMap(\.self).min()
      let count = poll(&polled, nfds_t(polled.count), atMost.map(Int32.init(clamping:)) ?? -1)
      if count < 0, errno != EINTR { return [.closed] }
      if count == 0 {
        // Only the caller's timeout has expired, so keep waiting for the rest of the escape
        // sequence.
        guard let patience, patience == atMost else { return [] }
        return decoder.giveUpWaiting()
      }
      guard count > 0 else { continue }
      if polled[1].revents != 0 { events += takeSignals() }
      if polled[0].revents != 0, isOpen { events += takeInput() }
      for entry in polled.dropFirst(2) where entry.revents != 0 { events.append(.ready(entry.fd)) }
    }
    return events.isEmpty ? [.closed] : events
  }

  /// The time in milliseconds to wait for the rest of an incomplete escape sequence.
  ///
  /// If the input doesn't end with an incomplete escape sequence, this property is `nil`.
  private var patience: Int? {
    switch decoder.patience {
    case .escape: return options.escapeDelay
    case .answer:
      // If the terminal hasn't responded to a query after a second, treat Esc as a key again.
      let waited = asked.map { $0.duration(to: .now) / .milliseconds(1) } ?? 0
      return max(options.escapeDelay, 1000 - Int(min(waited, 1000)))
    case .paste: return 1000
    case nil: return nil
    }
  }

  private func takeInput() -> [TerminalEvent] {
    let count = read(settee_curses_descriptor(), &typed, typed.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return [.closed] }
    defer { takeAnswers() }
    return decoder.decode(typed[..<count])
  }

  private func takeSignals() -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(signals, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).compactMap { byte in
      switch Int32(byte) {
      case SIGWINCH:
        // Redraw the entire screen, because a terminal can lose rows even if its final size is the
        // same.
        painted = nil
        measure()
        return .resized(size)
      case SIGTSTP: stop()
      case SIGCONT: perform(.takeBack)
      default: return .ending(signal: Int32(byte))
      }
      return .resumed
    }
  }

  package func perform(_ request: TerminalRequest) {
    guard isOpen else { return }
    switch request {
    case .copy(let text): send("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}")
    case .bell: send("\u{07}")
    case .redraw: painted = nil
    case .suspend: stop()
    case .handOver: leaveScreen()
    case .takeBack: takeBack()
    case .useMouse(let isUsed): useMouse(isUsed)
    case .waitAfterEscape(let milliseconds): options.escapeDelay = milliseconds
    }
  }

  private func useMouse(_ isUsed: Bool) {
    if !isAway { send(modes.leaving) }
    modes = TerminalModes(
      usesMouse: isUsed, followsPage: knowsOSC && abilities.depth > .none,
      capability: Self.capability)
    settee_crash_watch(modes.restoring)
    if !isAway { send(modes.entering) }
  }

  private func leaveScreen() {
    guard !isAway else { return }
    send(modes.leaving)
    discardResponses()
    isAway = true
    settee_curses_leave()
  }

  /// Discards the terminal's late responses to a query, waiting up to 200 ms for them.
  ///
  /// If the responses weren't discarded, the shell would treat them as text that the user typed.
  /// Keys that arrive before the last response are discarded, because they can't be returned to the
  /// terminal. Everything after the last response stays unread.
  private func discardResponses() {
    // Don't wait for a terminal that hasn't responded for five seconds, because it probably never
    // will.
    guard isResponseDue, let asked, asked.duration(to: .now) < .seconds(5) else { return }
    let descriptor = settee_curses_descriptor()
    // Don't read from the terminal in the background, because the system would stop the process.
    let foreground = tcgetpgrp(descriptor)
    guard foreground < 0 || foreground == getpgrp() else { return }
    isAway = true
    defer { (isAway, isResponseDue) = (false, false) }
    let end = ContinuousClock.now + .milliseconds(200)
    while isResponseDue {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      guard left > 0 else { return }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&polled, 1, Int32(left.rounded(.up)))
      if count < 0, errno == EINTR { continue }
      // Read the input byte by byte, so that keys pressed after the last response aren't lost.
      guard count > 0, read(descriptor, &typed, 1) == 1 else { return }
      _ = decoder.decode(typed[..<1])
      takeAnswers()
    }
  }

  private func takeBack() {
    settee_curses_return(isAway ? 1 : 0)
    isAway = false
    send(modes.entering)
    painted = nil
    measure()
  }

  private func stop() {
    leaveScreen()
    settee_signals_stop()
    takeBack()
  }

  private func measure() {
    var (rows, columns): (Int32, Int32) = (0, 0)
    settee_curses_size(&rows, &columns)
    let now = Size(rows: Int(rows), columns: Int(columns))
    if now != size { painted = nil }
    size = now
  }

  /// Sends bytes directly, after ncurses has flushed its own output.
  private func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes with one call if possible, and waits while the terminal doesn't accept more.
  private func send(_ bytes: [UInt8]) {
    let descriptor = settee_curses_descriptor()
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
        continue
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func capability(_ name: String) -> String? {
    settee_curses_capability(name).map { String(cString: $0) }
  }

  private static func has(_ name: String) -> Bool { settee_curses_has(name) != 0 }
}

extension Painter {
  /// A Boolean value that indicates whether styles can be turned on and off without occupying
  /// columns.
  fileprivate static var hasStyles: Bool {
    settee_curses_has("sgr0") != 0 && settee_curses_number("xmc") <= 0
  }

  /// Reads the features of the open terminal from the terminal database.
  fileprivate init(ofTerminalWithLinks hasLinks: Bool) {
    func begins(_ name: String, _ text: String) -> Bool {
      settee_curses_capability(name).map { String(cString: $0).hasPrefix(text) } ?? false
    }
    self.hasLinks = hasLinks
    // `ncv` is a set of attributes that can't be combined with colors.
    let lost = max(0, settee_curses_number("ncv"))
    (attributes, attributesInColor) = ([], [])
    if Self.hasStyles {
      for (attribute, name, code, bit) in [
        (Style.Attributes.bold, "bold", "1", 5), (.italic, "sitm", "3", 15),
        (.underline, "smul", "4", 1), (.reverse, "rev", "7", 2),
      ] as [(Style.Attributes, String, String, Int32)]
      where begins(name, "\u{1B}[\(code)m") {
        attributes.insert(attribute)
        if lost >> bit & 1 == 0 { attributesInColor.insert(attribute) }
      }
    }
    resetsSingly = begins("rmul", "\u{1B}[24m")
    erasesInColor = settee_curses_has("bce") != 0
    wrapsAtOnce = settee_curses_has("am") != 0 && settee_curses_has("xenl") == 0
  }
}
