import SetteeTerminal

/// Draws the state: the only way from state to screen, and it reads nothing else.
func render(_ state: EditorState) -> Screen {
  if state.message == nil, let screen = state.keptScreen { return screen }
  return draw(state, message: state.message)
}

/// Draws the state with a sentence of the moment, and with the line of keys where it is known.
func draw(_ state: EditorState, message: Message?, hints: [Cell]? = nil) -> Screen {
  var canvas = Canvas(size: state.size, look: state.look)
  canvas.drawHeader(state)
  switch state.mode {
  case nil where state.showsApps: canvas.drawApps(state)
  case nil, .text, .slider, .date: canvas.drawRows(state)
  case .longText(let editing): canvas.drawLongText(editing, state)
  case .path(let asking): canvas.drawPath(asking, state)
  case .choosing(let choosing): canvas.drawChoices(choosing, state)
  case .search(let searching): canvas.drawSearch(searching, state)
  case .page(let page): canvas.drawPage(page, state)
  case .menu(let menu): canvas.drawMenu(menu, state)
  case .question(let question): canvas.drawQuestion(question, state)
  case .push(let dialog): canvas.drawPush(dialog, state)
  }
  canvas.drawHints(state, hints)
  canvas.drawStatus(state, message)
  return canvas.screen
}
