extension Control {
  /// Whether a toggle with this value is on; nil when the value means neither, or there is none.
  ///
  /// A value that matches one of the two stored ones decides. Where those are plain flags, what
  /// Foundation would read as a flag counts too: `YES`, `1`, 64.
  public func isOn(_ value: PropertyList?) -> Bool? {
    guard let value else { return nil }
    if value.matches(on) { return true }
    if value.matches(off) { return false }
    return on.bool == true && off.bool == false ? value.asFlag : nil
  }

  /// Which of the choices a value means: the one that matches, else the one with the same text.
  ///
  /// The second rule is for files whose default is `1` where the values are `"1"`.
  public func choiceIndex(of value: PropertyList?) -> Int? {
    guard let value else { return nil }
    return choices.firstIndex { $0.value.matches(value) }
      ?? value.asTitle.flatMap { text in
        choices.firstIndex { $0.value.asTitle?.isSame(as: text) == true }
      }
  }
}
