private import CSetteeCurses
import SetteePropertyLists

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
  /// The content that the terminal currently shows, or `nil` if it is unknown.
  private var painted: Screen? { didSet { kept = nil } }
  /// The screen for which ``keep(_:)`` has prepared the output in advance.
  private var kept: Screen?
  private let planning: FramePlan.Abilities
  /// A Boolean value that indicates whether the terminal supports hyperlinks and queries for its
  /// colors.
  private let knowsOSC: Bool
  /// A Boolean value that indicates whether the terminal fills erased cells with the current
  /// background color.
  let fills: Bool
  private(set) var palette: Palette
  private var theme = Theme()
  /// The terminal's own colors as far as they are known, either from an earlier session or from its
  /// responses.
  private var colours: TerminalColours?
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
  package init(options: TerminalOptions) throws(TerminalError) {
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
      case Int32(SETTEE_OPEN_NO_TTY): .missing(path: options.path)
      case Int32(SETTEE_OPEN_NO_CURSOR): .linesOnly(kind: kind)
      default: .unknown(kind: kind)
      }
    }
    let isConsole = kind.hasPrefix("linux")
    var abilities = TerminalAbilities(
      lettering: lettering, depth: Self.depth(options, isConsole: isConsole))
    abilities.isConsole = isConsole
    abilities.isSlow = settee_curses_is_slow() != 0
    self.abilities = abilities
    planning = FramePlan.Abilities(scrolls: settee_paint_can_scroll() != 0)
    fills = settee_paint_fills() != 0
    knowsOSC = TerminalModes.knowsOSC(kind)
    colours =
      isConsole ? TerminalColours(page: .black, ink: RGB(170, 170, 170)) : options.colours
    palette = Palette(theme, depth: abilities.depth, terminal: colours)
    modes = TerminalModes(
      usesMouse: options.usesMouse, followsPage: knowsOSC && abilities.depth > .none,
      capability: Self.capability)
    decoder = InputDecoder(ownKeys: TerminalModes.ownKeys(capability: Self.capability))
    settee_crash_watch(modes.restoring)
    send(modes.entering)
    palette.load()
    measure()
  }

  private static func depth(_ options: TerminalOptions, isConsole: Bool) -> ColourDepth {
    guard options.usesColors else { return .none }
    // Assume that the Linux console has 16 colors, even if it inherits `COLORTERM` from another
    // terminal.
    switch settee_paint_colors(options.hasAllColors && !isConsole ? 1 : 0) {
    case ..<8: return .none
    case ..<256: return .few
    case 256: return .many
    default: return .full
    }
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
    guard isOpen, !isAway else { return }
    if screen.theme != theme {
      theme = screen.theme
      changePalette()
    }
    let (shown, row, column) = compose(screen)
    painted = shown
    settee_paint_send(row, column, question())
  }

  /// Prepares the output for a screen in advance, so that ``paintKept()`` can send it without
  /// delay.
  package func keep(_ screen: Screen) {
    guard isOpen, !isAway, screen.theme == theme, painted?.size == screen.size else { return }
    settee_paint_ahead()
    let (shown, row, column) = compose(screen)
    kept = settee_paint_keep(row, column) != 0 ? shown : nil
  }

  /// Sends the output that was prepared in advance, or returns `false` if the output is out of
  /// date.
  package func paintKept() -> Bool {
    guard isOpen, !isAway, let screen = kept else { return false }
    settee_paint_send_kept()
    painted = screen
    return true
  }

  /// Composes the output for a screen and returns the screen as shown and the position of the
  /// cursor.
  private func compose(_ screen: Screen) -> (shown: Screen, row: Int32, column: Int32) {
    let isBandFilled = fills || !palette.isPlain(.band)
    let screen = isBandFilled ? screen : screen.withoutBandEnds
    var planning = planning
    planning.fills = settee_paint_can_empty() == 0 ? [] : palette.filled(byTerminal: fills)
    if palette.paintsPage, !fills { planning.scrolls = false }
    let shown: Screen
    if let painted, painted.size == screen.size {
      shown = painted
      // Don't scroll during a resize, because the terminal might have moved its rows already.
      if screen.size != size { planning.scrolls = false }
    } else {
      settee_paint_clear()
      let isClear = fills || !palette.paintsPage
      shown = isClear ? Screen(size: screen.size) : .unknown(screen.size)
      planning.scrolls = false
    }
    let plan = FramePlan(from: shown, to: screen, planning)
    if let scroll = plan.scroll {
      let rows = scroll.rows
      settee_paint_scroll(Int32(rows.lowerBound), Int32(rows.upperBound), Int32(scroll.distance))
    }
    for stretch in plan.stretches where stretch.row < size.rows {
      let cells = screen.rows[stretch.row]
      settee_paint_link(knowsOSC ? screen.links[stretch.row] : nil)
      paint(cells, stretch.columns, row: stretch.row)
      if stretch.emptiesRest, stretch.columns.upperBound < size.columns, let last = cells.last {
        settee_paint_empty(
          Int32(stretch.row), Int32(stretch.columns.upperBound), Int32(Palette.index(last.style)))
      }
    }
    let (row, column) = (screen.cursor.row, screen.cursor.column)
    return (screen, Int32(min(row, size.rows - 1)), Int32(min(column, size.columns - 1)))
  }

  /// Returns the query for the terminal's colors, which is sent together with a screen.
  ///
  /// The query is sent only once and only if the theme uses the terminal's colors.
  private func question() -> String {
    guard knowsOSC, asked == nil, abilities.depth > .none, theme.hasColours, theme.painted == nil
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
    let found = TerminalColours(page: page, ink: answered.ink)
    guard found != colours else { return }
    colours = found
    options.remember?(found)
    let screen = painted
    changePalette()
    if let screen, painted == nil { paint(screen) }
  }

  /// Switches the terminal to the colors of the current theme.
  private func changePalette() {
    let wanted = Palette(theme, depth: abilities.depth, terminal: colours)
    guard wanted != palette else { return }
    palette = wanted
    palette.load()
    painted = nil
  }

  private func paint(_ cells: [Cell], _ columns: Range<Int>, row: Int) {
    var shown: [settee_cell] = []
    shown.reserveCapacity(columns.count)
    var end = columns.lowerBound
    for cell in cells[columns] where cell.glyph.width > 0 {
      end += Int(cell.glyph.width)
      if end > size.columns { break }
      shown.append(settee_cell(cell))
    }
    settee_paint_cells(Int32(row), Int32(columns.lowerBound), shown, Int32(shown.count))
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
        return decoder.giveUpWaiting().map(TerminalEvent.input)
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
    return decoder.take(typed[..<count]).map(TerminalEvent.input)
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
    case .handOver: leave()
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

  private func leave() {
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
      _ = decoder.take(typed[..<1])
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
    leave()
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

  /// Sends bytes directly to the terminal, after ncurses has flushed its own output.
  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { buffer in
        write(settee_curses_descriptor(), buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  private static func capability(_ name: String) -> String? {
    settee_curses_capability(name).map { String(cString: $0) }
  }
}

extension settee_cell {
  fileprivate init(_ cell: Cell) {
    let (glyph, marks) = (cell.glyph, cell.glyph.marks)
    self.init(
      text: (glyph.base, marks.first, marks.second, marks.third, marks.fourth), width: glyph.width,
      attributes: cell.style.attributes.rawValue, pen: UInt8(Palette.index(cell.style)))
  }
}

extension Palette {
  fileprivate func load() {
    let pens = pens.map { pen in
      settee_pen(
        foreground: pen.ink.number, background: pen.surface.number, adds: pen.adds.rawValue,
        drops: pen.drops.rawValue)
    }
    settee_paint_pens(pens)
  }

  /// Returns the backgrounds with which the terminal can erase cells.
  fileprivate func filled(byTerminal fills: Bool) -> Set<Background> {
    Set(
      Background.allCases.filter {
        isPlain($0) && (fills || self[Style(on: $0)].surface == .own)
      })
  }
}

extension TerminalColor {
  fileprivate var number: UInt32 {
    switch self {
    case .own: 0
    case .number(let number): UInt32(number) + 1
    case .rgb(let color):
      UInt32(SETTEE_RGB) | UInt32(color.red) << 16 | UInt32(color.green) << 8
        | UInt32(color.blue)
    }
  }
}
