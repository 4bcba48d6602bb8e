/// The keys of InAppSettingsKit, the library that shows the same files inside apps.
extension ControlReader {
  /// Reads what any row may carry.
  func readKit(into details: inout ControlDetails) {
    details.subtitle = subtitle()
    details.alignment = specifier.word("IASKTextAlignment") ?? .natural
  }

  func readLink(into details: inout ControlDetails) {
    details.file = specifier.text(.file)
    details.url = details.file
  }

  func readMail(into details: inout ControlDetails) {
    var mail = MailDraft()
    mail.to = specifier.texts("IASKMailComposeToRecipents")
    mail.cc = specifier.texts("IASKMailComposeCcRecipents")
    mail.bcc = specifier.texts("IASKMailComposeBccRecipents")
    mail.subject = specifier.localized("IASKMailComposeSubject")
    mail.body = specifier.localized("IASKMailComposeBody")
    mail.isHTML = specifier.flag("IASKMailComposeBodyIsHTML")
    details.mail.value = mail
    details.url = mail.url
  }

  func readList(into details: inout ControlDetails) {
    details.list.value.isDeletable = specifier.flag("Deletable")
    details.list.value.item = part("ItemSpecifier")
    details.list.value.add = part("AddSpecifier")
  }

  private func part(_ key: SpecifierKey) -> Control? {
    guard case .dictionary(let values)? = specifier[key] else { return nil }
    // A list within a list could nest without end; no app has one.
    guard values["Type"] != .string(SpecifierType.list.rawValue) else { return nil }
    let part = Specifier(values: values, mark: specifier.mark, strings: specifier.strings)
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
