import Settee

/// Bundles that nobody has opened or installed yet, for whoever starts with nothing.
extension AppFinder {
  /// The bundles below the working folder, as paths that open them: a few folders deep, and never
  /// more than can be looked through at a glance.
  package func nearbyBundles() -> [String] {
    var found: [String] = []
    var (folders, seen) = (["."], 0)
    for _ in 0..<4 {
      var next: [String] = []
      for folder in folders where seen < 400 && found.count < 20 {
        seen += 1
        for name in ((try? files.list(folder)) ?? []).sorted().prefix(200) {
          let path = folder == "." ? name : "\(folder)/\(name)"
          guard !name.hasPrefix("."), name != "node_modules" else { continue }
          if name.hasSuffix(".bundle") {
            if isPanes(path) { found.append(path) }
          } else if files.kind(path) == .folder {
            next.append(path)
          }
        }
      }
      folders = next
    }
    return found
  }

  /// The bundles that come with the program to be tried.
  package func sampleBundles() -> [String] {
    bundleFolders.flatMap { folder in
      let parents = folder.split(separator: "/").dropLast().map(String.init)
      let samples = "/" + (parents + ["samples"]).joined(separator: "/")
      return ((try? files.list(samples)) ?? []).sorted().map { "\(samples)/\($0)" }
    }
    .filter(isPanes)
  }

  private func isPanes(_ path: String) -> Bool { files.kind(path + "/Root.plist") == .file }
}
