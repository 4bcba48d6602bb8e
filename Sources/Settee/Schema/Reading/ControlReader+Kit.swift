/// The keys of InAppSettingsKit, the library that shows the same files inside apps.
extension ControlReader {
  /// Reads what any row may carry.
  func readKit(into control: inout Control) {
    control.subtitle = subtitle()
    control.alignment = specifier.word("IASKTextAlignment") ?? .natural
  }

  func readLink(into control: inout Control) {
    control.file = specifier.text("File")
    control.url = control.file
  }

  func readMail(into control: inout Control) {
    control.mail.to = specifier.texts("IASKMailComposeToRecipents")
    control.mail.cc = specifier.texts("IASKMailComposeCcRecipents")
    control.mail.bcc = specifier.texts("IASKMailComposeBccRecipents")
    control.mail.subject = specifier.localized("IASKMailComposeSubject")
    control.mail.body = specifier.localized("IASKMailComposeBody")
    control.mail.isHTML = specifier.flag("IASKMailComposeBodyIsHTML")
    control.url = control.mail.url
  }

  func readList(into control: inout Control) {
    control.list.isDeletable = specifier.flag("Deletable")
    control.list.item = part("ItemSpecifier")
    control.list.add = part("AddSpecifier")
  }

  private func part(_ key: String) -> Control? {
    guard case .dictionary(let values)? = specifier[key] else { return nil }
    // A list within a list could nest without end; no app has one.
    guard values["Type"] != .string(SpecifierType.list.rawValue) else { return nil }
    let part = Specifier(values: values, place: specifier.place, strings: specifier.strings)
    return ControlReader(specifier: part).control()
  }

  private func subtitle() -> Subtitle? {
    switch specifier["IASKSubtitle"] {
    case .dictionary(let texts)?:
      var subtitle = Subtitle(texts["__default__"].flatMap(specifier.strings.title))
      for (value, text) in texts where !value.isSame(as: "__default__") {
        subtitle.byValue[value] = specifier.strings.title(text)
      }
      return subtitle
    case let text?: return specifier.strings.title(text).map { Subtitle($0) }
    case nil: return nil
    }
  }
}
