import Foundation
import Testing

@Suite struct `Finding apps` {
  @Test func `an installed bundle is found by its domain and by the last part of it`() throws {
    let sandbox = try Sandbox()
    let installed = try sandbox.run("install", Sandbox.mail)
    #expect(installed.out == sandbox.path("data/settee/bundles/org.settee.mail.bundle") + "\n")
    for name in [
      "org.settee.mail", "mail", Sandbox.mail, Sandbox.mail + "/", Sandbox.mail + "/Root.plist",
    ] {
      #expect(try sandbox.run("get", name, "mail.sort").out == "date\n", "\(name)")
    }
    #expect(
      try sandbox.run("path", "mail").out == sandbox.path("config/org.settee.mail.plist") + "\n")
    #expect(
      try sandbox.run("path", "mail", "--layer", "managed").out
        == sandbox.path(Sandbox.managed + "/org.settee.mail.plist") + "\n")
    #expect(try sandbox.run("uninstall", "mail").code == 0)
    #expect(try sandbox.run("uninstall", "org.settee.mail").code == 1)
    #expect(try sandbox.run("get", "mail", "mail.sort").code == 2)
  }

  @Test func `a bundle for a program's file is installed under its bundle name`() throws {
    let sandbox = try Sandbox()
    let name = "<key>SetteeFile</key><string>~/.tool.json</string>"
    let row =
      "<dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Key</key><string>a.b</string></dict>"
    for folder in ["tool.bundle", "Settings.bundle"] {
      try sandbox.write(
        "work/\(folder)/Root.plist",
        "<plist version='1.0'><dict>\(name)<key>PreferenceSpecifiers</key><array>\(row)</array></dict></plist>"
      )
    }
    let installed = sandbox.path("data/settee/bundles/tool.bundle")
    #expect(try sandbox.run("install", "tool.bundle").out == installed + "\n")
    #expect(try sandbox.run("install", "Settings.bundle").code == 2)
    // The first change must create a missing file, even in JSON format.
    #expect(try sandbox.run("set", "tool", "a.b", "true").code == 0)
    let file = try String(contentsOfFile: sandbox.path("home/.tool.json"), encoding: .utf8)
    #expect(file == "{\n  \"a\": {\n    \"b\": true\n  }\n}\n")
    #expect(try sandbox.run("uninstall", "tool").code == 0)
    #expect(try sandbox.run("get", "tool", "a.b").code == 2)
  }

  @Test func `an installed bundle shows the same panes as its source`() throws {
    let sandbox = try Sandbox()
    let before = try sandbox.run("show", Sandbox.mail, "--json", "--language", "ja")
    _ = try sandbox.run("install", Sandbox.mail)
    #expect(try sandbox.run("show", "mail", "--json", "--language", "ja").out == before.out)
  }

  @Test func `the included sample bundle is offered while no app is set up`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "data/settee/samples/Tea.bundle/Root.plist",
      Plist.root([["Type": "PSToggleSwitchSpecifier", "Key": "hot", "Title": "Hot"]]))
    #expect(try sandbox.run("--plain", input: "q\n").out.contains("Tea"))
    // The sample must not be offered when an app is installed.
    _ = try sandbox.run("install", Sandbox.mail)
    #expect(try !sandbox.run("--plain", input: "q\n").out.contains("Tea"))
  }

  @Test func `the app name is installed together with its bundle`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/Tea.app/Info.plist",
      Plist.text(["CFBundleName": "Tea Time", "CFBundleIdentifier": "org.example.tea"]))
    try sandbox.write(
      "work/Tea.app/Settings.bundle/Root.plist",
      Plist.root([
        ["Type": "PSToggleSwitchSpecifier", "Key": "hot", "Title": "Hot", "DefaultValue": true]
      ]))
    #expect(try sandbox.run("get", "Tea.app", "hot").out == "true\n")
    #expect(try sandbox.run("install", "Tea.app").code == 0)
    try expectJSON(
      try sandbox.run("apps", "--json").out,
      #"[{"domain": "org.example.tea", "bundle": "\#(sandbox.path("data/settee/bundles/org.example.tea.bundle"))", "title": "Tea Time", "layers": []}]"#
    )
  }

  @Test func `bundles are looked up in the order of the contract`() throws {
    var sandbox = try Sandbox()
    func bundle(_ folder: String, _ value: String) throws {
      try sandbox.write(
        "\(folder)/org.example.a.bundle/Root.plist",
        Plist.root([
          ["Type": "PSTextFieldSpecifier", "Key": "k", "DefaultValue": value]
        ]))
    }
    let given = sandbox.environment.removeValue(forKey: "XDG_DATA_DIRS")
    try bundle("system/usr/share/settee/bundles", "usual")
    #expect(try sandbox.run("get", "a", "k").out == "usual\n")
    try bundle("system/usr/local/share/settee/bundles", "local")
    #expect(try sandbox.run("get", "a", "k").out == "local\n")
    sandbox.environment["XDG_DATA_DIRS"] = given
    try bundle("system/share/settee/bundles", "system")
    #expect(try sandbox.run("get", "a", "k").out == "system\n")
    try bundle("data/settee/bundles", "user")
    #expect(try sandbox.run("get", "a", "k").out == "user\n")
    try bundle("first", "first")
    sandbox.environment["SETTEE_PATH"] = sandbox.path("none") + ":" + sandbox.path("first")
    #expect(try sandbox.run("get", "a", "k").out == "first\n")
  }

  @Test func `an ambiguous app name is rejected with the list of matches`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 1], "org.example.mail")
    try sandbox.store(["a": 1], "net.other.mail", in: Sandbox.site)
    #expect(
      try sandbox.run("get", "mail", "a")
        == .init(
          code: 2, out: "",
          err: "settee: Ambiguous app name 'mail'. Matches: net.other.mail, org.example.mail.\n"))
    #expect(try sandbox.run("get", "example.mail", "a").code == 1)
    #expect(try sandbox.run("get", "org.example.mail", "a").out == "1\n")
    #expect(
      try sandbox.run("get", "mial", "a").err
        == "settee: Unknown app 'mial'. Did you mean mail (net.other.mail)?\n")
  }

  @Test func `apps lists the layers of each app`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("apps").err.hasPrefix("settee: No apps found. Run 'settee "))
    try sandbox.store(["a": 1])
    try sandbox.store(["a": 1], in: Sandbox.managed)
    try sandbox.store(["a": 1], "org.example.b", in: Sandbox.site)
    #expect(
      try sandbox.run("apps").out
        == "org.example.app\torg.example.app\tmanaged,user\t\norg.example.b\torg.example.b\tsite\t\n"
    )
  }

  @Test func `a folder that isn't a bundle does not hide an app with that name`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/app/file", "")
    try sandbox.store(["a": 1])
    #expect(try sandbox.run("get", "app", "a").out == "1\n")
  }

  @Test func `--domain replaces the domain of a bundle`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["mail.sort": "size"], "org.example.other")
    #expect(
      try sandbox.run("get", Sandbox.mail, "mail.sort", "--domain", "org.example.other").out
        == "size\n")
    try sandbox.write("work/Settings.bundle/Root.plist", Plist.root([]))
    let nameless = try sandbox.run("list", "Settings.bundle")
    #expect(nameless.code == 2 && nameless.err.contains("--domain local.work"), "\(nameless)")
    #expect(try sandbox.run("list", "Settings.bundle", "--domain", "org.example.x").code == 0)
  }

  @Test(arguments: ["../x.y", "a/../b.c", "..x", "", "no/such/Mail.bundle", "None.plist"])
  func `an app name that can't be resolved is rejected`(name: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("set", name, "k", "v", "--type", "string")
    #expect(outcome.code == 2 || name == "None.plist", "\(outcome)")
    #expect(outcome.code == 2 ? !outcome.err.isEmpty : true)
  }

  @Test func `a missing HOME is an error and no file is created`() throws {
    var sandbox = try Sandbox()
    for name in ["HOME", "XDG_CONFIG_HOME"] { sandbox.environment[name] = nil }
    let outcome = try sandbox.run("set", "org.example.app", "k", "v", "--type", "string")
    #expect(outcome.code == 2 && outcome.err.contains("HOME"), "\(outcome)")
  }

  @Test func `a child pane with a separate domain reads and writes that domain`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/Two.bundle/Root.plist",
      Plist.root(
        [
          ["Type": "PSTextFieldSpecifier", "Key": "one", "DefaultValue": "1"],
          ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"],
        ], domain: "org.example.one"))
    try sandbox.write(
      "work/Two.bundle/More.plist",
      Plist.root(
        [
          ["Type": "PSTextFieldSpecifier", "Key": "two", "DefaultValue": "2"]
        ], domain: "org.example.two"))
    let import1 = try sandbox.run("import", "Two.bundle", "-", input: #"{"one": "a", "two": "b"}"#)
    #expect(import1.code == 0, "\(import1)")
    #expect(try sandbox.stored("org.example.one") == ["one": "a"])
    #expect(try sandbox.stored("org.example.two") == ["two": "b"])
    #expect(try sandbox.run("get", "Two.bundle", "two", "--origin").out == "b\tuser\n")
    #expect(try sandbox.run("reset", "Two.bundle", "--all").code == 0)
    #expect(try sandbox.stored("org.example.two") == [:])
  }
}

/// Creates property lists in XML format.
enum Plist {
  static func text(_ value: Any) -> String {
    let data = try? PropertyListSerialization.data(
      fromPropertyList: value, format: .xml, options: 0)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Returns the Root.plist of a bundle with the given elements.
  static func root(_ specifiers: [[String: Any]], domain: String? = nil) -> String {
    var root: [String: Any] = ["PreferenceSpecifiers": specifiers]
    root["ApplicationGroupContainerIdentifier"] = domain
    return text(root)
  }
}
