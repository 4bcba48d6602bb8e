import SetteeTerminal

extension EditorState {
  /// Changes how things are drawn, and says so.
  mutating func changeLook(_ command: Command) -> [Effect] {
    wraps.removeAll()
    switch command {
    case .near:
      look.isNear.toggle()
      return say(look.isNear ? .lookNear : .lookWide)
    case .contrast:
      look.palette = look.palette == .contrast ? .colour : .contrast
      return say(look.palette == .contrast ? .lookContrast : .lookNormal)
    case .ascii:
      look.lettering = look.lettering == .ascii ? .unicode : .ascii
      return say(look.lettering == .ascii ? .lookASCII : .lookUnicode)
    default: return []
    }
  }
}
