/// Which languages a user reads, as tags such as `zh-Hant`, the preferred one first.
public enum Languages {
  /// The languages of an option such as `de` or `de:fr`, else of an environment.
  ///
  /// As in gettext, the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
  /// empty, and `LANGUAGE`, a list with colons, stands before it unless the locale is `C` or
  /// `POSIX`. Those two ask for what the developer wrote, which is an empty list here. Nothing
  /// depends on which locales the machine has installed.
  public static func preferred(environment: [String: String], option: String? = nil) -> [String] {
    if let option, !option.isEmpty { return tags(option) }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    if let locale, isDeveloperLocale(locale) { return [] }
    if let list = environment["LANGUAGE"], !list.isEmpty { return tags(list) }
    return locale.map(tags) ?? []
  }

  private static func isDeveloperLocale(_ locale: String) -> Bool {
    locale == "C" || locale == "POSIX"
  }

  private static func tags(_ list: String) -> [String] {
    list.split { $0 == ":" || $0 == "," || $0 == " " }
      .compactMap { LanguageTag(String($0))?.description }
  }
}
