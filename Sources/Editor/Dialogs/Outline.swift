import Settee
import SetteeTerminal

// The outline in the sidebar, which lists the panes and the sections of the current page.

/// An entry of the outline.
enum OutlineEntry: Sendable, Equatable {
  /// A pane, by its index in the tree of panes.
  case pane(Int)
  /// A section of the current page, by its group.
  case section(Int)
  case caption
  case gap

  var isFocusable: Bool {
    switch self {
    case .pane, .section: true
    case .caption, .gap: false
    }
  }
}

extension PaneTree {
  /// Returns the width of the outline, or `nil` if there is a single pane with a single section.
  func measuredOutline(_ look: Appearance) -> Int? {
    let limits = ScreenLayout.sidebarColumns
    var (widest, sections) = (limits.lowerBound, 0)
    for branch in tree where panes.indices.contains(branch.pane) {
      if tree.count > 1 {
        widest = max(widest, entryColumns(branch.title, depth: branch.depth, look))
      }
      for number in panes[branch.pane].groups.indices {
        guard let title = outlineTitle(of: number, in: branch.pane), !title.isEmpty else {
          // The keys of a file that are in no table have an entry with the name of the file.
          if !hasDefaults { widest = max(widest, entryColumns(self.title, depth: 0, look)) }
          continue
        }
        sections += 1
        // The changed settings are counted beside the rows.
        let columns = entryColumns(title, depth: depth(of: number, in: branch.pane), look)
        widest = max(widest, columns + (hasDefaults ? 2 : 0))
        // Thousands of titles needn't be measured once the limit is reached.
        if widest >= limits.upperBound { return limits.upperBound }
      }
    }
    return tree.count > 1 || sections > 1 ? min(widest, limits.upperBound) : nil
  }

  /// Returns the title of a section without the title of the section that contains it.
  fileprivate func outlineTitle(of group: Int, in pane: Int) -> String? {
    guard panes[pane].groups.indices.contains(group) else { return nil }
    return panes[pane].groups[group].title.map {
      String($0.dropFirst(parentTitle(of: group, in: pane)?.count ?? 0))
    }
  }

  /// Returns the number of sections that contain a section.
  fileprivate func depth(of group: Int, in pane: Int) -> Int {
    var (depth, title) = (0, parentTitle(of: group, in: pane))
    while let parent = title?.dropLast(),
      let index = panes[pane].groups.firstIndex(where: { $0.title.map { $0 == parent } == true })
    {
      (depth, title) = (depth + 1, parentTitle(of: index, in: pane))
    }
    return depth
  }

  /// Returns the width of an entry with its count and margins.
  private func entryColumns(_ title: String, depth: Int, _ look: Appearance) -> Int {
    OutlineEntry.indent(depth) + look.columns(of: title, limit: 40) + 7
  }
}

extension OutlineEntry {
  fileprivate static func indent(_ depth: Int) -> Int { 2 + 2 * min(depth, 5) }
}

/// The outline while it has the focus.
///
/// Moving the focus within the outline never writes anything.
struct OutlineDialog: ListDialog {
  var place: ListSelection

  var context: KeyContext { .panes }

  func pick(in state: inout EditorState) -> [Effect] {
    _ = dismiss(&state)
    return state.open(outline: place.focus)
  }

  func move(_ command: Command, in state: inout EditorState) -> [Effect]? {
    let outline = state.outline
    var dialog = self
    guard dialog.place.move(command, count: outline.count, page: max(state.outlineRows - 1, 1))
    else { return nil }
    let step = dialog.place.focus < place.focus ? -1 : 1
    while outline.indices.contains(dialog.place.focus), !outline[dialog.place.focus].isFocusable {
      dialog.place.focus += step
    }
    return outline.indices.contains(dialog.place.focus) ? dialog.keepOpen(in: &state) : []
  }

  func count(_ state: EditorState) -> Int { state.outline.count }

  func entryRows(_ state: EditorState) -> Range<Int> { 0..<state.outlineRows }

  // The sidebar is drawn next to the rows, which stay visible.
  func draw(on canvas: inout Canvas, _ state: EditorState) {}
}

extension EditorState {
  /// The panes, followed by the sections of the current page.
  var outline: [OutlineEntry] {
    let panes = document.tree.count > 1 ? document.tree.indices.map { OutlineEntry.pane($0) } : []
    let sections = sections.map { OutlineEntry.section($0) }
    if panes.isEmpty { return sections }
    return sections.count < 2 ? panes : panes + [.gap, .caption] + sections
  }

  func title(of entry: OutlineEntry) -> String? {
    switch entry {
    case .pane(let index): document.tree[index].title
    case .section(let group): document.outlineTitle(of: group, in: place.pane) ?? place.title
    case .caption, .gap: nil
    }
  }

