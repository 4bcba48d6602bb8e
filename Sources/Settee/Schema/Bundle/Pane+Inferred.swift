extension Pane {
  /// The raw pane of a domain without a bundle: a control for each value, by the value's type.
  public static func inferred(
    from values: PropertyListDictionary, domain: String, title: String? = nil
  ) -> Pane {
    Pane(file: "Root", title: title ?? domain, domain: domain)
  }
}
