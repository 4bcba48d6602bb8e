/// Swift code that declares the settings of a bundle and that compiles without changes.
///
/// The command `settee generate swift BUNDLE` prints this code for a bundle. It has a property for
/// each key, a nested type for each child pane, and an enum for each list of choices. The bundle's
/// ranges, defaults, titles, and help are included.
package struct SwiftSource: Sendable {
  package private(set) var text = ""
  /// Notes about parts of the bundle that Swift code can't express, with one sentence for each
  /// part.
  package private(set) var notes: [String] = []
  /// The default value of each key in the generated code.
  private(set) var defaults = PropertyListDictionary()
  private let bundle: SettingsBundle
  private var typeNames = SwiftNames()
  /// The keys and panes that the struct being generated already contains.
  private var seen: Set<SettingPath> = []
  /// For each key, the first pane of the bundle that contains a row for it.
  private var owners: [SettingPath: String] = [:]
  private var visited: Set<String> = []

  /// Creates Swift code that declares the settings of a bundle.
  ///
  /// Unless a name is specified, the struct is named after the title of the bundle.
  package init(of bundle: SettingsBundle, name: String? = nil) {
    self.bundle = bundle
    var types = SwiftNames()
    var body: [String] = []
    for domain in domains {
      let base = domain == bundle.domain || domain == nil ? bundle.title : domain ?? ""
      let wanted = body.isEmpty ? name : nil
      let typeName = types.upper(wanted ?? Self.nameOfSet(base), else: "AppPrefs")
      body += [""] + structure(typeName, domain: domain)
    }
    let needsFoundation = body.contains {
      let line = $0.replacing("LocalDate", with: "")
      return line.contains("Date") || line.contains("Data") || line.contains("URL")
    }
    let imports = (needsFoundation ? ["import Foundation"] : []) + ["import Settee"]
    text = (imports + body).joined(separator: "\n") + "\n"
  }

  /// Returns a type name for a set of settings, with a suffix such as `Prefs` if it doesn't already
  /// have one.
  private static func nameOfSet(_ title: String) -> String {
    let suffixes = ["prefs", "preferences", "settings"]
    let name = title.lowercased().filter { $0.isLetter || $0.isNumber }
    if suffixes.contains(name) { return "App " + title }
    return suffixes.contains(where: name.hasSuffix) ? title : title + " Prefs"
  }

  /// The domains that store the settings of the bundle, in the order in which they first occur.
  private var domains: [String?] {
    var found: [String?] = []
    for pane in bundle.panes {
      for control in pane.controls where control.key != nil {
        let domain = domainOfKey(control, pane)
        if !found.contains(where: { isSame($0, domain) }) { found.append(domain) }
      }
    }
    return found.isEmpty ? [bundle.domain] : found
  }

  private mutating func structure(_ name: String, domain: String?) -> [String] {
    typeNames = SwiftNames(taken: [name])
    seen = []
    visited = []
    owners = [:]
    for pane in bundle.panes {
      for control in pane.controls where isSame(domainOfKey(control, pane), domain) {
        guard let key = control.key, SwiftProperty(of: control) != nil else { continue }
        owners[SettingPath(key)] = owners[SettingPath(key)] ?? pane.file
      }
    }
    var body = SwiftBody()
    for (number, pane) in bundle.panes.enumerated() where !visited.contains(pane.file) {
      // Declare the settings of panes that no row links to in the outermost struct.
      if number == 0 {
        visited.insert(pane.file)
        addRows(of: pane, to: &body, domain: domain, depth: 0)
      } else {
        addPane(pane, titled: nil, section: nil, to: &body, domain: domain, depth: 0)
      }
    }
    var lines = body.lines
    if readableTitle(of: name) != bundle.title {
      lines = ["static let paneTitle = \(bundle.title.swiftLiteral)", ""] + lines
    }
    return [
      "/// The settings of \(oneLine(bundle.title)).", "struct \(name): PreferenceSet {",
    ] + indented(lines) + ["}"]
  }

  private mutating func addRows(
    of pane: Pane, to body: inout SwiftBody, domain: String?, depth: Int
  ) {
    for (number, group) in pane.groups.enumerated() {
      var section = number > 0 || group.title != nil ? group.title ?? "" : nil
      var footer = section == nil ? nil : group.footer
      for control in group.controls {
        if let file = control.pane, depth < Self.mostDepth,
          let inner = bundle.panes.first(where: { $0.file == file }), !visited.contains(file),
          addPane(
            inner, titled: control.title, section: section, to: &body, domain: domain,
            depth: depth + 1)
        {
          (section, footer) = (nil, nil)
        }
        guard isSame(domainOfKey(control, pane), domain),
          add(control, of: pane, section: section, footer: footer, to: &body)
        else { continue }
        (section, footer) = (nil, nil)
      }
    }
  }

  /// The maximum number of levels of nested types in the generated code.
  ///
  /// The settings of more deeply nested panes are declared in the outermost type.
  private static let mostDepth = 16

  /// Declares the settings of a pane in a nested type, as a group of the enclosing type.
  ///
  /// This method returns `false` if the domain doesn't store any setting of the pane.
  @discardableResult
  private mutating func addPane(
    _ pane: Pane, titled title: String?, section: String?, to body: inout SwiftBody,
    domain: String?, depth: Int
  ) -> Bool {
    visited.insert(pane.file)
    var inner = SwiftBody()
    addRows(of: pane, to: &inner, domain: domain, depth: depth)
    if inner.isEmpty { return false }
    let title = title ?? pane.title
    let type = typeNames.upper(title, pane.file, else: "Pane\(visited.count)")
    let name = body.names.lower(title, pane.file, else: "pane\(visited.count)")
    var arguments = ["layout: .flat", "style: .pane"]
    if title != readableTitle(of: name) { arguments.append("title: \(title.swiftLiteral)") }
    if let section { arguments.append("section: \(section.swiftLiteral)") }
    body.properties += title.swiftComment(lines: 1)
    body.properties += [
      "@SettingGroup(\(arguments.joined(separator: ", ")))",
      "var \(SwiftNames.quoted(name)) = \(type)()",
    ]
    body.types += ["", "struct \(type): PreferenceSet {"] + indented(inner.lines) + ["}"]
    return true
  }

  /// Declares the setting that a row edits in the generated code.
  ///
  /// This method returns `false` if the row doesn't edit a setting or if its key has already been
  /// declared.
  private mutating func add(
    _ control: Control, of pane: Pane, section: String?, footer: String?,
    to body: inout SwiftBody
  ) -> Bool {
    guard let key = control.key else { return false }
    guard var property = SwiftProperty(of: control) else {
      notes.append("'\(key)' is a \(control.kind.rawValue), which isn't a setting")
      return false
    }
    guard owners[SettingPath(key)] == pane.file, seen.insert(SettingPath(key)).inserted else {
      notes.append("'\(key)' occurs more than once in the bundle; only the first one is used")
      return false
    }
    let name = body.names.lower(key, else: "setting\(seen.count)")
    if property.choices != nil {
      property.nameEnum(typeNames.upper(key, else: "Choices\(seen.count)"))
      body.types += [""] + (property.choices?.source ?? [])
    }
    body.properties += declaration(
      name, key: key, control, property, section: section, footer: footer)
    defaults[key] = property.stored
    notes += property.notes.map { "'\(key)': \($0)" }
    if !control.visibleWhen.isEmpty || !control.enabledWhen.isEmpty {
      notes.append("'\(key)' has conditions for showing or enabling it, which code can't express")
    }
    return true
  }

  private func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  private func declaration(
    _ name: String, key: String, _ control: Control, _ property: SwiftProperty, section: String?,
    footer: String?
  ) -> [String] {
    var arguments: [String] = []
    if !name.utf8.elementsEqual(key.utf8) { arguments.append("key: \(key.swiftLiteral)") }
    arguments += property.rules
    if !property.display.isEmpty {
      arguments.append("display: \(property.display.joined(separator: ", "))")
    }
    if let title = control.title, title != readableTitle(of: key) {
      arguments.append("title: \(title.swiftLiteral)")
    }
    if let help = control.help { arguments.append("help: \(help.swiftLiteral)") }
    if let section { arguments.append("section: \(section.swiftLiteral)") }
    let traits =
      (control.sync == .user ? [".synced"] : []) + (control.isSecure ? [".secret"] : [])
      + (control.needsRestart ? [".requiresRestart"] : [])
    if !traits.isEmpty { arguments.append("traits: [\(traits.joined(separator: ", "))]") }
    let type = property.type.map { ": \($0)" } ?? ""
    let variable = "var \(SwiftNames.quoted(name))\(type) = \(property.literal)"
    let written =
      arguments.isEmpty
      ? ["@Setting \(variable)"] : ["@Setting(\(arguments.joined(separator: ", ")))", variable]
    let details = (footer ?? "").swiftComment()
    return (control.title ?? key).swiftComment(lines: 1)
      + (details.isEmpty ? [] : ["///"] + details)
      + property.notes.map { "// Note: \($0)." }
      + written
  }

  private func domainOfKey(_ control: Control, _ pane: Pane) -> String? {
    control.domain ?? pane.domain ?? bundle.domain
  }

  private func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map { SettingPath($0) } == other.map { SettingPath($0) }
  }

  private func oneLine(_ text: String) -> String {
    text.swiftComment(prefix: "", lines: 1).first.map { String($0.dropFirst()) } ?? ""
  }
}

/// The members of a struct in the generated code.
private struct SwiftBody {
  var names = SwiftNames()
  var properties: [String] = []
  /// The nested types of the struct, with an empty line before each type.
  var types: [String] = []

  var isEmpty: Bool { properties.isEmpty }

  var lines: [String] { properties + types }
}

extension SwiftProperty {
  /// Inserts the name of an enum into the type and the default value of a property.
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
