import Foundation
import Settee
import Testing

/// Tests how bundles are found and read, and that they can't refer to files outside their folder.
@Suite struct BundleOpeningTests {
  private func open(
    _ files: [String: [UInt8]], at path: String = "B.bundle",
    options: BundleOptions = BundleOptions()
  ) throws -> SettingsBundle {
    try SettingsBundle(at: path, options: options, files: .memory(files))
  }

  @Test func `panes are in depth-first order, each once, and cycles end`() throws {
    var files = SmallBundle(
      rows: SmallBundle.link("A", title: "First") + SmallBundle.link("B")
        + SmallBundle.link("A", title: "Again")
    ).files
    files["B.bundle/A.plist"] = SmallBundle.root(SmallBundle.link("C") + SmallBundle.link("Root"))
    files["B.bundle/B.plist"] = SmallBundle.root(SmallBundle.link("C"))
    files["B.bundle/C.plist"] = SmallBundle.root(SmallBundle.link("C"))
    let bundle = try open(files)
    #expect(bundle.panes.map(\.file) == ["Root", "A", "C", "B"])
    #expect(bundle.panes.map(\.title) == ["B", "First", "More", "More"])
    #expect(bundle.controls.map(\.pane) == ["A", "B", "A", "C", "Root", "C", "C"])
    #expect(bundle.faults.isEmpty)
  }

  @Test func `a chain of thousands of panes doesn't overflow the stack`() throws {
    var files = SmallBundle(rows: SmallBundle.link("P0")).files
    for index in 0..<3000 {
      files["B.bundle/P\(index).plist"] = SmallBundle.root(SmallBundle.link("P\(index + 1)"))
    }
    #expect(try open(files).panes.count == 3001)
  }

  @Test(arguments: [
    ("Gone", "missing Gone.plist"), ("../Other", "../Other is outside the bundle"),
    ("/etc/passwd", "/etc/passwd is outside the bundle"), ("", "missing file name"),
    ("Bad", "can't read Bad.plist, line 1: "),
  ])
  func `a row with an unusable pane has an explanation`(file: String, fault: String) throws {
    var files = SmallBundle(rows: SmallBundle.link(file)).files
    files["B.bundle/Bad.plist"] = Array("<plist><dict><key>".utf8)
    files["Other.plist"] = SmallBundle.root("")
    let bundle = try open(files)
    #expect(bundle.panes.count == 1)
    #expect(bundle.controls[0].error?.hasPrefix(fault) == true)
    #expect(bundle.faults.count == 1)
  }

  @Test func `files in a subfolder and names with an extension are found`() throws {
    var files = SmallBundle(rows: SmallBundle.link("3rd/Lua") + SmallBundle.link("More.plist"))
      .files
    files["B.bundle/3rd/Lua.plist"] = SmallBundle.root("")
    files["B.bundle/More.plist"] = SmallBundle.root("")
    #expect(try open(files).panes.map(\.file) == ["Root", "Lua", "More"])
  }

