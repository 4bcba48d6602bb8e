import Settee
import SetteeTerminal

// The header with the breadcrumb path, and the key hints at the bottom of the screen. Drawing and
// mouse handling use the same `Line`.

extension Canvas {
  /// Draws the header, with the breadcrumb path on the left and the numbers of changed and unpushed
  /// settings on the right.
  mutating func drawHeader(_ state: EditorState) {
    guard state.frame.list.lowerBound > 0 else { return }
    draw(in: Area(rows: 0..<1, columns: area.columns), on: .bar) { canvas in
      canvas.clear()
      canvas.draw(state.headerLine, row: 0)
    }
  }
}

extension EditorState {
  var headerLine: Line {
    let forms = frame.layout == .wide ? [false, true] : [true]
    let states = forms.map { headerStates(isShort: $0) }
    let right = states.first { look.columns(of: $0) <= size.columns / 2 } ?? []
    let room = max(size.columns - look.columns(of: right) - 3, 1)
    let isTiny = frame.layout == .single
    let name = showsHome ? words(.homeTitle) : isTiny ? place.title : path[0].title
    let (crumbs, location) = (isTiny ? [] : crumbs, isTiny ? "" : headerPlace)
    let hasMore = !crumbs.isEmpty || !location.isEmpty
    let nameRoom = hasMore ? min(room - 2, max(room / 2 - 2, 8)) : room - 2
    let chip = Style(.accent, [.reverse, .bold])
    var left = [Span(" \(look.clip(name, to: max(nameRoom, 1))) ", chip, .crumb(0))]
    let start = look.columns(of: left)
    // Align the breadcrumb path with the rows below it.
    let gap = frame.sidebar == nil ? 0 : max(frame.pane.lowerBound + textIndent - start, 1)
    left.append(Span(String(repeating: " ", count: gap)))
    let rest = room - start - gap
    // The name of the file takes precedence over the directory and over the path of the pane.
    let fileColumns = look.columns(of: String(location.split(separator: "/").last ?? "")) + 2
    let kept = document.isFile ? min(fileColumns + 2, max(rest / 2, rest - 20)) : 0
    left += crumbSpans(crumbs, room: rest - kept, isFirst: gap > 0)
    let used = look.columns(of: left) - start - gap
    let isFirst = used == 0 && gap > 0
    let placeRoom = rest - used - (isFirst ? 0 : 2)
    let shown = look.clipPath(location, to: max(placeRoom, 1))
    // A path of which only the name is left isn't shown next to the same name.
    let isKnown = shown.isEmpty || shown.hasSuffix("\(look.glyphs.ellipsis)/\(name)")
    let text = isKnown ? look.clip(headerSection, to: max(placeRoom, 1)) : shown
    guard placeRoom >= 5, !text.isEmpty else { return Line(left, right: right) }
    left.append(Span((isFirst ? "" : "  ") + text, .quiet))
    return Line(left, right: right)
  }

  /// The section that has the focus, unless the sidebar or the breadcrumb path shows where it is.
  private var headerSection: String {
    guard path.count == 1, frame.sidebar == nil, frame.layout != .single, !showsHome else {
      return ""
    }
    return focused.group.flatMap(group)?.title ?? ""
  }

  /// The path of the file, or the domain of an app in its first pane.
  private var headerPlace: String {
    if showsHome { return frame.layout == .wide ? words(.homeSubtitle) : "" }
    if document.isFile { return document.location }
    let isFirst = path.count == 1 && crumbs.isEmpty && frame.sidebar != nil
    return isFirst ? document.bundle.domain ?? "" : ""
  }

  /// The steps after the app, and the effect of a press on each step.
  private var crumbs: [(title: String, press: Press?)] {
    if showsHome { return [] }
    var crumbs: [(title: String, press: Press?)] = path.indices.dropFirst().map {
      (look.clip(path[$0].title, to: 40), .crumb($0))
    }
    let filtered: Phrase = document.isFile ? .onlySet : .onlyModified
    let ending = topDialog?.title(words) ?? (filter == nil ? nil : words(filtered))
    if let ending, !showsRows || dialog == nil { crumbs.append((look.clip(ending, to: 40), nil)) }
    return crumbs
  }

  private func crumbSpans(
    _ crumbs: [(title: String, press: Press?)], room: Int, isFirst: Bool
  ) -> [Span] {
    guard let last = crumbs.last else { return [] }
    let step = " \(look.glyphs.step) "
    let title = look.clipStart(last.title, to: max(room - (isFirst ? 0 : 3), 1))
    var spans = [Span(title, Style(.text, .bold), last.press)]
    if !isFirst || crumbs.count > 1 { spans.insert(Span(step, .quiet), at: 0) }
    for crumb in crumbs.dropLast().reversed() {
      let piece = [Span(step, .quiet), Span(crumb.title, .text, crumb.press)]
      guard look.columns(of: spans + piece) <= room else {
        return [Span(look.glyphs.ellipsis, .quiet)] + spans
      }
      spans = piece + spans
    }
    // The gap after the app already separates it from the first step, so omit the separator.
    if isFirst, crumbs.count > 1 { spans.removeFirst() }
    return spans
  }

