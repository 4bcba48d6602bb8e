/// What the editor needs of a terminal: a size, a way to show a screen, and a way to wait.
public protocol TerminalDevice: AnyObject {
  /// The size now.
  var size: Size { get }
  /// What the terminal can show.
  var abilities: TerminalAbilities { get }
  /// Shows a screen.
  func paint(_ screen: Screen)
  /// Waits until something happens here or a descriptor can be read; the one place that waits.
  ///
  /// - Parameters:
  ///   - descriptors: Other descriptors to watch.
  ///   - milliseconds: How long to wait at most; nil for as long as it takes.
  /// - Returns: What happened, in order; empty when the time ran out.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent]
  /// Does something that is neither showing nor waiting.
  func perform(_ request: TerminalRequest)
}

/// Something that happened while a device waited.
public enum TerminalEvent: Sendable, Hashable {
  /// The user did something.
  case input(InputEvent)
  /// The size is another one.
  case resized(Size)
  /// The program went on after it was stopped; files may have changed meanwhile.
  case resumed
  /// A descriptor can be read.
  case ready(Int32)
  /// A signal asks the program to end.
  case ending(signal: Int32)
  /// The terminal is gone.
  case closed
}

/// Something that a device is asked to do.
public enum TerminalRequest: Sendable, Hashable {
  /// Put text on the clipboard, where the terminal lets programs do that.
  case copy(String)
  /// Make a sound, or flash.
  case bell
  /// Draw everything again with the next screen.
  case redraw
  /// Stop this program as a shell's ^Z does.
  case suspend
  /// Give the terminal to another program until ``takeBack``.
  case handOver
  /// Take the terminal back from another program.
  case takeBack
  /// Use the mouse from now on, or leave it to the terminal.
  case useMouse(Bool)
  /// Wait so long after an Esc whether more follows.
  case waitAfterEscape(milliseconds: Int)
}

/// What a terminal can show.
public struct TerminalAbilities: Sendable, Hashable {
  /// Which characters.
  public var lettering: Lettering
  /// Whether there are colours.
  public var hasColors: Bool

  /// Makes abilities.
  public init(lettering: Lettering = .unicode, hasColors: Bool = true) {
    self.lettering = lettering
    self.hasColors = hasColors
  }
}
