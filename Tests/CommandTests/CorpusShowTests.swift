import Foundation
import SetteeTestSupport
import Testing

/// Compares `show --json` for real bundles with the result of an independent parser.
@Suite(.enabled(if: ProjectFolder.corpus != nil, "NOTE: no real bundles; set SETTEE_CORPUS"))
struct CorpusShowTests {
  @Test func `show lists every pane, control, key, type, default and choice of the files`() throws {
    let sandbox = try Sandbox()
    var controls = 0
    var unread: [String] = []
    for path in ProjectFolder.bundles() {
      guard let walk = FoundationWalk(of: path) else {
        unread.append(path)
        continue
      }
      let outcome = try sandbox.run("show", path, "--json", "--domain", "org.example.corpus")
      let shown = try #require(try outcome.json() as? [String: Any], "\(path): \(outcome.err)")
      let panes = try #require(shown["panes"] as? [[String: Any]])
      #expect(panes.map(\.file) == walk.panes.map(\.name), "\(path)")
      for (pane, file) in zip(panes, walk.panes) {
        let groups = pane["groups"] as? [[String: Any]] ?? []
        let rows = groups.flatMap { $0["controls"] as? [[String: Any]] ?? [] }
        #expect(rows.count == file.rows.count, "\(path) \(file.name)")
        #expect(groups.count == file.groupCount, "\(path) \(file.name)")
        for (shown, element) in zip(rows, file.rows) {
          expectSame(shown, element, "\(path) \(file.name)")
          controls += 1
        }
      }
    }
    // Make sure that the parser found something, because an empty result would match any output.
    #expect(controls > 900 && unread.count <= 2, "\(controls) controls, unread: \(unread)")
  }

  private func expectSame(_ shown: [String: Any], _ element: Element, _ file: String) {
    let place = Comment(rawValue: "\(file): \(element["Key"] ?? element["Title"] ?? "?")")
    #expect(shown["type"] as? String == element.type, place)
    #expect(shown["key"] as? String ?? "" == element.text("Key") ?? "", place)
    #expect((shown["title"] != nil) == (element["Title"] != nil), place)
    if element.isSecret, element["DefaultValue"] != nil {
      #expect((shown["default"] as? [String: Any])?["$secret"] as? Bool == true, place)
    } else {
      #expect(Self.isSame(shown["default"], element["DefaultValue"]), place)
    }
    for (ours, theirs) in [("minimum", "MinimumValue"), ("maximum", "MaximumValue")]
    where element.type == "PSSliderSpecifier" {
      #expect((shown[ours] as? NSNumber)?.doubleValue == element.number(theirs), place)
    }
    guard element.hasChoices else { return }
    let choices = shown["choices"] as? [[String: Any]] ?? []
    let values = element["Values"] as? [Any] ?? []
    #expect(choices.count == values.count, place)
    guard element["DisplaySortedByTitle"] == nil else { return }
    for (choice, value) in zip(choices, values) {
      #expect(Self.isSame(choice["value"], value) && choice["title"] is String, place)
    }
  }

  /// Returns whether a JSON value equals a property list value.
  private static func isSame(_ json: Any?, _ value: Any?) -> Bool {
    switch (json, value) {
    case (nil, nil): true
    case (let a as String, let b as String): a.utf8.elementsEqual(b.utf8)
    case (let a as NSNumber, let b as NSNumber):
      a == b && (String(cString: a.objCType) == "c") == (String(cString: b.objCType) == "c")
    case (let a as [Any], let b as [Any]):
      a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (let a as [String: Any], let b as Data): a["$data"] as? String == b.base64EncodedString()
    case (let a as [String: Any], is Date): a["$date"] != nil
    case (let a as [String: Any], let b as [String: Any]):
      a.count == b.count && b.allSatisfy { isSame(a[$0.key], $0.value) }
    default: false
    }
  }
}

extension [String: Any] {
  fileprivate var file: String { self["file"] as? String ?? "" }
}

/// An element as Foundation reads it, with the key names of Apple or PreferenceLoader.
private struct Element {
  private static let otherNames = [
    "Type": "cell", "Key": "key", "Title": "label", "DefaultValue": "default",
    "Values": "validValues", "File": "detail",
  ]
  let values: [String: Any]

