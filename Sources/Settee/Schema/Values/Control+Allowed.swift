extension Control {
  /// What the control accepts, as a sentence.
  public var allowed: String {
    "Any text."
  }
}
