import SetteeValues
import Testing

extension Format {
  fileprivate static let properties = Format.lines(.properties)
  fileprivate static let networkd = Format.lines(.networkd)
  fileprivate static let mysql = Format.lines(.mysql)
  fileprivate static let sysctl = Format.lines(.sysctl)
  fileprivate static let dnsmasq = Format.lines(.dnsmasq)
  fileprivate static let chrony = Format.lines(.chrony)
  fileprivate static let kitty = Format.lines(.kitty)
  fileprivate static let ghostty = Format.lines(.ghostty)
  fileprivate static let environment = Format.lines(.environment)
}

/// Tests the dialects of single programs, which are parsed the way the program does.
@Suite struct ProgramDialectTests {
  @Test func `Java properties are read as java.util.Properties reads them`() throws {
    let text = #"""
      # comment
      ! another one
      a=1
      b : two
      c three words
      d
      e\ f\=g = x
        list = a,\
               b, \
           c
      tab=\tx\u00fc\uD83D\uDE00\q
      empty=
      url=http://x/#a
      """#
    #expect(
      try read(text, as: .properties).told == [
        "a=1", "b=two", "c=three words", "d=", "e f=g=x", "list=a,b, c", "tab=\txü😀q", "empty=",
        "url=http://x/#a",
      ])
    #expect(try read("a = x  \n", as: .properties).told == ["a=x  "])
    let broken = try read("a = \\u12\nb = 1\n", as: .properties)
    #expect(broken.told == ["b=1"] && broken.unknown.count == 1)
  }

  @Test func `login.defs has blanks between keys and values, and comments on separate lines`()
    throws
  {
    let text = "# a # b\nUMASK\t\t022\nUID_MIN   1000 # c\nENV \"x y\"\nUMASK 077\n"
    let read = try read(text, as: .lines(.loginDefinitions))
    #expect(read.told == ["UMASK=022", "UID_MIN=1000 # c", "ENV=x y", "UMASK=077"])
    #expect(
      try edited(
        text, .lines(.loginDefinitions), set("UID_MIN", .text("500")), set("NEW", .boolean(true)))
        == text.replacing("1000 # c", with: "500") + "NEW yes\n")
  }

  @Test func `Java properties are written with the escapes that they need`() throws {
    let text = "# opts\na.b=a=b,\\\n    c=d\nx: 2\nn=S\\u00fc\n"
    #expect(
      try edited(text, .properties, set("x", .text("3")))
        == "# opts\na.b=a=b,\\\n    c=d\nx: 3\nn=S\\u00fc\n")
    #expect(
      try edited(text, .properties, set("\"a.b\"", .text(" new\\\n")))
        == "# opts\na.b=\\ new\\\\\\n\nx: 2\nn=S\\u00fc\n")
    #expect(
      try edited(text, .properties, set("n", .text("ß😀"))).hasSuffix("n=\\u00DF\\uD83D\\uDE00\n"))
    #expect(
      try edited("n=ü\n", .properties, set("n", .text("ß"))) == "n=ß\n")
    #expect(
      try edited("a=1\n", .properties, set("\"k e:y\"", .text("2"))) == "a=1\nk\\ e\\:y=2\n")
    #expect(try edited("a\nb=1\n", .properties, set("a", .text("2"))) == "a=2\nb=1\n")
    #expect(
      try edited(text, .properties, remove("\"a.b\"")) == "# opts\nx: 2\nn=S\\u00fc\n")
  }

  @Test func `MySQL options may have no value, and directives aren't settings`() throws {
    let text = """
      [mysqld]
      skip-name-resolve
      port = 3306 # default
      init = 'SET x=1; # no comment'
      !includedir /etc/mysql/conf.d/
      """
    let document = try read(text, as: .mysql)
    #expect(
      document.told == [
        "mysqld.skip-name-resolve=", "mysqld.port=3306", "mysqld.init=SET x=1; # no comment",
      ])
    #expect(document.unknown.isEmpty)
    #expect(
      try edited(text, .mysql, set("mysqld.port", .text("3307")), set("mysqld.a", .text("b#c")))
        == text.replacing("3306", with: "3307")
        .replacing("comment'\n", with: "comment'\na = \"b#c\"\n"))
  }

  @Test func `sections that add routes to a network are items, and others are merged`() throws {
    let match = "[Match]\nName=a\n\n[Match]\nMACAddress=b\n"
    let routes = "[Route]\nGateway=1\nMetric=5\n\n# two\n[Route]\nGateway=2\n"
    let text = match + "\n" + routes
    #expect(
      try read(text, as: .networkd).told == [
        "Match.Name=a", "Match.MACAddress=b", "Route[0].Gateway=1", "Route[0].Metric=5",
        "Route[1].Gateway=2",
      ])
    let changed = try edited(text, .networkd, set("Route[1].Gateway", .text("3")))
    #expect(changed == text.replacing("Gateway=2", with: "Gateway=3"))
    let added = try edited(text, .networkd, set("Route[0].Table", .text("7")))
    #expect(added == text.replacing("Metric=5\n", with: "Metric=5\nTable=7\n"))
    let refused = try edited(text, .networkd, set("Route.Metric", .text("7")))
    #expect(refused.hasPrefix("refused: Route is an array of tables; specify the item"))
    let removed = try edited(text, .networkd, remove("Route[0]"))
    #expect(removed == match + "\n# two\n[Route]\nGateway=2\n")
    let merged = try edited(text, .networkd, set("Match.Type", .text("c")))
    #expect(merged == text.replacing("MACAddress=b\n", with: "MACAddress=b\nType=c\n"))
  }

  @Test func `kernel parameters may begin with a minus sign`() throws {
    let text = "-net.ipv4.x = 1\n#vm.swappiness=60\nkernel.y=\"q\" # all of it\n"
    let document = try read(text, as: .sysctl)
    #expect(document.told == ["\"net.ipv4.x\"=1", "\"kernel.y\"=\"q\" # all of it"])
    #expect(
      try edited(text, .sysctl, set("\"vm.swappiness\"", .integer(10)))
        == text.replacing("=60\n", with: "=60\nvm.swappiness=10\n"))
  }

  @Test func `a switch without a value is turned on by its name`() throws {
    let text = "port=5353 # low\ndomain-needed\nserver=1.1.1.1\nserver=9.9.9.9\n"
    #expect(
      try read(text, as: .dnsmasq).told == [
        "port=5353", "domain-needed=", "server=1.1.1.1", "server=9.9.9.9",
      ])
    #expect(
      try edited(text, .dnsmasq, set("bogus-priv", .boolean(true))) == text + "bogus-priv\n")
    #expect(
      try edited(text, .dnsmasq, set("domain-needed", .boolean(false)))
        == "refused: domain-needed is on because it has no value; to turn it off, remove it")
    let chrony = "! old\nmakestep 1.0 3\nRtcSync\npool a.example iburst\n"
    #expect(
      try edited(chrony, .chrony, set("makestep", .text("1 5")), remove("rtcsync"))
        == "! old\nmakestep 1 5\npool a.example iburst\n")
    let core = "\n[core]\nInclude = /a\nInclude = /b\n"
    let pacman = "[options]\nHoldPkg = pacman\n#Color\nCheckSpace\n" + core
    #expect(
      try read(pacman, as: .lines(.pacman)).told == [
        "options.HoldPkg=pacman", "options.CheckSpace=", "core.Include=/a", "core.Include=/b",
      ])
    #expect(
      try edited(
        pacman, .lines(.pacman), set("options.Color", .boolean(true)), remove("options.CheckSpace"),
        .insert(DocumentPath(keys: "core", "Include"), at: 2, .text("/c")))
        == "[options]\nHoldPkg = pacman\n#Color\nColor\n" + core + "Include = /c\n")
  }

  @Test func `files of terminal emulators support repeated keys and colors`() throws {
    let kitty =
      "font_size 11.0\nmap ctrl+a new_tab\nmap ctrl+b \\\nforeground #fff\nenv A=1\n\\ B\n"
    #expect(
      try read(kitty, as: .kitty).told == [
        "font_size=11.0", "map=ctrl+a new_tab", "map=ctrl+b \\", "foreground=#fff", "env=A=1 B",
      ])
    #expect(
      try edited(kitty, .kitty, set("foreground", .text("#000")))
        == kitty.replacing("#fff", with: "#000"))
    let ghostty = "font-family = \"A b\"\nkeybind = ctrl+a=new_tab\nbackground = #123\n"
    #expect(
      try read(ghostty, as: .ghostty).told == [
        "font-family=A b", "keybind=ctrl+a=new_tab", "background=#123",
      ])
  }

  @Test func `the environment file of PAM has no substitution`() throws {
    let text = "PATH=\"/bin:$HOME\"\nexport A='x'\n"
    #expect(try read(text, as: .environment).told == ["PATH=/bin:$HOME", "A=x"])
    #expect(
      try edited(text, .environment, set("A", .text("$y"))) == text.replacing("'x'", with: "'$y'"))
    #expect(
      try edited(text, .environment, set("B", .text("a#b"))).hasPrefix("refused"))
  }
}
