/// One fault that `check` found: where, how bad, which rule, and what to do.
public struct Finding: Sendable, Equatable {
  /// The path of the file, as the user named its bundle.
  public let file: String
  /// Where in the file.
  public let place: SourcePlace
  /// How bad it is.
  public let severity: Severity
  /// The id of the rule, such as `duplicate-key`.
  public let rule: String
  /// What is wrong and what to do: one sentence.
  public let message: String

  /// Makes a finding.
  public init(
    file: String, place: SourcePlace, severity: Severity, rule: String, message: String
  ) {
    self.file = file
    self.place = place
    self.severity = severity
    self.rule = rule
    self.message = message
  }
}

/// How bad a finding is.
public enum Severity: String, Sendable, CaseIterable {
  /// The app's user meets it: a row that is missing, wrong, or does not work.
  case error
  /// It works on a device, by luck or by leniency.
  case warning
}