  /// The problems and the numbers of changes, or the time of the last save.
  private func headerStates(isShort: Bool) -> [Span] {
    let glyphs = look.glyphs
    var spans: [Span] = []
    func add(
      _ count: Int, _ mark: String, _ style: Style, _ text: @autoclosure () -> String,
      _ press: Press? = nil
    ) {
      guard count > 0 else { return }
      if !spans.isEmpty { spans.append(Span(isShort ? " " : "   ")) }
      let text = isShort ? "\(mark)\(count)" : "\(mark) " + text()
      spans.append(Span(text, style, press))
    }
    func counted(_ phrase: Phrase, _ count: Int) -> String { words(phrase, String(count)) }
    func addProblems(_ count: Int) {
      let text = count == 1 ? words(.countOneProblem) : counted(.countProblems, count)
      add(count, glyphs.fault, Style(.bad, .bold), text)
    }
    if showsHome {
      let (changed, unpushed) = home?.totals ?? (0, 0)
      addProblems(home?.count(of: .faulty) ?? 0)
      add(changed, glyphs.changed, .modified, counted(.countChanged, changed))
      add(unpushed, glyphs.unpushed, .unpushed, counted(.countUnpushed, unpushed))
      return spans
    }
    addProblems(document.bundle.faults.count)
    let unsaved = staged?.count ?? 0
    add(
      unsaved, glyphs.staged, .modified, counted(.countUnsaved, unsaved), .command(.applyStaged))
    let changed = tally.changed.count
    let unpushed = hasCloud ? tally.unpushed : 0
    let isSaved = savedAt != nil && unsaved == 0 && (document.isFile || changed + unpushed == 0)
    if isSaved, let savedAt {
      if !spans.isEmpty { spans.append(Span(isShort ? " " : "   ")) }
      spans.append(Span(glyphs.done + " ", .good))
      return spans + [Span(isShort ? savedAt : words(.savedAt, savedAt), .quiet)]
    }
    let conflicts = hasCloud ? conflicts.keys.count { readings[$0]?.isUnpushed == true } : 0
    let conflictText =
      conflicts == 1 ? words(.countOneConflict) : counted(.countConflicts, conflicts)
    add(conflicts, glyphs.fault, Style(.bad, .bold), conflictText, .command(.push))
    add(
      changed, glyphs.changed, .modified, counted(.countChanged, changed),
      .command(.filterModified))
    // A row with a conflict has only the marker of the conflict, so it's counted once.
    let waiting = unpushed - conflicts
    add(waiting, glyphs.unpushed, .unpushed, counted(.countUnpushed, waiting), .command(.push))
    if spans.isEmpty, !isShort, let format = document.format { spans = [Span(format, .quiet)] }
    return spans
  }

  /// The position of the focused row among all rows of the pane, such as `2/5`.
  var position: String {
    // If a text between rows has the focus, show the position of the row before it.
    let place = items.prefix(focusIndex + 1).count(where: \.isRow)
    return rowCount > 0 ? "\(max(place, 1))/\(rowCount)" : ""
  }

  // MARK: Key hints

  /// The key hints, with the keys for the focused row on the left and those for the whole screen on
  /// the right.
  var hintLine: Line {
    if let content = topDialog {
      let room = size.columns - 2 - (showsHome && frame.inspector != nil ? 10 : 0)
      guard showsHome, frame.layout == .wide else {
        return Line(hints(of: content, columns: room), indent: 1)
      }
      let left = hints(of: content, columns: room) { !$0.isGeneral }
      let right = hints(of: content, columns: room - look.columns(of: left)) { $0.isGeneral }
      let position = frame.inspector == nil ? "" : home?.position ?? ""
      let count = position.isEmpty ? [] : [Span("   " + position, .quiet)]
      return Line(left, right: right.dropLast() + count, indent: 1)
    }
    if frame.layout == .single {
      let help = keys.key(for: .help, in: .rows) ?? ""
      let text = look.clip("\(position)  \(help) \(words(.hintHelp))", to: size.columns)
      return Line([Span(text, .quiet, .command(.help))])
    }
    // The position always has the same width, so that the hints before it stay in place.
    let widest = String(rowCount).utf8.count * 2 + 1
    let gap = String(repeating: " ", count: max(widest - position.utf8.count, 0) + 3)
    let count = frame.inspector == nil ? [] : [Span(gap + position, .quiet)]
    let rowHints = rowHints
    let room = size.columns - 2 - look.columns(of: count)
    let shown = Appearance.fitting(rowHints.map { ($0.rank, $0.columns) }, room: room)
      .map { rowHints[$0] }.filter { !$0.word.isEmpty }
    func spans(_ hints: [KeyHint]) -> [Span] {
      let pieces = hints.map { hint in
        let press = Press.command(hint.command)
        return [Span(hint.key, .key, press), Span(" " + hint.word, .quiet, press)]
      }
      return Array(pieces.joined(separator: [Span("  ")]))
    }
    let right = spans(shown.filter(\.command.isGeneral)) + count
    return Line(spans(shown.filter { !$0.command.isGeneral }), right: right, indent: 1)
  }