  subscript(_ key: String) -> Any? {
    if let value = values[key] { return value }
    guard values["Type"] == nil, values["cell"] != nil else { return nil }
    return Self.otherNames[key].flatMap { values[$0] }
  }

  func text(_ key: String) -> String? { self[key].map { "\($0)" } }

  func number(_ key: String) -> Double? {
    (self[key] as? NSNumber)?.doubleValue ?? (self[key] as? String).flatMap(Double.init)
  }

  var type: String? { text("Type") }
  var opensGroup: Bool { type == "PSGroupSpecifier" || type == "PSGroupCell" }
  /// Whether the element is a group that consists of a single control.
  var isGroup: Bool { type == "PSRadioGroupSpecifier" || type == "IASKListGroupSpecifier" }
  var opensPane: Bool {
    let isPage = text("File").map { $0.contains("://") || $0.hasSuffix(".html") } ?? true
    return (type == "PSChildPaneSpecifier" || type == "PSLinkCell") && !isPage
  }
  var isSecret: Bool {
    let flag = self["IsSecure"]
    let isOn = (flag as? Bool) ?? (flag as? String).map { ["YES", "true", "1"].contains($0) }
    return type == "PSTextFieldSpecifier" && isOn == true || type == "PSSecureEditTextCell"
  }
  var hasChoices: Bool {
    ["PSMultiValueSpecifier", "PSRadioGroupSpecifier", "PSTitleValueSpecifier"].contains(type)
  }
}

/// The panes of a bundle, found without Settee's code by a depth-first walk from Root.
private struct FoundationWalk {
  struct File {
    let name: String
    let elements: [Element]

    var rows: [Element] { elements.filter { !$0.opensGroup } }

    /// The number of headings, groups with a single control, and sequences of rows without a
    /// heading.
    var groupCount: Int {
      var count = 0
      var isOpen = false
      for element in elements {
        if element.opensGroup || element.isGroup || !isOpen { count += 1 }
        isOpen = !element.isGroup
      }
      return count
    }
  }

  private(set) var panes: [File] = []

  /// Reads the panes of a bundle, or returns nil if Foundation can't read Root.
  init?(of bundle: String) {
    var visited: Set<String> = []
    var names: Set<String> = []
    var waiting = ["Root"]
    while let name = waiting.popLast() {
      guard let path = Self.path(of: name, in: bundle), !visited.contains(path),
        let elements = Self.elements(at: path)
      else { continue }
      visited.insert(path)
      let stem = name.hasSuffix(".plist") ? String(name.dropLast(6)) : name
      let base = stem.split(separator: "/").last.map(String.init) ?? stem
      panes.append(File(name: names.insert(base).inserted ? base : stem, elements: elements))
      waiting += elements.filter(\.opensPane).compactMap { $0.text("File") }.reversed()
    }
    if panes.first?.name != "Root" { return nil }
  }

  private static func path(of name: String, in bundle: String) -> String? {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      return nil
    }
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: bundle)) ?? []
    let languages = folders.filter { $0.hasSuffix(".lproj") }
      .sorted { ($0 == "en.lproj" ? 0 : 1, $0) < ($1 == "en.lproj" ? 0 : 1, $1) }
    let stems = [name] + (name.hasSuffix(".plist") ? [String(name.dropLast(6))] : [])
    for stem in stems {
      for folder in [""] + languages.map({ $0 + "/" }) {
        for ending in ["", "~iphone", "~ipad", ".inApp", "~iphone.inApp", "~ipad.inApp"] {
          let path = "\(bundle)/\(folder)\(stem)\(ending).plist"
          if FileManager.default.fileExists(atPath: path) { return path }
        }
      }
    }
    return nil
  }

  private static func elements(at path: String) -> [Element]? {
    guard let data = FileManager.default.contents(atPath: path),
      let root = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { return nil }
    let list = root["PreferenceSpecifiers"] ?? root["items"]
    return (list as? [Any] ?? []).compactMap { $0 as? [String: Any] }.map(Element.init)
  }
}
