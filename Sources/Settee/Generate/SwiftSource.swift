import SetteePropertyLists
import SetteeSchema
import SetteeStorage

/// The typed set of a settings bundle, as Swift source that compiles as it is.
///
/// What `settee generate swift BUNDLE` prints: a property for each key, an enum for each list of
/// choices, the bundle's ranges, defaults, titles and help.
package struct SwiftSource: Sendable {
  package let text: String
  /// What the bundle says and the code cannot, a sentence each.
  package let notes: [String]
  /// The defaults that the code declares, by key.
  let defaults: PropertyListDictionary

  /// Writes the source of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - name: The name of the struct; made of the bundle's title where it is nil.
  package init(of bundle: SettingsBundle, name: String? = nil) {
    var writer = SwiftSourceWriter(bundle: bundle)
    writer.write(name: name)
    text = writer.lines.joined(separator: "\n") + "\n"
    notes = writer.notes
    defaults = writer.defaults
  }
}

/// Writes the lines of one bundle's source.
private struct SwiftSourceWriter {
  let bundle: SettingsBundle
  var lines: [String] = []
  var notes: [String] = []
  var defaults = PropertyListDictionary()
  private var typeNames = SwiftNames()

  init(bundle: SettingsBundle) { self.bundle = bundle }

  mutating func write(name: String?) {
    var types = SwiftNames()
    var structs: [String] = []
    for domain in domains {
      let base = domain == bundle.domain || domain == nil ? bundle.title : domain ?? ""
      let wanted = structs.isEmpty ? name : nil
      let typeName = types.upper(wanted ?? base + " Prefs", else: "AppPrefs")
      structs += structure(typeName, domain: domain) + [""]
    }
    let body = structs.dropLast()
    lines = ["import Settee"]
    if body.contains(where: { $0.contains("Date") || $0.contains("Data") || $0.contains("URL") }) {
      lines.insert("import Foundation", at: 0)
    }
    lines += [""] + body
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
          let section = isFirst ? group.title ?? "" : nil
          properties += heading
          properties += declaration(
            propertyName, key: key, control, property, section: section,
            footer: isFirst ? group.footer : nil)
          defaults[key] = property.stored
          notes += property.notes.map { "'\(key)': \($0)" } + conditions(control, key)
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
    let traits = control.traits
    if !traits.isEmpty { arguments.append("traits: [\(traits.joined(separator: ", "))]") }
    let type = property.type.map { ": \($0)" } ?? ""
    let variable = "var \(SwiftNames.quoted(name))\(type) = \(property.literal)"
    let written =
      arguments.isEmpty
      ? ["@Setting \(variable)"] : ["@Setting(\(arguments.joined(separator: ", ")))", variable]
    return SwiftLiteral.comment(control.title ?? key, prefix: "///", lines: 1)
      + SwiftLiteral.comment(footer ?? "", prefix: "///").prependingBlank("///")
      + property.notes.map { "// NB: \($0)." }
      + written
  }

  private func conditions(_ control: Control, _ key: String) -> [String] {
    control.visibleWhen.isEmpty && control.enabledWhen.isEmpty
      ? [] : ["'\(key)' is shown or usable under conditions, which code cannot say"]
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

extension Control {
  /// The traits that the bundle gives the key, as source.
  fileprivate var traits: [String] {
    (sync == .user ? [".cloud"] : []) + (isSecure ? [".secret"] : [])
      + (needsRestart ? [".restart"] : [])
  }
}

extension [String] {
  fileprivate func prependingBlank(_ line: String) -> [String] { isEmpty ? [] : [line] + self }
}
