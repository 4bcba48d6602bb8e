import SetteeTerminal

/// Whole screens by what is focused, while the list stands still.
///
/// A key that goes back over rows finds the screen that was there before. The rows of these screens
/// share their memory, so one takes little more than a number for each row.
struct DrawnScreens: Sendable {
  /// What the screens have in common; whatever else they depend on forgets them.
  struct Setting: Sendable, Equatable {
    /// The first item on the screen, and its first line.
    var top: Int, topLine: Int
    /// Whether there is something to undo.
    var canUndo: Bool
  }

  private var setting: Setting?
  /// The screens by the places of the focused items below the first.
  private var screens: [Screen?] = []

  /// The screen that was drawn for a focused item.
  func screen(_ setting: Setting, focus: Int) -> Screen? {
    let place = focus - setting.top
    guard setting == self.setting, screens.indices.contains(place) else { return nil }
    return screens[place]
  }

  /// Keeps a screen.
  mutating func keep(_ screen: Screen, _ setting: Setting, focus: Int) {
    let place = focus - setting.top
    guard (0..<screen.size.rows).contains(place) else { return }
    if setting != self.setting {
      self.setting = setting
      screens = Array(repeating: nil, count: screen.size.rows)
    }
    screens[place] = screen
  }

  /// Forgets everything.
  mutating func forget() {
    guard setting != nil else { return }
    setting = nil
    screens = []
  }
}

extension EditorState {
  /// The screen as it was drawn when the same row was focused and nothing else was different; nil
  /// when it is not kept, or something stands above the rows.
  ///
  /// Where it is there, everything is settled as well.
  var keptScreen: Screen? {
    guard let setting = screenSetting else { return nil }
    return drawn.screens.screen(setting, focus: focusIndex)
  }

  /// Keeps the screen while there are rows alone on it, with a line of keys.
  mutating func keepScreen(_ hints: [Cell]?) {
    guard let setting = screenSetting else { return }
    drawn.screens.keep(draw(self, message: nil, hints: hints), setting, focus: focusIndex)
  }

  private var screenSetting: DrawnScreens.Setting? {
    guard modes.isEmpty, !showsApps else { return nil }
    let last = path.count - 1
    guard path[last].focusLine == 0 else { return nil }
    return DrawnScreens.Setting(
      top: path[last].top, topLine: path[last].topLine, canUndo: !log.done.isEmpty)
  }
}
