/// One thing that a user did.
public enum InputEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it never means keys.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
}

/// What was done with the mouse, and where.
public struct MouseEvent: Sendable, Hashable {
  /// What was done.
  public enum Action: Sendable, Hashable {
    /// A button went down: 1 left, 2 middle, 3 right.
    case press(Int)
    /// A button went up.
    case release
    /// The pointer moved.
    case move
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
  }

  /// What was done.
  public var action: Action
  /// The cell.
  public var position: Position

  /// Makes an event.
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
