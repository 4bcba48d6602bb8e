import SetteeTerminal

extension EditorLaunch {
  /// Runs line mode until the user leaves or the input ends.
  func runLines(_ desk: Desk?, _ faces: [AppFace], word: String?) throws -> ExitCode {
    let lettering: Lettering = terminalOptions.isASCII ? .ascii : .ofLocale()
    let abilities = TerminalAbilities(lettering: lettering, hasColors: false)
    let size = Size(rows: 1000, columns: 1000)
    let state = try firstState(desk, faces, look: look(abilities, of: desk), size: size)
    let mode = LineMode(state, desk: desk, word: word, host: host, console: .live(call.console))
    mode.run()
    return .done
  }
}
