/// The second line of a row: one text, or one for each value (`IASKSubtitle`).
public struct Subtitle: Sendable, Equatable {
  /// The text where no other fits.
  public var text: String?
  /// Texts by the value that calls for them, compared as text.
  public var byValue: [String: String] = [:]

  /// Makes a subtitle.
  public init(_ text: String?, byValue: [String: String] = [:]) {
    self.text = text
    self.byValue = byValue
  }

  /// The text that goes with a value.
  public func text(for value: PropertyList?) -> String? {
    value.flatMap { byValue[PlainText.of($0)] } ?? text
  }
}
