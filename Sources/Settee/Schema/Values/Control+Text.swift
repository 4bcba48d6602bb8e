extension Control {
  /// What the row shows for a value: a title of a choice, On or Off, bullets for a secret.
  public func text(of value: PropertyList?) -> String {
    value.map(PlainText.of) ?? ""
  }
}
