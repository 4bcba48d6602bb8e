/// A place with what tells the elements on it from their neighbours, to find them again after another program
/// put one in front.
package struct ElementMark: Sendable, Equatable {
  /// What an element is known by: all that is in it, or one value of it.
  enum Sign: Sendable, Equatable {
    case content(UInt64)
    case name([UInt8])
  }

  package let place: Place
  /// One for each index of the place.
  let signs: [Sign]
}

extension Document {
  /// The mark of a place that is there; with a key such as `name` an element is known by its value.
  package func mark(of place: Place, itemKey: Name? = nil) -> ElementMark? {
    guard node(at: place) != nil else { return nil }
    var signs: [ElementMark.Sign] = []
    for (count, step) in place.steps.enumerated() {
      guard case .index = step else { continue }
      guard let element = node(at: Place(Array(place.steps[...count]))) else { return nil }
      signs.append(sign(of: element, itemKey))
    }
    return ElementMark(place: place, signs: signs)
  }

  /// Where the marked place is now, nil where nobody can tell: its element is gone, or two are alike.
  package func find(_ mark: ElementMark, itemKey: Name? = nil) -> Place? {
    var signs = mark.signs[...]
    var steps: [Place.Step] = []
    for step in mark.place.steps {
      steps.append(step)
      guard case .index = step, let sign = signs.popFirst() else { continue }
      guard let array = node(at: Place(steps.dropLast())) else { return nil }
      let alike = children(of: array).filter { self.sign(of: $0, itemKey) == sign }
      guard alike.count == 1, let element = alike.first else { return nil }
      steps[steps.count - 1] = nodes[element].step
    }
    return node(at: Place(steps)) == nil ? nil : Place(steps)
  }

  private func sign(of element: Int, _ itemKey: Name?) -> ElementMark.Sign {
    if let itemKey, let item = member(itemKey, of: element, isTable: false),
      let text = literal(of: item)?.decoded
    {
      return .name(text)
    }
    // FNV-1a: the same in every run and on every machine, as the history keeps it.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in element..<nodes.count where isWithin(index, element) {
      var text = literal(of: index)?.bytes ?? []
      if index != element { text += Array(Place([nodes[index].step]).description.utf8) + [0] }
      for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return .content(hash)
  }
}