  /// A key hint for the rows.
  private struct KeyHint {
    var command: Command
    var rank: Int
    var key: String
    /// The label, which is empty if the command isn't available for the focused row.
    var word: String
    /// The columns that are reserved for the hint, so that the same hints fit for every row.
    var columns: Int
  }

  /// The key hints for the focused row and for the screen.
  private var rowHints: [KeyHint] {
    var shown = EditorState.shownCommands
    // Only the user can repair an invalid file, so its most useful key comes first.
    if focusedProblem != nil, let index = shown.firstIndex(where: { $0.0 == .editFile }) {
      shown =
        [(.editFile, 0, shown[index].words)]
        + shown.filter { ![.editFile, .activate].contains($0.0) }
    }
    let lines = keys.lines(of: .rows)
    return shown.compactMap { command, rank, phrases -> KeyHint? in
      let isThere =
        switch command {
        case .push: hasCloud && !hasUnsaved
        case .applyStaged: hasUnsaved
        case .filterModified: document.hasDefaults
        case .editFile: document.isFile || focusedProblem != nil
        case .panes: frame.sidebar == nil && (document.tree.count > 1 || sections.count > 1)
        default: true
        }
      // Comparing the commands by their index doesn't copy the lines.
      guard isThere, let line = lines.indices.first(where: { lines[$0].command == command }),
        let key = lines[line].keys.first
      else { return nil }
      let phrases: [Phrase] =
        switch command {
        case .filterModified: [filterHint, .hintAllSides]
        case .push where conflicts.isEmpty: [.hintPush]
        default: phrases
        }
      let word = rowHint(for: command, phrases.first).map { words($0) } ?? ""
      let widest = phrases.map { look.columns(of: words($0)) }.max() ?? 0
      let columns = frame.layout == .wide ? widest : look.columns(of: word)
      return KeyHint(
        command: command, rank: rank, key: key, word: word,
        columns: columns == 0 ? 0 : look.columns(of: key) + columns + 3)
    }
  }

  private static let activations: [Phrase] = [
    .hintEdit, .hintToggle, .hintAdjust, .hintChoose, .hintOpen, .hintDetails, .hintAdd,
  ]

  /// The commands that the key hints can show, with their rank and their possible labels.
  ///
  /// If there isn't enough room for all hints, commands with the highest rank are omitted first.
  private static let shownCommands: [(Command, rank: Int, words: [Phrase])] = [
    (.activate, 0, activations), (.addElement, 4, [.hintAdd]), (.reset, 3, [.hintReset]),
    (.deleteElement, 4, [.hintDelete]), (.moveElementDown, 5, [.hintMove]),
    (.undo, 3, [.hintUndo]), (.editFile, 3, [.hintEditor]), (.applyStaged, 1, [.hintSave]),
    (.push, 2, [.hintPush, .hintResolve]), (.panes, 3, [.hintPanes]),
    (.filterModified, 2, [.changed, .hintAllSides]), (.search, 1, [.hintSearch]),
    (.help, 0, [.hintHelp]), (.quit, 0, [.hintQuit]),
  ]

  /// Returns the label of a command in the key hints, or `nil` if the command isn't available for
  /// the focused row.
  private func rowHint(for command: Command, _ usual: Phrase?) -> Phrase? {
    var isElement = false
    if case .element = focused { isElement = true }
    return switch command {
    case .activate: activationHint(of: focused)
    case .addElement, .deleteElement, .moveElementUp, .moveElementDown:
      applies(command) ? usual : nil
    case .undo: log.done.isEmpty ? nil : usual
    case .reset: !isElement && withControl(of: focused, { isSet($0) }) ?? false ? usual : nil
    case .filterModified: filter == nil ? filterHint : .hintAllSides
    case .push: withControl(of: focused) { conflict(of: $0) != nil } ?? false ? .hintResolve : usual
    default: usual
    }
  }

  private var filterHint: Phrase { document.isFile ? .onlySet : .changed }

  private func activationHint(of id: RowID) -> Phrase? {
    if withControl(of: id, { $0.kind.affordance.isStuck(self, $0) }) ?? false { return nil }
    switch id {
    case .option: return .hintChoose
    case .add: return .hintAdd
    case .push: return .hintPush
    case .done: return .hintAdd
    case .item, .footer, .note, .gap, .heading, .cloudHeading: return nil
    case .element where !canOpenElement(id): return nil
    case .row, .element: break
    }
    if withControl(of: id, { listPane(of: $0) }) ?? nil != nil { return .hintOpen }
    return withControl(of: id) { $0.kind.affordance.hint } ?? .hintEdit
  }
}

extension Command {
  /// A Boolean value that indicates whether the command is for the whole screen rather than for the
  /// focused row.
  var isGeneral: Bool {
    switch self {
    case .search, .filterModified, .panes, .push, .help, .quit, .ownSettings: true
    default: false
    }
  }
}
