import SetteeValues

/// A slider with which the user chooses a number between a minimum and a maximum.
package struct Slider: Sendable {
  package var bounds: Bounds
  /// The labels at the two ends of the slider, which are the names of the bundle's images.
  package var minimumLabel, maximumLabel: String?

  package init(bounds: Bounds = Bounds()) { self.bounds = bounds }

  init(_ specifier: Specifier) {
    bounds = Bounds(
      minimum: specifier.number("MinimumValue"), maximum: specifier.number("MaximumValue"))
    if specifier.hasSetteeKeys { bounds.read(specifier) }
    minimumLabel = specifier.text("MinimumValueImage").map(Self.imageName)
    maximumLabel = specifier.text("MaximumValueImage").map(Self.imageName)
  }

  /// Returns a label for an image, which is its file name without extensions, such as `fast` for
  /// `img/fast@2x.png`.
  private static func imageName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return String(stem.firstIndex(of: "@").map { stem[..<$0] } ?? stem)
  }
}

/// The minimum and maximum of a slider or of a field for a number.
package struct Bounds: Sendable, Equatable {
  package var minimum: Double?
  package var maximum: Double?
  /// The amount by which the keys `+` and `-` change the number, or `nil` for the default amount.
  package var step: Double?
  /// The unit that is shown after the number, such as `ms`.
  package var unit: String?

  package init(
    minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil, unit: String? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.unit = unit
  }

  /// Reads the bounds from keys that only Settee defines.
  mutating func read(_ specifier: Specifier) {
    minimum = specifier.number("SetteeMinimum") ?? minimum
    maximum = specifier.number("SetteeMaximum") ?? maximum
    step = specifier.number("SetteeStep").flatMap { $0 > 0 ? $0 : nil }
    unit = specifier.localized("SetteeUnit")
  }

  package func contains(_ number: Double) -> Bool {
    number.isFinite && number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }

  func accepts(_ value: PropertyList) -> Bool {
    value.isNumber && contains(value.asNumber ?? .nan)
  }

  func real(of text: String) -> PropertyList? {
    let text = withoutUnit(text)
    // Check the characters first, because `Double.init` would also accept hexadecimal numbers,
    // `inf`, and `nan`.
    guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
  }

  func whole(of text: String) -> PropertyList? {
    let digits = withoutUnit(text)
    return Int64(digits).map { .integer($0) } ?? UInt64(digits).map { .bigInteger($0) }
  }

  private func withoutUnit(_ text: String) -> String {
    let text = text.trimmed
    guard let unit, !unit.isEmpty, text.hasSuffix(unit) else { return text }
    return String(text.dropLast(unit.count)).trimmed
  }

  func withUnit(_ text: String) -> String {
    guard let unit, !text.isEmpty else { return text }
    return "\(text) \(unit)"
  }

  /// Returns a description of the allowed numbers, such as `a number from 10 to 24 px`.
  func phrase(for noun: String) -> String {
    let unit = unit.map { " \($0)" } ?? ""
    return switch (minimum, maximum) {
    case (let least?, let most?):
      "\(noun) from \(ValueFormatter.plain(least)) to \(ValueFormatter.plain(most))\(unit)"
    case (let least?, nil): "\(noun), \(ValueFormatter.plain(least))\(unit) or more"
    case (nil, let most?): "\(noun) up to \(ValueFormatter.plain(most))\(unit)"
    case (nil, nil): self.unit.map { "\(noun) in \($0)" } ?? noun
    }
  }
}
