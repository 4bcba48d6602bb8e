import Settee
import SetteeTerminal

/// Checks a color theme, which is a property list that maps the names of colors to their values.
struct ThemeCheck {
  let path: String
  private let values: PropertyListDictionary

  /// Reads a color theme from a file, or returns `nil` if the file isn't a theme.
  ///
  /// A theme contains only the names of colors and the entry `Exact`.
  init?(_ path: String) {
    guard path.hasSuffix(".plist"), let bytes = try? BundleFiles.live.read(path, 1 << 16),
      let values = try? PropertyList(reading: bytes).dictionary, !values.keys.isEmpty,
      values.keys.allSatisfy({ $0 == "Exact" || GivenColors.names.contains($0) })
    else { return nil }
    (self.path, self.values) = (path, values)
  }

  private var given: GivenColors { GivenColors(values) }

  /// The page backgrounds with which the contrast of the theme's colors is checked.
  ///
  /// If the theme doesn't define a background, it is checked on a dark page and on a light page.
  private var pages: [TerminalColors] {
    Theme(.own("", given)).painted.map { [$0] }
      ?? [TerminalColors(page: .black), TerminalColors(page: .white)]
  }

  /// The contrast ratio of each combination of colors that the editor uses, as the user would see
  /// it.
  var ratios: [String] {
    pages.flatMap { page in
      let colors = Theme(.own("", given)).colors(on: page)
      return Contrast.ratios(colors).map { pair in
        let pairColors = "\(colors[pair.ink].hex) on \(colors[pair.surface].hex)"
        return "\(pair.ink) on \(pair.surface): \(Self.text(pair.ratio)), \(pairColors)"
      }
    }
  }

  /// The problems with the theme, which are invalid colors and colors with insufficient contrast.
  var findings: [Finding] {
    var findings = values.keys.sorted().filter { $0 != "Exact" && given.roles[$0] == nil }
      .map { finding(.error, "not-a-color", "\($0) isn't a color. Use the form #rrggbb.") }
    let exact = GivenColors(given.roles, isExact: true)
    for page in pages {
      let colors = Theme(.own("", exact)).colors(on: page)
      for pair in Contrast.ratios(colors) where pair.ratio < pair.target - 0.03 {
        guard exact[pair.ink] != nil || exact[pair.surface] != nil else { continue }
        let effect = given.isExact ? "Settee uses it unchanged" : "Settee adjusts it"
        findings.append(
          finding(
            .warning, "weak-color",
            "The contrast of \(pair.ink) on \(pair.surface) is \(Self.text(pair.ratio)):1, but should be "
              + "at least \(Self.text(pair.target)):1; \(effect)."))
      }
    }
    return findings
  }

  private func finding(_ severity: Severity, _ rule: String, _ message: String) -> Finding {
    Finding(
      file: path, place: .text(line: 1, column: 1), severity: severity, rule: rule,
      message: message)
  }

  private static func text(_ ratio: Double) -> String {
    let tenths = Int((ratio * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
