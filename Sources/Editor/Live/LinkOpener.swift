/// Opens links outside the terminal, where there is a desktop to open them on.
struct LinkOpener {
  /// The variables of the process.
  let environment: [String: String]

  /// Opens a link; false when that cannot be done here.
  func open(_ link: String) -> Bool {
    guard LinkText.isLink(link), let program else { return false }
    let end = try? ChildProcess.run([program, link], environment: environment, quietly: true)
    return end == .exit(0)
  }

  private var program: String? {
    #if canImport(Darwin)
      return "open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      return hasDesktop ? "xdg-open" : nil
    #endif
  }
}