  /// Moves the focus to the outline, or opens it as a menu if there is no sidebar.
  mutating func openPanes() {
    let outline = outline
    if frame.sidebar != nil, !outline.isEmpty {
      let place = ListSelection(focus: outlineIndex, top: outlineTop)
      return dialogs.append(OutlineDialog(place: place))
    }
    let entries = outline.indices.filter { outline[$0].isFocusable }.map { index in
      MenuDialog.MenuItem(
        id: index, title: indentedTitle(of: outline[index]),
        detail: counts(of: outline[index]).map(\.text).joined())
    }
    let focus = entries.firstIndex { $0.id == outlineIndex }
    openMenu(.panesTitle, entries, focus: focus) { $1.open(outline: $0.id) }
  }

  private func indentedTitle(of entry: OutlineEntry) -> String {
    String(repeating: "  ", count: min(depth(of: entry), 5)) + (title(of: entry) ?? "")
  }

  /// Returns the number of panes or sections that contain an entry.
  fileprivate func depth(of entry: OutlineEntry) -> Int {
    switch entry {
    case .pane(let index): return document.tree[index].depth
    case .section(let group): return document.depth(of: group, in: place.pane)
    case .caption, .gap: return 0
    }
  }

  /// Returns the numbers of conflicts and changed settings on a pane or in a section.
  ///
  /// In a file without defaults, in which no setting is changed, it's the number of rows in the section.
  fileprivate func counts(of entry: OutlineEntry) -> [Span] {
    func counted(_ conflicts: Int, _ changed: Int) -> [Span] {
      let conflicts = Span(conflicts > 0 ? "\(look.glyphs.fault)\(conflicts)" : "", .error)
      let changed = Span(changed > 0 ? "\(look.glyphs.changed)\(changed)" : "", .modified)
      return [conflicts, changed].filter { !$0.text.isEmpty }
    }
    switch entry {
    case .pane(let index):
      let pane = document.tree[index].pane
      let conflicts = conflictCount(document.panes[pane].groups, in: pane)
      return spaced(counted(conflicts, tally.ofPane[pane] ?? 0))
    case .section(let number):
      guard let group = group(number), !group.controls.isEmpty else { return [] }
      let conflicts = conflictCount([group], in: place.pane)
      let own = counted(conflicts, tally.ofGroup[place.pane]?[number] ?? 0)
      guard own.isEmpty, !document.hasDefaults else { return spaced(own) }
      return [Span(String(rows(of: group, number).count), .quiet)]
    case .caption, .gap: return []
    }
  }

  private func spaced(_ counts: [Span]) -> [Span] {
    Array(counts.map { [$0] }.joined(separator: [Span(" ")]))
  }

  /// Returns the number of conflicts in some groups of a pane.
  private func conflictCount(_ groups: [PaneGroup], in pane: Int) -> Int {
    guard hasCloud, !conflicts.isEmpty else { return 0 }
    return groups.reduce(0) { sum, group in
      sum
        + group.controls.count { control in
          document.name(of: control, in: pane).flatMap { conflict(named: $0) } != nil
        }
    }
  }

  /// Opens a pane or a section of the outline, or explains why the pane isn't available.
  mutating func open(outline index: Int) -> [Effect] {
    let outline = outline
    guard outline.indices.contains(index) else { return [] }
    switch outline[index] {
    case .pane(let index): return open(tree: index)
    case .section(let group):
      let row = items.firstIndex { $0.group == group && $0.isRow }
      if let row { focus(on: row) }
      return []
    case .caption, .gap: return []
    }
  }

  private mutating func open(tree index: Int) -> [Effect] {
    let pane = document.tree[index].pane
    guard pane != place.pane || place.element != nil else { return [] }
    if path.contains(where: { $0.element?.index == nil && $0.element?.draft.isEmpty == false }) {
      return askDropElement()
    }
    if let barrier = barrier(toPane: pane) { return show(error: barrier.reason) }
    path = document.way(to: pane)
    arrive()
    return []
  }

  /// The index in the tree of the current pane, or of its nearest ancestor in the tree.
  private var treeIndex: Int {
    for visit in path.reversed() where visit.element == nil {
      if let index = document.tree.firstIndex(where: { $0.pane == visit.pane }) { return index }
    }
    return 0
  }

  /// The entry of the outline that contains the focused row: its pane, or its section if there is a
  /// single pane.
  var outlineIndex: Int {
    if document.tree.count > 1 { return treeIndex }
    return currentSection.flatMap { sections.firstIndex(of: $0) } ?? 0
  }

  /// The section that contains the focused row, or `nil` if its group has no title.
  private var currentSection: Int? {
    focused.group.flatMap { sections.contains($0) ? $0 : nil }
  }

  private var outlineArea: Range<Int> {
    let end = frame.hints ?? size.rows
    return min(2, end)..<max(end - 1, min(2, end))
  }

  var outlineRows: Int { outlineArea.count }

  var outlineTop: Int {
    if let dialog = dialog as? OutlineDialog { return dialog.place.top }
    let outline = outline
    let section = currentSection.flatMap { outline.firstIndex(of: .section($0)) }
    let index = section ?? outlineIndex
    return max(min(index - outlineRows / 2, outline.count - outlineRows), 0)
  }

