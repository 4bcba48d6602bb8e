/// Turns one element of a file into a control.
struct ControlReader: ~Copyable {
  let specifier: Specifier

  /// The control that the element describes.
  ///
  /// - Parameters:
  ///   - domain: The domain of the file.
  ///   - cell: The type in the words of another dialect, where the file is written in one.
  /// - Returns: The control; of kind `unknown` where nobody documents its type.
  func control(in domain: String? = nil, writtenAs cell: String? = nil) -> Control {
    var kind = specifier.type?.kind ?? .unknown
    let details = details(of: &kind)
    return Control(
      kind: kind, type: cell ?? specifier.typeName, title: specifier.localized(.title), key: key,
      defaultValue: specifier[.defaultValue], choices: choices(of: kind), domain: domain,
      specifier: specifier.values, mark: specifier.mark, details: details)
  }

  private var key: String? {
    guard let key = specifier.text(.key), !key.isEmpty else { return nil }
    return key
  }

  private func choices(of kind: ControlKind) -> [Choice] {
    switch kind {
    case .choice, .radio, .title: specifier.choices()
    default: []
    }
  }

  /// Reads what most rows do not have, which may change their kind; those that have none of it
  /// share one.
  private func details(of kind: inout ControlKind) -> Apart<ControlDetails> {
    guard specifier.hasKitKeys || specifier.hasSetteeKeys || hasDetails(kind) else {
      return ControlDetails.plain
    }
    var details = ControlDetails()
    readOwn(kind, into: &details)
    if specifier.hasKitKeys { readKit(into: &details) }
    if specifier.hasSetteeKeys { readSettee(into: &details) }
    if kind == .pane, details.url != nil { kind = .link }
    return Apart(details)
  }

  private func hasDetails(_ kind: ControlKind) -> Bool {
    switch kind {
    case .title, .choice, .radio, .button, .unknown: false
    case .toggle: specifier.has(.trueValue) || specifier.has(.falseValue)
    case .text, .textview:
      specifier.has(.isSecure) || specifier.has(.keyboard)
        || specifier.has(.capitalization) || specifier.has(.capitalizationMisspelt)
        || specifier.has(.autocorrection) || specifier.has(.autocorrectionMisspelt)
    case .slider, .date, .pane, .link, .mail, .list, .custom: true
    }
  }

  private func readOwn(_ kind: ControlKind, into details: inout ControlDetails) {
    switch kind {
    case .toggle: readToggle(into: &details)
    case .slider: readSlider(into: &details)
    case .text, .textview: readTextInput(into: &details)
    case .date: readPicker(into: &details)
    case .pane: readPane(into: &details)
    case .custom: details.file = specifier.text(.file)
    case .link: readLink(into: &details)
    case .mail: readMail(into: &details)
    case .list: readList(into: &details)
    case .title, .choice, .radio, .button, .unknown: break
    }
  }

  /// A page of the web in place of a pane, as InAppSettingsKit takes it, makes the row a link.
  private func readPane(into details: inout ControlDetails) {
    details.file = specifier.text(.file)
    guard let file = details.file, file.contains("://") || file.hasSuffix(".html") else { return }
    details.url = file
  }

  private func readToggle(into details: inout ControlDetails) {
    if let on = specifier[.trueValue] { details.on = on }
    if let off = specifier[.falseValue] { details.off = off }
    details.isCheckmark = specifier.text("IASKToggleStyle") == "Checkmark"
  }

  private func readSlider(into details: inout ControlDetails) {
    details.bounds.minimum = specifier.number(.minimum)
    details.bounds.maximum = specifier.number(.maximum)
    details.endLabels = EndLabels(
      minimum: specifier.text(.minimumImage).map(Self.imageName),
      maximum: specifier.text(.maximumImage).map(Self.imageName))
  }

  private func readTextInput(into details: inout ControlDetails) {
    details.input.isSecure = specifier.flag(.isSecure)
    details.input.keyboard = specifier.word(.keyboard) ?? .alphabet
    details.input.capitalization =
      specifier.word(.capitalization) ?? specifier.word(.capitalizationMisspelt) ?? .none
    details.input.autocorrection =
      specifier.word(.autocorrection) ?? specifier.word(.autocorrectionMisspelt) ?? .standard
    details.input.placeholder = specifier.localized("IASKPlaceholder")
    details.input.contentType = specifier.text("IASKTextContentType")
  }

  private func readPicker(into details: inout ControlDetails) {
    details.picker.mode = specifier.word("DatePickerMode") ?? .dateAndTime
    details.picker.minuteInterval =
      specifier.whole("MinuteInterval").map { min(max($0, 1), 60) } ?? 1
  }

  /// What an image is called without its folder, extension and size: `fast` of `img/fast@2x.png`.
  private static func imageName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return String(stem.firstIndex(of: "@").map { stem[..<$0] } ?? stem)
  }
}
