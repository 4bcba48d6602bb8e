import SetteeTerminal

extension Canvas {
  /// Draws the path of panes at the left, and what is changed and not pushed at the right.
  mutating func drawHeader(_ state: EditorState) {
    guard state.frame.list.lowerBound > 0 else { return }
    let facts = state.headerFacts
    if let drawn = state.drawn.header, drawn.facts == facts {
      screen.replace(row: 0, with: drawn.cells)
    } else {
      drawHeaderLine(state)
    }
  }

  fileprivate mutating func drawHeaderLine(_ state: EditorState) {
    var right = state.showsApps ? "" : state.changeCounts(short: columns < 60)
    if look.columns(of: right) > columns / 2 { right = "" }
    let room = columns - look.columns(of: right) - 3
    let line = Line(
      [Span(look.clipStart(state.breadcrumb, to: room), .header)],
      right: [Span(right, .header)], indent: columns < 30 ? 0 : 1)
    drawBar(line, row: 0, .header)
  }
}

/// What the line at the top depends on, beside the path and what is counted: these forget it.
struct HeaderFacts: Sendable, Equatable {
  /// The title of what stands above the rows.
  var above: String?
  /// Whether the list of apps is below it.
  var showsApps: Bool
  /// Whether something stands above the rows.
  var isAbove: Bool
}

extension EditorState {
  /// What the line at the top depends on now.
  var headerFacts: HeaderFacts {
    HeaderFacts(above: modeTitle, showsApps: showsApps, isAbove: mode != nil)
  }

  /// Keeps the line at the top as it is drawn, until what it depends on changes.
  mutating func keepHeader() {
    guard frame.list.lowerBound > 0 else { return }
    let facts = headerFacts
    guard drawn.header?.facts != facts else { return }
    var canvas = Canvas(size: Size(rows: 1, columns: size.columns), look: look)
    canvas.drawHeaderLine(self)
    drawn.header = (facts, canvas.screen.rows[0])
  }

  /// The titles of the panes from the app to the one on the screen.
  var breadcrumb: String {
    let step = " \(look.glyphs.step) "
    if showsApps, mode == nil { return words(.apps) }
    if size.columns < 30 { return look.clip(place.title, to: size.columns - 6) }
    var titles = path.map { look.clip($0.title, to: 40) }
    if let title = modeTitle { titles.append(look.clip(title, to: 40)) }
    return titles.strung(with: step)
  }

  private var modeTitle: String? {
    switch mode {
    case .choosing(let choosing): choosing.target.title
    case .longText(let editing): editing.target.title
    case .path(let asking): words(asking.phrases.title)
    case .menu(let menu): menu.title
    case .page(let page): page.title
    case .push: words(.pushButton)
    case .search: words(.search)
    default: filter == nil ? nil : words(.onlyModified)
    }
  }

  /// How many values are set, and how many of them the mirror does not have.
  func changeCounts(short: Bool) -> String {
    let (modified, unpushed) = (tally.modified.count, tally.unpushed)
    let waiting = staged?.changes.count ?? 0
    var parts: [String] = []
    if waiting > 0 {
      parts.append(short ? "+\(waiting)" : "+" + words(.countStaged, String(waiting)))
    }
    if modified > 0 {
      parts.append(short ? "*\(modified)" : "*" + words(.countModified, String(modified)))
    }
    if unpushed > 0 {
      parts.append(short ? "^\(unpushed)" : "^" + words(.countUnpushed, String(unpushed)))
    }
    return parts.strung(with: short ? " " : "  ")
  }
}
