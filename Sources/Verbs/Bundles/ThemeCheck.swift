import Settee
import SetteeTerminal

/// What `check` tells of a theme: a property list with colours by the names of their roles.
struct ThemeCheck {
  let path: String
  private let values: PropertyListDictionary

  /// Reads a file; nil where it is none, or no theme: all that a theme has is roles and `Exact`.
  init?(_ path: String) {
    guard path.hasSuffix(".plist"), let bytes = try? BundleFiles.live.read(path, 1 << 16),
      let values = try? PropertyList(reading: bytes).dictionary, !values.keys.isEmpty,
      values.keys.allSatisfy({ $0 == "Exact" || GivenColours.names.contains($0) })
    else { return nil }
    (self.path, self.values) = (path, values)
  }

  private var given: GivenColours { GivenColours(values) }

  /// The pages on which the theme is seen: its own, else one that is dark and one that is light.
  private var pages: [TerminalColours] {
    Theme(.own("", given)).painted.map { [$0] }
      ?? [TerminalColours(page: .black), TerminalColours(page: .white)]
  }

  /// Every pair of roles that is used, with its contrast and the one that it should have, as the user
  /// would see them.
  var ratios: [String] {
    pages.flatMap { page in
      let colours = Theme(.own("", given)).colours(on: page)
      return Contrast.ratios(colours).map { pair in
        let colors = "\(colours[pair.ink].hex) on \(colours[pair.surface].hex)"
        return "\(pair.ink) on \(pair.surface): \(Self.text(pair.ratio)), \(colors)"
      }
    }
  }

  /// What is no colour, and what can hardly be read as it is given.
  var findings: [Finding] {
    var findings = values.keys.sorted().filter { $0 != "Exact" && given.roles[$0] == nil }
      .map { finding(.error, "not-a-color", "\($0) is no colour: write it as #rrggbb.") }
    let exact = GivenColours(given.roles, isExact: true)
    for page in pages {
      let colours = Theme(.own("", exact)).colours(on: page)
      for pair in Contrast.ratios(colours) where pair.ratio < pair.target - 0.03 {
        guard exact[pair.ink] != nil || exact[pair.surface] != nil else { continue }
        let fate = given.isExact ? "it stays so" : "it is lifted"
        findings.append(
          finding(
            .warning, "weak-color",
            "\(pair.ink) on \(pair.surface) has \(Self.text(pair.ratio)):1, and should have "
              + "\(Self.text(pair.target)):1; \(fate)."))
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
