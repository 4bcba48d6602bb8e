import Foundation
import Settee
import SetteeTestSupport
import Testing

/// Compares Settee's parser with an independent parser based on Foundation for each real bundle.
@Suite(.enabled(if: ProjectFolder.corpus != nil)) struct CorpusParsingTests {
  @Test func `every bundle is read or is an error`() throws {
    var unread: [String] = []
    for path in ProjectFolder.bundles() {
      do {
        let bundle = try SettingsBundle(at: path)
        #expect(bundle.panes.first?.file == "Root", "\(path)")
      } catch let error as SetteeError {
        #expect(!error.message.isEmpty)
        unread.append(path)
      }
    }
    // One Root.plist has a `<key>` in place of a value, which no parser accepts.
    #expect(unread.map { $0.contains("CustomClock") } == [true], "\(unread)")
  }

  @Test(arguments: ProjectFolder.bundles())
  func `every element in the files is in the panes`(path: String) throws {
    guard let bundle = try? SettingsBundle(at: path) else { return }
    for pane in bundle.panes {
      let theirs = try FoundationPane(path: "\(path)/\(pane.path)")
      #expect(pane.groups.filter(\.isDeclared).count == theirs.groups, "\(path) \(pane.path)")
      #expect(pane.controls.map(\.type) == theirs.rows.map { $0["Type"] as? String })
      #expect(
        pane.controls.map { $0.key ?? "" } == theirs.rows.map { $0["Key"] as? String ?? "" },
        "\(path) \(pane.path)")
      for (control, row) in zip(pane.controls, theirs.rows) {
        expectSame(control, row, "\(path) \(pane.path)")
      }
    }
    #expect(Set(bundle.panes.map(\.path)) == FoundationPane.reachable(in: path), "\(path)")
  }

  private func expectSame(_ control: Control, _ row: [String: Any], _ file: String) {
    #expect(isSame(control.defaultValue, row["DefaultValue"]), "\(file): \(control.label)")
    #expect((control.title != nil) == (row["Title"] != nil), "\(file): \(control.label)")
    guard [.choice, .radio, .title].contains(control.kind) else { return }
    let values = row["Values"] as? [Any] ?? []
    #expect(control.choices.count == values.count, "\(file): \(control.label)")
    for choice in control.choices {
      #expect(values.contains { isSame(choice.value, $0) }, "\(file): \(control.label)")
    }
  }

  private func isSame(_ ours: PropertyList?, _ theirs: Any?) -> Bool {
    switch (ours, theirs) {
    case (nil, nil): true
    case (.string(let a)?, let b as String): a.utf8.elementsEqual(b.utf8)
    case (.boolean(let a)?, let b as NSNumber): b.boolValue == a
    case (.integer(let a)?, let b as NSNumber): b.int64Value == a
    case (.real(let a)?, let b as NSNumber): b.doubleValue == a
    case (.date(let a)?, let b as Date): a == b
    case (.data(let a)?, let b as Data): a == b
    default: false
    }
  }
}

extension PaneGroup {
  /// Whether an element in the file declares the group.
  fileprivate var isDeclared: Bool { place != nil }
}

/// The file of a pane, parsed with Foundation.
private struct FoundationPane {
  let elements: [[String: Any]]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    let root = try PropertyListSerialization.propertyList(from: data, format: nil)
    elements = (root as? [String: Any])?["PreferenceSpecifiers"] as? [[String: Any]] ?? []
  }

  /// The number of elements that declare groups.
  var groups: Int {
    let types: Set = ["PSGroupSpecifier", "PSRadioGroupSpecifier", "IASKListGroupSpecifier"]
    return elements.filter { types.contains($0["Type"] as? String ?? "") }.count
  }

  var rows: [[String: Any]] { elements.filter { $0["Type"] as? String != "PSGroupSpecifier" } }

  /// Returns the files reachable from Root, found without Settee's code.
  static func reachable(in bundle: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = ["Root"]
    while let name = waiting.popLast() {
      let candidates =
        [name + ".plist", name, name + "~iphone.plist", name + "~ipad.plist"]
        + [name + ".inApp.plist", "en.lproj/\(name).plist"]
      let file = candidates.first { candidate in
        var isFolder: ObjCBool = false
        let path = "\(bundle)/\(candidate)"
        return candidate.hasSuffix(".plist")
          && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      }
      guard let file, let pane = try? FoundationPane(path: "\(bundle)/\(file)"),
        found.insert(file).inserted
      else { continue }
      waiting += pane.elements.filter { $0["Type"] as? String == "PSChildPaneSpecifier" }
        .compactMap { $0["File"] as? String }
    }
    return found
  }
}
