import Foundation
import Testing

@Suite struct `Showing and checking` {
  @Test func `show --json describes a control as the contract states`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/Tea.bundle/Root.plist",
      Plist.root(
        [
          [
            "Type": "PSToggleSwitchSpecifier", "Title": "Hot", "Key": "hot", "DefaultValue": "yes",
            "TrueValue": "yes", "FalseValue": "no",
          ],
          ["Type": "PSGroupSpecifier", "Title": "Cup", "FooterText": "Of clay."],
          [
            "Type": "PSSliderSpecifier", "Key": "size", "DefaultValue": 1, "MinimumValue": 0.5,
            "MaximumValue": 4,
          ],
          [
            "Type": "PSTextFieldSpecifier", "Key": "pin", "IsSecure": true,
            "KeyboardType": "NumberPad",
          ],
          ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"],
          ["Title": "No type"],
        ], domain: "org.example.tea"))
    try sandbox.write(
      "work/Tea.bundle/More.plist",
      Plist.root([
        [
          "Type": "PSRadioGroupSpecifier", "Title": "Sort", "Key": "sort", "DefaultValue": 1,
          "Titles": ["Green", "Black"], "Values": [1, 2],
        ],
        ["Type": "IASKOpenURLSpecifier", "Title": "Web", "File": "https://example.org/"],
      ]))
    try sandbox.store(["size": 2, "pin": "1234"], "org.example.tea")
    try expectJSON(try sandbox.run("show", "Tea.bundle", "--json").out, Self.tea)
    try expectJSON(
      try sandbox.run("show", "Tea.bundle", "--json", "--pane", "More").out, Self.teaMore)
  }

  @Test func `show uses the requested language`() throws {
    var sandbox = try Sandbox()
    #expect(
      try sandbox.run("show", Sandbox.mail, "--language", "de", "--pane", "Root").out.contains(
        "Ungelesen") == false)
    let german = try sandbox.run("show", Sandbox.mail, "--language", "de").out
    #expect(german != (try sandbox.run("show", Sandbox.mail).out))
    sandbox.environment["LANG"] = "de_DE.UTF-8"
    #expect(try sandbox.run("show", Sandbox.mail).out == german)
    sandbox.environment["LANGUAGE"] = "ja:de"
    #expect(try sandbox.run("show", Sandbox.mail).out != german)
  }

  @Test func `the sample panes pass check and Broken does not`() throws {
    let sandbox = try Sandbox()
    for bundle in ["Mail", "Settee"] {
      #expect(
        try sandbox.run("check", "--strict", "\(Sandbox.panes)/\(bundle).bundle")
          == .init(code: 0, out: "", err: ""))
      try expectJSON(
        try sandbox.run("check", "--json", "\(Sandbox.panes)/\(bundle).bundle").out, "[]")
    }
    let broken = try sandbox.run("check", "\(Sandbox.panes)/Broken.bundle")
    #expect(broken.code == 1)
    let line = try #require(broken.out.split(separator: "\n").first)
    #expect(line.contains(/^.*\.plist:\d+:\d+: (error|warning): .* \[[a-z-]+\]$/), "\(line)")
    let found = try #require(
      try sandbox.run("check", "--json", "\(Sandbox.panes)/Broken.bundle").json()
        as? [[String: Any]])
    #expect(found.count == broken.out.split(separator: "\n").count)
    #expect(Set(found[0].keys) == ["file", "line", "column", "severity", "rule", "message"])
    let github = try sandbox.run("check", "--format", "github", "\(Sandbox.panes)/Broken.bundle")
    #expect(github.out.hasPrefix("::error file=") || github.out.hasPrefix("::warning file="))
  }

  static let more = """
    {"file": "More", "title": "More", "groups": [
      {"title": "Sort", "controls": [{"kind": "radio", "type": "PSRadioGroupSpecifier",
        "title": "Sort", "key": "sort", "value": 1, "default": 1, "origin": "registered",
        "choices": [{"title": "Green", "value": 1}, {"title": "Black", "value": 2}]}]},
      {"controls": [{"kind": "link", "type": "IASKOpenURLSpecifier", "title": "Web",
        "file": "https://example.org/", "url": "https://example.org/"}]}]}
    """

  static let teaMore =
    #"{"domain": "org.example.tea", "title": "Tea", "panes": [\#(more)]}"#

  static let tea = """
    {"domain": "org.example.tea", "title": "Tea", "panes": [
      {"file": "Root", "title": "Tea", "groups": [
        {"controls": [{"kind": "toggle", "type": "PSToggleSwitchSpecifier", "title": "Hot",
          "key": "hot", "value": "yes", "default": "yes", "origin": "registered", "on": "yes",
          "off": "no"}]},
        {"title": "Cup", "footer": "Of clay.", "controls": [
          {"kind": "slider", "type": "PSSliderSpecifier", "key": "size", "value": 2, "default": 1,
            "origin": "user", "minimum": 0.5, "maximum": 4},
          {"kind": "text", "type": "PSTextFieldSpecifier", "key": "pin",
            "value": {"$secret": true}, "origin": "user", "secure": true, "keyboard": "NumberPad"},
          {"kind": "pane", "type": "PSChildPaneSpecifier", "title": "More", "file": "More"},
          {"kind": "unknown", "title": "No type"}]}]}, \(more)]}
    """
}
