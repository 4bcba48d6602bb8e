#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The character set that the terminal's user asks for by the locale.
enum CharacterSet {
  /// Takes over the locale's character set and says what can be shown with it.
  ///
  /// NB: this has to happen before anything is painted: in the C locale no other character has bytes.
  /// A locale that names UTF-8 but is not installed (an ssh session brings the
  /// names of another machine) would fall back to C as well, so UTF-8 is taken by another name then.
  static func adopt() -> Lettering {
    if setlocale(LC_CTYPE, "") == nil {
      // One that is not there leaves what an earlier call took over.
      setlocale(LC_CTYPE, "C")
      if namesUTF8 { takeUTF8() }
    }
    if isUTF8 { return .unicode }
    // Only ASCII is shown, and its bytes are the same; the user may ask for more than the locale does.
    takeUTF8()
    return .ascii
  }

  private static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
  }

  private static func takeUTF8() {
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      return
    }
  }

  /// Whether the variables ask for UTF-8; the first one that is set decides.
  private static var namesUTF8: Bool {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = getenv(variable), value.pointee != 0 else { continue }
      let name = String(cString: value).lowercased()
      return name.contains("utf-8") || name.contains("utf8")
    }
    return false
  }
}

extension Lettering {
  /// What the locale of this process can show; it is taken over for that.
  public static func ofLocale() -> Lettering { CharacterSet.adopt() }
}
