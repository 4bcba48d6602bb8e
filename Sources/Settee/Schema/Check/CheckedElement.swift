/// One element of a pane as the rules see it: its values with their places.
struct CheckedElement {
  let node: PropertyListNode
  /// The element's type, nil where there is none or nobody documents it.
  let type: SpecifierType?
  /// The element as a device would show it, with raw texts.
  let control: Control
  /// The devices that the element is meant for; nil for all of them.
  let idioms: Set<String>?

  init(_ node: PropertyListNode) {
    self.node = node
    let values = node.value.dictionary ?? PropertyListDictionary()
    let specifier = Specifier(values: values, mark: node.mark, strings: .raw)
    type = specifier.type
    control = ControlReader(specifier: specifier).control()
    let names = node["SupportedUserInterfaceIdioms"]?.elements.compactMap { $0.value.string }
    idioms = names.flatMap { $0.isEmpty ? nil : Set($0) }
  }

  var place: SourcePlace { node.place }

  subscript(_ key: String) -> PropertyListNode? { node[key] }

  /// What to call the element in a sentence: its key, else its title, else its type.
  var name: String { ownName.map(Quotation.of) ?? control.type ?? "the element" }

  /// The same with the type before it: `PSSliderSpecifier “volume”`.
  var fullName: String {
    [control.type, ownName.map(Quotation.of)].compactMap { $0 }.joined(separator: " ")
  }

  private var ownName: String? { control.key ?? control.title ?? control.file }

  /// Whether any device shows both elements at once.
  func meets(_ other: CheckedElement) -> Bool {
    guard let mine = idioms, let theirs = other.idioms else { return true }
    return !mine.isDisjoint(with: theirs)
  }
}
