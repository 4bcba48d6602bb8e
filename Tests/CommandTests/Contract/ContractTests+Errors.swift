/// Exit codes, suggestions, and the streams to which messages are written.
extension ContractTests {
  static let errors: [ContractRow] = hints + options + codes

  /// Command names from other tools, and the commands that Settee suggests for them.
  private static let hints: [ContractRow] =
    [
      ("read", "get"), ("write", "set"), ("unset", "reset"), ("delete", "reset"),
      ("monitor", "watch"), ("range", "describe"), ("domains", "apps"), ("dump", "export"),
      ("load", "import"), ("lint", "check"),
    ].map { theirs, ours in
      ContractRow(
        "\(theirs) -> \(ours)", theirs, code: 2,
        err: .holding(["Unknown command '\(theirs)'. Did you mean '\(ours)'?"])
      )
    } + [
      ContractRow(
        "a mistyped command", "gte MAIL", code: 2, err: .holding(["Did you mean 'get'?"])),
      ContractRow("a mistyped option", "get MAIL k --josn", code: 2, err: .holding(["--json?"])),
      ContractRow("a mistyped key", "get MAIL mail.srt", code: 1, err: .holding(["mail.sort"])),
      ContractRow(
        "a mistyped app", before: ["settee install MAIL"], "get mial k", code: 2,
        err: .holding(["org.settee.mail"])),
    ]

  private static let options: [ContractRow] = [
    ContractRow("a missing argument", "get", code: 2, err: .holding(["Missing argument APP"])),
    ContractRow(
      "an extra argument", "get MAIL k x", code: 2, err: .holding(["Unexpected argument"])),
    ContractRow(
      "an option without its value", "show MAIL --pane", code: 2, err: .holding(["--pane FILE"])),
    ContractRow(
      "an unknown layer", "set MAIL k v --layer all", code: 2,
      err: .holding(["user, site, managed"])),
    ContractRow(
      "an unknown idiom", "show MAIL --idiom tv", code: 2, err: .holding(["phone, pad, mac, all"])),
    ContractRow("an empty app", "get '' k", code: 2, err: .holding(["Missing app name"])),
    ContractRow(
      "an empty path", "check ''", code: 2,
      err: .holding(["Missing path. Give the path of a settings file or bundle."])),
    ContractRow("an empty domain", "get MAIL k --domain ''", code: 2, err: .holding(["empty"])),
    ContractRow(
      "a domain with a path", "get MAIL k --domain ../x", code: 2, err: .anything),
    ContractRow(
      "an invalid size", "snapshot MAIL --size 0x0", code: 2, err: .holding(["80x24"])),
    ContractRow(
      "a huge argument is shortened in the error",
      "get $(head -c 100000 /dev/zero | tr '\\0' a) k 2>said; echo $? $(($(wc -c <said) < 3000))",
      out: .exactly("2 1\n")),
    ContractRow("an invalid mirror", "push MAIL --mirror ftp://x", code: 2, err: .anything),
  ]

  private static let codes: [ContractRow] = [
    ContractRow(
      "5: a damaged Root.plist", before: ["mkdir a.bundle; echo '<plist>' >a.bundle/Root.plist"],
      "show a.bundle", code: 5, err: .holding(["a.bundle: can't read Root.plist, line "])),
    ContractRow(
      "5: a FIFO for a Root.plist", before: ["mkdir a.bundle; mkfifo a.bundle/Root.plist"],
      "show a.bundle", code: 5, err: .holding(["it is a FIFO, not a regular file.\n"])),
    ContractRow(
      "check: a FIFO is one error", before: ["mkdir a.bundle; mkfifo a.bundle/Root.plist"],
      "check a.bundle", code: 1,
      out: .exactly(
        "a.bundle/Root.plist:1:1: error: unreadable file: "
          + "it is a FIFO, not a regular file [unreadable-file]\n")),
    ContractRow(
      "5: a file that is not there", "import MAIL none", code: 5, err: .holding(["none"])),
    ContractRow(
      "5: a folder for a domain's file", before: ["mkdir $XDG_CONFIG_HOME/org.a.b.plist"],
      "get org.a.b k", code: 5, err: .holding(["org.a.b.plist"])),
    ContractRow(
      "7: a mirror that cannot be reached", before: ["settee set MAIL mail.sort size"],
      "push MAIL --mirror etcd://127.0.0.1:1/a --timeout 2", code: 7, err: .anything),
    ContractRow(
      "8: no terminal to edit on", "MAIL <&-", code: 8, err: .holding(["Standard input is closed"])
    ),
    ContractRow(
      "an error prints nothing on standard output, also with --json", "get MAIL none --json",
      code: 1,
      err: .holding(["{\"error\": ", "\"exit\": 1}"])),
    ContractRow(
      "a closed pipe", "man | head -1 >/dev/null; exit ${PIPESTATUS[1]}"),
    ContractRow(
      "NO_COLOR makes no difference without a terminal",
      "--version >/dev/null; cmp <(NO_COLOR=1 settee show MAIL) <(settee show MAIL)"),
  ]
}
