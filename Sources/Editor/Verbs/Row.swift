package import Settee

/// One key as `list`, `find` and `get` tell it.
package struct Row {
  /// The place.
  package let place: Place
  /// The value that counts, read once.
  package let effective: Effective?

  /// Reads the value of a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - layer: The layer to read; nil for the value that counts.
  package init(_ place: Place, in layer: WritableLayer? = nil) {
    self.place = place
    effective =
      if let layer {
        place.stored(in: layer).map { Effective($0, layer.origin) }
      } else {
        place.effective
      }
  }

  /// The layer that the value comes from.
  package var origin: Origin { effective?.origin ?? .none }

  /// The row as a line: key TAB value TAB origin.
  package func line(tellsSecrets: Bool, keyAsItIs: Bool = false) -> String {
    let key = keyAsItIs ? place.key : SafeText.line(place.key)
    let value = effective.map { json($0.value, tellsSecrets).text() } ?? ""
    return "\(key)\t\(value)\t\(origin.rawValue)"
  }

  /// The row as an object; `domain` only where rows of several apps stand together.
  package func object(tellsSecrets: Bool, domain: String? = nil) -> JSON {
    let control = place.setting?.control
    let type = effective.map { ValueType(of: $0.value) } ?? control.flatMap(ValueType.init(of:))
    return .object(ofPresent: [
      "domain": domain.map(JSON.string),
      "key": .string(place.key),
      "value": effective.map { json($0.value, tellsSecrets) },
      "default": place.defaultValue.map { json($0, tellsSecrets) },
      "type": type.map { .string($0.rawValue) },
      "origin": .string(origin.rawValue),
      "pane": place.setting.map { .string($0.pane) },
      "title": control?.title.map(JSON.string),
      "modified": .boolean(place.isModified),
    ])
  }

  private func json(_ value: PropertyList, _ tellsSecrets: Bool) -> JSON {
    ValueText.json(value, isSecret: place.isSecret && !tellsSecrets)
  }
}
