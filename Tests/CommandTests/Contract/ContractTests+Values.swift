/// How values, keys, and apps are parsed and printed.
extension ContractTests {
  static let values: [ContractRow] = apps + types + keys

  private static func set(_ value: String, _ type: String) -> String {
    "settee set org.a.b k \(value) --type \(type)"
  }

  private static let apps: [ContractRow] = [
    ContractRow(
      "a name with a period is a domain even without a file", "list org.example.none"),
    ContractRow(
      "the last part of a domain", before: [set("1", "int")], "get b k", out: .exactly("1\n")),
    ContractRow(
      "several domains with this last part are listed",
      before: [set("1", "int"), "settee set org.c.b k 1 --type int"], "get b k", code: 2,
      err: .holding(["org.a.b, org.c.b"])),
    ContractRow(
      "an argument that is neither a command nor an app", "nosuchword", code: 2,
      err: .holding(["nosuchword"])),
    ContractRow(
      "a path is a bundle, with or without a trailing slash", "get MAIL/ mail.sort",
      out: .exactly("date\n")),
    ContractRow(
      "a path is a Root.plist", "get MAIL/Root.plist mail.sort", out: .exactly("date\n")),
    ContractRow(
      "a path is an app folder with a Settings.bundle",
      before: ["mkdir -p A.app; cp -r MAIL A.app/Settings.bundle"], "get A.app mail.sort",
      out: .exactly("date\n")),
    ContractRow(
      "the bundle's name is its domain",
      before: [
        "mkdir org.x.y.bundle", "echo '{PreferenceSpecifiers=();}' >org.x.y.bundle/Root.plist",
      ],
      "path ./org.x.y.bundle", out: .holding(["/org.x.y.plist\n"])),
    ContractRow(
      "the app's CFBundleIdentifier is the domain",
      before: [
        "mkdir -p A.app/Settings.bundle",
        "echo '{PreferenceSpecifiers=();}' >A.app/Settings.bundle/Root.plist",
        "echo '{CFBundleIdentifier=\"org.x.z\";}' >A.app/Info.plist",
      ], "path A.app", out: .holding(["/org.x.z.plist\n"])),
    ContractRow(
      "a bundle without a domain requires --domain",
      before: [
        "mkdir Settings.bundle; echo '{PreferenceSpecifiers=();}' >Settings.bundle/Root.plist"
      ], "list Settings.bundle", code: 2, err: .holding(["--domain"])),
    ContractRow(
      "--domain replaces the bundle's own", "path MAIL --domain org.x.q",
      out: .holding(["/org.x.q.plist\n"])),
    ContractRow(
      "a bundle without Root has no domain", before: ["mkdir a.bundle"], "show a.bundle", code: 2,
      err: .holding(["has no Root.plist"])),
    ContractRow(
      "a folder without a bundle", before: ["mkdir plain"], "show plain", code: 2,
      err: .holding(["is a directory without a settings bundle. Give the path of a settings file."])
    ),
  ]

  private static let types: [ContractRow] =
    [
      ("string", "'a b'", "a b"), ("int", "-5", "-5"),
      ("int", "18446744073709551615", "18446744073709551615"),
      ("real", "1e3", "1000"), ("real", "0.1", "0.1"), ("bool", "yes", "true"),
      ("bool", "false", "false"),
      ("date", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"), ("data", "AAE=", "AAE="),
      ("json", #"'{"a": [1, true]}'"#, #"{"a": [1, true]}"#),
      ("plist", "'<plist><array><integer>1</integer></array></plist>'", "[1]"),
    ].map { type, value, printed in
      ContractRow(
        "get prints the value set with --type \(type): \(value)", before: [set(value, type)],
        "get org.a.b k",
        out: .exactly(printed + "\n"))
    } + [
      ContractRow(
        "a date as JSON", before: [set("2026-01-02T03:04:05Z", "date")], "get org.a.b k --json",
        out: .exactly("{\"$date\": \"2026-01-02T03:04:05Z\"}\n")),
      ContractRow(
        "data as JSON", before: [set("AAE=", "data")], "get org.a.b k --json",
        out: .exactly("{\"$data\": \"AAE=\"}\n")),
      ContractRow(
        "a secret as JSON", before: ["echo x | settee set MAIL account.password --stdin"],
        "get MAIL account.password --json", code: 4, out: .exactly("{\"$secret\": true}\n"),
        err: .holding(["--secrets"])),
      ContractRow(
        "a secret with --secrets", before: ["echo x | settee set MAIL account.password --stdin"],
        "get MAIL account.password --secrets", out: .exactly("x\n")),
      ContractRow(
        "a list can be set to the output of get",
        before: [#"settee set MAIL accounts.own '["a", "b"]'"#],
        "get MAIL accounts.own", out: .exactly("[\"a\", \"b\"]\n")),
      ContractRow(
        "a value that doesn't match its type", "set org.a.b k x --type int", code: 3,
        err: .holding(["Use an integer"])),
      ContractRow(
        "an unknown type", "set org.a.b k x --type number", code: 2,
        err: .holding(["string, int, real, bool, date, data, json, plist"])),
    ]

  private static let keys: [ContractRow] = [
    ContractRow(
      "a value may start with -", "set MAIL account.name -x",
      out: .exactly("account.name: (unset) -> \"-x\"\n")),
    ContractRow(
      "arguments after -- are not options", "set MAIL account.name -- --help",
      out: .exactly("account.name: (unset) -> \"--help\"\n")),
    ContractRow("-- before the arguments", "get -- MAIL mail.sort", out: .exactly("date\n")),
    ContractRow(
      "periods address nested values", before: [set(#"'{"a": {"b.c": 1}}'"#, "json")],
      #"get org.a.b 'k.a.b\.c'"#, out: .exactly("1\n")),
    ContractRow(
      "a literal key with periods takes precedence",
      before: [set(#"'{"a": 1}'"#, "json"), "settee set org.a.b k.a 2 --type int"],
      "get org.a.b k", out: .exactly("{\"a\": 2}\n")),
    ContractRow(
      "else it is a new literal key", before: ["settee set org.a.b x.y 2 --type int"],
      "export org.a.b --format json", out: .exactly("{\n  \"x.y\": 2\n}\n")),
  ]
}