  /// The row below the outline in which the user can add a setting to the file.
  ///
  /// The row is `nil` if it doesn't fit, or if settings can't be added to the file.
  var addRow: Int? {
    guard document.isFile, document.hasOpenKeys, place.element == nil, frame.sidebar != nil,
      outline.count + 2 < outlineRows
    else { return nil }
    return outlineArea.lowerBound + outline.count + 1
  }

  func outlineIndex(atRow row: Int) -> Int? {
    guard outlineArea.contains(row) else { return nil }
    let index = outlineTop + row - outlineArea.lowerBound
    return outline.indices.contains(index) ? index : nil
  }

  /// The last entry of the outline that contains the focused row.
  fileprivate var innermostIndex: Int? { outline.lastIndex(where: isCurrent) }

  fileprivate func isCurrent(_ entry: OutlineEntry) -> Bool {
    switch entry {
    case .pane(let index): index == treeIndex
    case .section(let group): group == currentSection
    case .caption, .gap: false
    }
  }
}

extension Canvas {
  mutating func drawSidebar(_ state: EditorState) {
    guard let columns = state.frame.sidebar, let end = state.frame.hints else { return }
    drawSideEdge(rows: 1..<end, column: columns.upperBound)
    draw(in: Area(rows: 1..<end, columns: columns), on: .side) { canvas in
      canvas.clear()
      let (outline, top) = (state.outline, state.outlineTop)
      var row = 1
      for index in outline.indices.dropFirst(top).prefix(state.outlineRows) {
        canvas.drawOutline(outline[index], index, row: row, state)
        row += 1
      }
      if let add = state.addRow {
        let title = state.look.clip(state.words(.addSetting), to: canvas.columns - 5)
        canvas.draw(
          Line([Span("+", .key), Span(" " + title, .quiet)], indent: 2), row: add - 1)
      }
      canvas.drawLegend(
        state.visibleMarks, state, from: (state.addRow ?? row) + 1, to: canvas.rows - 2)
    }
  }

  /// Draws a line next to the sidebar if there may be too few colors for a surface of its own.
  mutating func drawSideEdge(rows: Range<Int>, column: Int) {
    guard look.depth < .full || !look.theme.hasColors else { return }
    for row in rows { put(look.glyphs.track, row: row, column: column, style: .rule) }
  }

  private mutating func drawOutline(
    _ entry: OutlineEntry, _ index: Int, row: Int, _ state: EditorState
  ) {
    guard let title = state.title(of: entry) else {
      guard entry == .caption else { return }
      let caption = look.clip(state.words(.outlineTitle), to: columns - 3)
      return draw(Line(caption, .quiet, indent: 2), row: row)
    }
    let counts = state.counts(of: entry)
    let isCurrent = state.isCurrent(entry)
    let indent = OutlineEntry.indent(state.depth(of: entry))
    let room = columns - indent - (counts.isEmpty ? 1 : look.columns(of: counts) + 3)
    // Only the innermost entry is marked: the section, or the pane if no section is shown.
    let isMarked = index == state.innermostIndex
    let style: Style = !isCurrent ? .text : isMarked ? Style(.text, .bold) : .heading
    draw(
      Line(
        [Span(look.clip(title, to: room), style)],
        right: counts, indent: indent),
      row: row, margin: 2)
    if isMarked { put(look.glyphs.focus, row: row, column: 0, style: Style(.accent)) }
    if let dialog = state.dialog as? OutlineDialog, dialog.place.focus == index {
      showEntry(row: row)
    }
  }

  /// Explains the markers that are on the screen.
  mutating func drawLegend(
    _ shown: RowModel.RowFlags, _ state: EditorState, from free: Int, to end: Int
  ) {
    let glyphs = look.glyphs
    let marks: [(RowModel.RowFlags, String, Style, Phrase)] = [
      (.changed, glyphs.changed, .modified, .changed),
      (.staged, glyphs.staged, .modified, .unsaved),
      (.unpushed, glyphs.unpushed, .unpushed, .notPushed),
      (.conflict, glyphs.fault, Style(.bad, .bold), .conflictWord),
      (.managed, glyphs.managed, .managed, .managed),
      (.fault, glyphs.fault, Style(.bad, .bold), .problemWord),
    ]
    let needed = marks.filter { shown.contains($0.0) }
    let first = end + 1 - needed.count
    guard first >= free else { return }
    for (offset, (_, mark, style, phrase)) in needed.enumerated() {
      let text = look.clip(state.words(phrase), to: columns - 5)
      draw(Line([Span(mark, style), Span(" " + text, .quiet)], indent: 2), row: first + offset)
    }
  }
}

extension EditorState {
  /// The markers of the visible rows and of the panes in the outline.
  fileprivate var visibleMarks: RowModel.RowFlags {
    var marks: RowModel.RowFlags = tally.ofPane.isEmpty ? [] : .changed
    var line = -place.topLine
    var index = place.top
    while line < listRows, items.indices.contains(index) {
      if items[index].isRow { marks.formUnion(face(of: items[index])?.marks ?? []) }
      line += lineCount(at: index)
      index += 1
    }
    return marks
  }
}
