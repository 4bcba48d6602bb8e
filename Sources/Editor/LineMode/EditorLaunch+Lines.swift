import Settee
import SetteeTerminal

extension EditorLaunch {
  /// Runs line mode until the user leaves or the input ends.
  func runLines(_ opening: Opening) throws -> ExitCode {
    let abilities = TerminalAbilities(lettering: .ofLocale(), hasColors: false)
    let size = Size(rows: 1000, columns: 1000)
    let look = look(abilities, language: opening.desk?.document.bundle.language)
    let state = try firstState(opening, look: look, size: size)
    let mode = LineMode(
      state, desk: opening.desk, word: opening.word, host: host,
      console: .live(call.console, lettering: look.lettering))
    let follower = OwnSettingsFollower(self, isScreen: false)
    mode.loop.follower = follower
    mode.run(restates: call.value(of: "key") != nil)
    guard mode.loop.ending == .otherFace else { return .done }
    return try follower.launch.openScreen(Opening(mode.loop))
  }
}
