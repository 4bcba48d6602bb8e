/// Turns one element of a file into a control.
struct ControlReader {
  let specifier: Specifier

  /// The control that the element describes; of kind `unknown` where nobody documents its type.
  func control() -> Control {
    let name = specifier.text("Type")
    var control = Control(name.flatMap(SpecifierType.init)?.kind ?? .unknown)
    control.type = name
    control.place = specifier.place
    control.specifier = specifier.values
    readShared(into: &control)
    readOwn(into: &control)
    if specifier.hasKeys(beginningWith: "IASK") { readKit(into: &control) }
    if specifier.hasKeys(beginningWith: "Settee") { readSettee(into: &control) }
    return control
  }

  private func readShared(into control: inout Control) {
    control.title = specifier.localized("Title")
    control.key = specifier.text("Key").flatMap { $0.isEmpty ? nil : $0 }
    control.defaultValue = specifier["DefaultValue"]
  }

  private func readOwn(into control: inout Control) {
    switch control.kind {
    case .toggle: readToggle(into: &control)
    case .slider: readSlider(into: &control)
    case .title, .choice, .radio: control.choices = ChoiceReader(specifier: specifier).choices()
    case .text, .textview: readTextInput(into: &control)
    case .date: readPicker(into: &control)
    case .pane: readPane(into: &control)
    case .custom: control.file = specifier.text("File")
    case .link: readLink(into: &control)
    case .mail: readMail(into: &control)
    case .list: readList(into: &control)
    case .button, .unknown: break
    }
  }

  /// A page of the web in place of a pane, as InAppSettingsKit takes it, makes the row a link.
  private func readPane(into control: inout Control) {
    control.file = specifier.text("File")
    guard let file = control.file, file.contains("://") || file.hasSuffix(".html") else { return }
    control.kind = .link
    control.url = file
  }

  private func readToggle(into control: inout Control) {
    if let on = specifier["TrueValue"] { control.on = on }
    if let off = specifier["FalseValue"] { control.off = off }
    control.isCheckmark = specifier.text("IASKToggleStyle") == "Checkmark"
  }

  private func readSlider(into control: inout Control) {
    control.bounds.minimum = specifier.number("MinimumValue")
    control.bounds.maximum = specifier.number("MaximumValue")
    control.endLabels = EndLabels(
      minimum: specifier.text("MinimumValueImage").map(imageName),
      maximum: specifier.text("MaximumValueImage").map(imageName))
  }

  private func readTextInput(into control: inout Control) {
    control.input.isSecure = specifier.flag("IsSecure")
    control.input.keyboard = specifier.word("KeyboardType") ?? .alphabet
    // Two generators of such files spell the next two with one capital letter too many.
    control.input.capitalization =
      specifier.word("AutocapitalizationType") ?? specifier.word("AutoCapitalizationType") ?? .none
    control.input.autocorrection =
      specifier.word("AutocorrectionType") ?? specifier.word("AutoCorrectionType") ?? .standard
    control.input.placeholder = specifier.localized("IASKPlaceholder")
    control.input.contentType = specifier.text("IASKTextContentType")
  }

  private func readPicker(into control: inout Control) {
    control.picker.mode = specifier.word("DatePickerMode") ?? .dateAndTime
    control.picker.minuteInterval =
      specifier.whole("MinuteInterval").map { min(max($0, 1), 60) } ?? 1
  }

  /// What an image is called without its folder, extension and size: `fast` of `img/fast@2x.png`.
  private func imageName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return String(stem.firstIndex(of: "@").map { stem[..<$0] } ?? stem)
  }
}