  @Test func `links out of the bundle are not followed, links inside are`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appending(path: "B.bundle")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let rows = SmallBundle.link("Out") + SmallBundle.link("In")
    try Data(SmallBundle.root(rows)).write(to: bundle.appending(path: "Root.plist"))
    try Data(SmallBundle.root("")).write(to: folder.appending(path: "Secret.plist"))
    try Data(SmallBundle.root("")).write(to: bundle.appending(path: "Real.plist"))
    for (name, target) in [("Out", "../Secret.plist"), ("In", "../B.bundle/Real.plist")] {
      try FileManager.default.createSymbolicLink(
        atPath: bundle.appending(path: "\(name).plist").path, withDestinationPath: target)
    }
    let controls = try SettingsBundle(at: bundle.path).controls
    #expect(controls.map(\.pane) == [nil, "In"])
    #expect(controls[0].error == "Out.plist is outside the bundle")
  }

  @Test(arguments: [
    (Idiom.all, false, "Root.plist"), (.all, true, "Root.inApp.plist"),
    (.phone, false, "Root~iphone.plist"), (.pad, false, "Root~ipad.plist"),
    (.mac, false, "Root.plist"), (.pad, true, "Root~ipad.inApp.plist"),
  ])
  func `the file variant for the device is used`(idiom: Idiom, inApp: Bool, path: String) throws {
    var files: [String: [UInt8]] = [:]
    for name in ["Root", "Root~iphone", "Root~ipad", "Root.inApp", "Root~ipad.inApp"] {
      files["B.bundle/\(name).plist"] = SmallBundle.root("")
    }
    let bundle = try open(files, options: BundleOptions(idiom: idiom, inApp: inApp))
    #expect(bundle.panes.map(\.path) == [path])
    #expect(bundle.panes.map(\.file) == ["Root"])
  }

  @Test(arguments: ["Root~iphone", "Root~ipad", "Root.inApp", "fr.lproj/Root"])
  func `without a plain file, any variant is used`(name: String) throws {
    let files = ["B.bundle/\(name).plist": SmallBundle.root(SmallBundle.toggle("a"))]
    #expect(try open(files).panes.map(\.path) == ["\(name).plist"])
  }

  @Test func `elements for other devices are dropped, and a dropped group keeps its rows`() throws {
    let pad = "<key>SupportedUserInterfaceIdioms</key><array><string>Pad</string></array>"
    let group = "<dict><key>Type</key><string>PSGroupSpecifier</string>"
    let files = SmallBundle(
      rows: group + "</dict>" + SmallBundle.toggle("a") + group + pad + "</dict>"
        + SmallBundle.toggle("b") + SmallBundle.toggle("c", extra: pad)
    ).files
    let phone = try open(files, options: BundleOptions(idiom: .phone)).panes[0].groups
    #expect(phone.map { $0.controls.map(\.key) } == [["a", "b"]])
    let all = try open(files).panes[0].groups
    #expect(all.map { $0.controls.map(\.key) } == [["a"], ["b", "c"]])
  }

  @Test func `rows form groups as devices display them`() throws {
    let radio =
      "<dict><key>Type</key><string>PSRadioGroupSpecifier</string><key>Key</key>"
      + "<string>r</string><key>Title</key><string>Radio</string><key>FooterText</key>"
      + "<string>Foot</string></dict>"
    let groups = try open(
      SmallBundle(
        rows: SmallBundle.toggle("a") + radio + SmallBundle.toggle("b") + SmallBundle.toggle("c")
      ).files
    ).panes[0].groups
    #expect(groups.map(\.title) == [nil, "Radio", nil])
    #expect(groups.map { $0.controls.map(\.key) } == [["a"], ["r"], ["b", "c"]])
    #expect(groups[1].footer == "Foot")
  }

  @Test(arguments: ["App.app", "App.app/Settings.bundle", "App.app/Settings.bundle/Root.plist"])
  func `an app's folder, its bundle and its Root.plist open the same bundle`(path: String) throws {
    let info = "{ CFBundleIdentifier = org.example.app; CFBundleDisplayName = Example; }"
    let bundle = try open(
      [
        "App.app/Settings.bundle/Root.plist": SmallBundle.root(""),
        "App.app/Info.plist": Array(info.utf8),
      ], at: path)
    #expect(bundle.path == "App.app/Settings.bundle")
    #expect(bundle.domain == "org.example.app")
    #expect(bundle.title == "Example")
  }

  @Test func `the domain comes from the option, the file or the bundle's name`() throws {
    let group = "<key>ApplicationGroupContainerIdentifier</key><string>group.x</string>"
    #expect(try open(SmallBundle(rows: "", extra: group).files).domain == "group.x")
    #expect(try open(SmallBundle(rows: "").files).domain == "B")
    let files = ["Settings.bundle/Root.plist": SmallBundle.root("")]
    #expect(try open(files, at: "Settings.bundle").domain == nil)
    var both = SmallBundle(rows: SmallBundle.link("A") + SmallBundle.link("C"), extra: group).files
    both["B.bundle/A.plist"] = SmallBundle.root("", extra: group)
    both["B.bundle/C.plist"] = SmallBundle.root(
      SmallBundle.toggle("k"), extra: group.replacingOccurrences(of: "group.x", with: "group.y"))
    let bundle = try open(both, options: BundleOptions(domain: "mine"))
    #expect(bundle.panes.map(\.domain) == ["mine", "mine", "group.y"])
    #expect(bundle.controls.last?.domain == "group.y")
  }

  @Test(arguments: [
    ("Nowhere", SetteeError.Code.missingBundle), ("Empty.bundle", .notABundle),
    ("Notes.txt", .notABundle),
    ("Bad.bundle", .unreadableBundle), ("List.bundle", .unreadableBundle),
  ])
  func `an invalid bundle is an error`(path: String, code: SetteeError.Code) {
    let files = [
      "Empty.bundle/Readme": [], "Notes.txt": [], "Bad.bundle/Root.plist": Array("<plist>".utf8),
      "List.bundle/Root.plist": Array("(a, b)".utf8),
    ]
    let error = #expect(throws: SetteeError.self) { try open(files, at: path) }
    #expect(error?.code == code)
    #expect(error?.message.contains(path) == true)
  }
}
