import Settee
import SetteeTerminal

// The header with the breadcrumb path, and the key hints. Drawing and mouse handling use the same
// `Line`.

extension Canvas {
  /// Draws the breadcrumb path on the left, and the numbers of changed and unpushed values on the
  /// right.
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
    let counts = showsApps ? [] : forms.map { countSpans(isShort: $0) }
    let right = counts.first { look.columns(of: $0) <= size.columns / 2 } ?? []
    let room = max(size.columns - look.columns(of: right) - 3, 1)
    let isTiny = frame.layout == .single
    let name = showsApps ? words(.apps) : isTiny ? place.title : path[0].title
    let crumbs = isTiny ? [] : crumbs
    let nameRoom = crumbs.isEmpty ? room - 2 : min(room - 2, max(room / 2, 8))
    let chip = Style(.accent, [.reverse, .bold])
    var left = [Span(" \(look.clip(name, to: max(nameRoom, 1))) ", chip, .crumb(0))]
    let start = look.columns(of: left)
    // The path is aligned with the rows below it.
    let gap = frame.sidebar == nil ? 0 : max(frame.pane.lowerBound + textIndent - start, 1)
    left.append(Span(String(repeating: " ", count: gap)))
    left += crumbSpans(crumbs, room: room - start - gap, isFirst: gap > 0)
    return Line(left, right: right)
  }

  /// The steps after the app, and the effect of a press on each step.
  private var crumbs: [(title: String, press: Press?)] {
    if showsApps { return [] }
    var crumbs: [(title: String, press: Press?)] = path.indices.dropFirst().map {
      (look.clip(path[$0].title, to: 40), .crumb($0))
    }
    let filtered: Phrase = document.isFile ? .onlySet : .onlyModified
    let ending = front?.title(words) ?? (filter == nil ? nil : words(filtered))
    if let ending, !showsRows || mode == nil { crumbs.append((look.clip(ending, to: 40), nil)) }
    return crumbs
  }

  private func crumbSpans(
    _ crumbs: [(title: String, press: Press?)], room: Int, isFirst: Bool
  ) -> [Span] {
    guard let last = crumbs.last else {
      guard frame.layout == .wide, !showsApps else { return [] }
      return [Span(look.clip(isFirst ? document.bundle.domain ?? "" : "", to: room), .quiet)]
    }
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
    // The gap already separates the first step from the app, so the separator of the first step is
    // dropped.
    if isFirst, crumbs.count > 1 { spans.removeFirst() }
    return spans
  }

  private func countSpans(isShort: Bool) -> [Span] {
    let glyphs = look.glyphs
    var spans: [Span] = []
    func add(_ count: Int, _ mark: String, _ style: Style, _ phrase: Phrase, _ command: Command) {
      guard count > 0 else { return }
      if !spans.isEmpty { spans.append(Span(isShort ? " " : "   ")) }
      let text = isShort ? "\(mark)\(count)" : "\(mark) " + words(phrase, String(count))
      spans.append(Span(text, style, .command(command)))
    }
    add(staged?.changes.count ?? 0, glyphs.staged, .modified, .countUnsaved, .applyStaged)
    add(tally.changed.count, glyphs.changed, .modified, .countChanged, .filterModified)
    add(hasCloud ? tally.unpushed : 0, glyphs.unpushed, .unpushed, .countUnpushed, .push)
    return spans
  }

  /// The position of the focused row, such as `2/5`.
  var position: String {
    // Text between rows is part of the row before it.
    let place = items.prefix(focusIndex + 1).count(where: \.isRow)
    return rowCount > 0 ? "\(max(place, 1))/\(rowCount)" : ""
  }

  // MARK: Key hints

  var hintLine: Line {
    if let content = front {
      return Line(hints(of: content, columns: size.columns - 2), indent: 1)
    }
    if frame.layout == .single {
      let help = keys.key(for: .help, in: .rows) ?? ""
      let text = look.clip("\(position)  \(help) \(words(.hintHelp))", to: size.columns)
      return Line([Span(text, .quiet, .command(.help))])
    }
    var line = Line(indent: 1)
    if frame.inspector != nil { line.right = [Span(position, .quiet)] }
    let room = size.columns - 2 - look.columns(of: line.right)
    let slots = slots
    for index in Appearance.fitting(slots.map { ($0.rank, $0.columns) }, room: room) {
      let slot = slots[index]
      let free = max(slot.columns - look.columns(of: slot.key + " " + slot.word), 0)
      let press = slot.word.isEmpty ? nil : Press.command(slot.command)
      line.left += [
        Span(slot.key, .key, press), Span(" " + slot.word, .quiet, press),
        Span(String(repeating: " ", count: free)),
      ]
    }
    return line
  }

  /// A fixed position in the key hints, which is kept even if its key isn't available.
  private struct StatusSegment {
    var command: Command
    var rank: Int
    var key: String
    var word: String
    var columns: Int
  }

  /// The key hints for rows.
  ///
  /// Keys that are available on every row come first, so that there are no gaps between them.
  private var slots: [StatusSegment] {
    EditorState.shownCommands.compactMap { command, rank, phrases in
      let isThere =
        switch command {
        case .push: hasCloud && !hasWaiting
        case .applyStaged: hasWaiting
        case .filterModified: document.hasDefaults
        case .editFile: document.isFile
        case .panes: document.tree.count > 1
        default: true
        }
      let line = keys.lines(of: .rows).first { $0.command == command }
      guard isThere, let key = line?.keys.first else { return nil }
      let phrases = command == .filterModified ? [filterHint, .hintAllSides] : phrases
      let widest = phrases.map { look.columns(of: words($0)) }.max() ?? 0
      let word = rowHint(for: command, phrases[0]).map { words($0) }
      return StatusSegment(
        command: command, rank: rank, key: word == nil ? "" : key, word: word ?? "",
        columns: look.columns(of: key) + widest + 3)
    }
  }

  private static let activations: [Phrase] = [
    .hintEdit, .hintToggle, .hintAdjust, .hintChoose, .hintOpen, .hintDetails, .hintAdd,
  ]

  /// The commands in the key hints, with their rank and their possible labels.
  ///
  /// The commands with the highest ranks are left out first.
  private static let shownCommands: [(Command, rank: Int, words: [Phrase])] = [
    (.activate, 0, activations), (.search, 1, [.hintSearch]),
    (.filterModified, 1, [.changed, .hintAllSides]), (.panes, 1, [.hintPanes]),
    (.push, 1, [.hintPush]), (.applyStaged, 1, [.hintSave]),
    (.help, 0, [.hintHelp]), (.quit, 1, [.hintQuit]), (.editFile, 1, [.hintEditor]),
    (.info, 2, [.hintDetails]), (.history, 2, [.hintHistory]), (.reset, 1, [.hintReset]),
    (.undo, 1, [.hintUndo]), (.increase, 3, [.hintMore]), (.decrease, 3, [.hintLess]),
    (.addElement, 3, [.hintAdd]), (.deleteElement, 3, [.hintDelete]),
    (.moveElementDown, 4, [.hintMove]),
  ]

  /// Returns the label of a key on the focused row, or `nil` if the key isn't available there.
  private func rowHint(for command: Command, _ usual: Phrase) -> Phrase? {
    var isElement = false
    if case .element = focused { isElement = true }
    return switch command {
    case .activate: activationHint
    case .increase, .decrease: canStep ? usual : nil
    case .addElement, .deleteElement, .moveElementUp, .moveElementDown:
      applies(command) ? usual : nil
    case .undo: log.done.isEmpty ? nil : usual
    case .reset: !isElement && withControl(of: focused, isSet) ?? false ? usual : nil
    case .info, .history: withControl(of: focused) { name(of: $0) != nil } ?? false ? usual : nil
    case .filterModified: filter == nil ? filterHint : .hintAllSides
    default: usual
    }
  }

  private var filterHint: Phrase { document.isFile ? .onlySet : .changed }

  private var canStep: Bool {
    guard case .row = focused else { return false }
    return withControl(of: focused) { control in
      (control.kind == .slider || [.integer, .real].contains(control.input.type))
        && !isStuck(control)
    } ?? false
  }

  /// Returns whether Enter can only explain why the row can't be changed.
  private func isStuck(_ control: Control) -> Bool {
    switch control.kind {
    case .title, .custom, .unknown: false
    case .pane, .link, .mail: obstacle(of: control) != nil
    case .button: true
    case .toggle, .slider, .choice, .radio, .text, .textview, .date, .list:
      control.key == nil || obstacle(of: control) != nil
    }
  }

  private var activationHint: Phrase? {
    if withControl(of: focused, isStuck) ?? false { return nil }
    switch focused {
    case .option: return .hintChoose
    case .add: return .hintAdd
    case .push: return .hintPush
    case .done: return .hintAdd
    case .item, .footer, .note, .gap, .heading, .cloudHeading: return nil
    case .row, .element: break
    }
    if withControl(of: focused, listPane) ?? nil != nil { return .hintOpen }
    switch withControl(of: focused, { $0.kind }) {
    case .toggle?: return .hintToggle
    case .slider?: return .hintAdjust
    case .choice?: return .hintChoose
    case .pane?, .link?, .mail?: return .hintOpen
    case .title?, .custom?, .unknown?: return .hintDetails
    default: return .hintEdit
    }
  }
}
