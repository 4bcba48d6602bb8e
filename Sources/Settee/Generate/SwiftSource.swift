/// The typed set of a settings bundle, as Swift source that compiles as it is.
///
/// What `settee generate swift BUNDLE` prints: a property for each key, an enum for each list of
/// choices, the bundle's ranges, defaults, titles and help.
package struct SwiftSource: Sendable {
  package private(set) var text = ""
  /// What the bundle says and the code cannot, a sentence each.
  package private(set) var notes: [String] = []
  /// The defaults that the code declares, by key.
  private(set) var defaults = PropertyListDictionary()
  private let bundle: SettingsBundle
  private var typeNames = SwiftNames()

  /// Writes the source of a bundle; the struct is called after the bundle's title, where it gets no
  /// name.
  package init(of bundle: SettingsBundle, name: String? = nil) {
    self.bundle = bundle
    var types = SwiftNames()
    var body: [String] = []
    for domain in domains {
      let base = domain == bundle.domain || domain == nil ? bundle.title : domain ?? ""
      let wanted = body.isEmpty ? name : nil
      let typeName = types.upper(wanted ?? base + " Prefs", else: "AppPrefs")
      body += [""] + structure(typeName, domain: domain)
    }
    let needsFoundation = body.contains {
      $0.contains("Date") || $0.contains("Data") || $0.contains("URL")
    }
    let imports = (needsFoundation ? ["import Foundation"] : []) + ["import Settee"]
    text = (imports + body).joined(separator: "\n") + "\n"
  }

  /// The domains that keys live in, the bundle's own first.
  private var domains: [String?] {
    var found: [String?] = []
    for pane in bundle.panes {
      for control in pane.controls where control.key != nil {
        let domain = control.domain ?? pane.domain ?? bundle.domain
        if !found.contains(where: { isSame($0, domain) }) { found.append(domain) }
      }
    }
    return found.isEmpty ? [bundle.domain] : found
  }

  private mutating func structure(_ name: String, domain: String?) -> [String] {
    typeNames = SwiftNames(taken: [name])
    var names = SwiftNames()
    var seen: Set<LeafPath> = []
    var properties: [String] = []
    var enums: [String] = []
    for pane in bundle.panes {
      var heading = bundle.panes.count > 1 ? ["", "// MARK: - \(oneLine(pane.title))", ""] : []
      for (number, group) in pane.groups.enumerated() {
        var isFirst = number > 0 || group.title != nil
        for control in group.controls {
          guard let key = control.key,
            isSame(control.domain ?? pane.domain ?? bundle.domain, domain)
          else { continue }
          guard var property = SwiftProperty(of: control) else {
            notes.append("'\(key)' is a \(control.kind.rawValue) and holds no setting")
            continue
          }
          guard seen.insert(LeafPath(key)).inserted else {
            notes.append("'\(key)' stands in the bundle more than once; the first one counts")
            continue
          }
          let propertyName = names.lower(key, else: "setting\(seen.count)")
          if property.choices != nil {
            property.nameEnum(typeNames.upper(key, else: "Choices\(seen.count)"))
            enums += [""] + (property.choices?.source ?? [])
          }
          properties += heading
          properties += declaration(
            propertyName, key: key, control, property, section: isFirst ? group.title ?? "" : nil,
            footer: isFirst ? group.footer : nil)
          defaults[key] = property.stored
          notes += property.notes.map { "'\(key)': \($0)" }
          if !control.visibleWhen.isEmpty || !control.enabledWhen.isEmpty {
            notes.append("'\(key)' is shown or usable under conditions, which code cannot say")
          }
          heading = []
          isFirst = false
        }
      }
    }
    let intro = [
      "/// The settings of \(oneLine(bundle.title)).", "struct \(name): PreferenceSet {",
    ]
    return intro + (properties + enums).drop { $0.isEmpty }.map { $0.isEmpty ? "" : "  " + $0 } + [
      "}"
    ]
  }

  private func declaration(
    _ name: String, key: String, _ control: Control, _ property: SwiftProperty, section: String?,
    footer: String?
  ) -> [String] {
    var arguments: [String] = []
    if !name.utf8.elementsEqual(key.utf8) { arguments.append("key: \(SwiftLiteral.text(key))") }
    arguments += property.rules
    if let title = control.title, title != readableTitle(of: key) {
      arguments.append("title: \(SwiftLiteral.text(title))")
    }
    if let help = control.help { arguments.append("help: \(SwiftLiteral.text(help))") }
    if let section { arguments.append("section: \(SwiftLiteral.text(section))") }
    let traits =
      (control.sync == .user ? [".cloud"] : []) + (control.isSecure ? [".secret"] : [])
      + (control.needsRestart ? [".restart"] : [])
    if !traits.isEmpty { arguments.append("traits: [\(traits.joined(separator: ", "))]") }
    let type = property.type.map { ": \($0)" } ?? ""
    let variable = "var \(SwiftNames.quoted(name))\(type) = \(property.literal)"
    let written =
      arguments.isEmpty
      ? ["@Setting \(variable)"] : ["@Setting(\(arguments.joined(separator: ", ")))", variable]
    let details = SwiftLiteral.comment(footer ?? "", prefix: "///")
    return SwiftLiteral.comment(control.title ?? key, prefix: "///", lines: 1)
      + (details.isEmpty ? [] : ["///"] + details)
      + property.notes.map { "// NB: \($0)." }
      + written
  }

  private func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map { LeafPath($0) } == other.map { LeafPath($0) }
  }

  private func oneLine(_ text: String) -> String {
    SwiftLiteral.comment(text, prefix: "", lines: 1).first.map { String($0.dropFirst()) } ?? ""
  }
}

extension SwiftProperty {
  /// Fills in the name of the enum, which the type and the default need.
  fileprivate mutating func nameEnum(_ name: String) {
    choices?.name = name
    if type == "?" {
      type = "\(name)?"
    } else {
      literal = name + literal
      type = nil
    }
  }
}
