/// The behavior of each command, in the order of the table in the contract.
extension ContractTests {
  private static let sender = "settee set MAIL mail.sort sender"

  static let verbs: [ContractRow] = reading + writing + files + wholeApps

  private static let reading: [ContractRow] = [
    ContractRow("check: a valid bundle prints nothing", "check --strict MAIL"),
    ContractRow(
      "check: file:line:col: error: sentence [rule], and exit 1", "check BROKEN", code: 1,
      out: .holding(["/MissingChild.plist:13:4: error: ", " [missing-file]\n", ": warning: "])),
    ContractRow(
      "check --json of a valid bundle is []", "check --json MAIL", out: .exactly("[]\n")),
    ContractRow(
      "check --format github", "check BROKEN --format github", code: 1,
      out: .holding(["::error file=", ",line=13,col=4,title=missing-file::", "::warning file="])),
    ContractRow(
      "check: warnings alone exit 0", before: ["printf 'a=1;a=2;' >t.strings"], "check t.strings",
      out: .holding(["[repeated-key]"])),
    ContractRow(
      "check --strict: warnings exit 1", before: ["printf 'a=1;a=2;' >t.strings"],
      "check --strict t.strings", code: 1, out: .holding(["[repeated-key]"])),
    ContractRow(
      "check accepts several paths", "check MAIL BROKEN", code: 1,
      out: .holding(["Broken.bundle/"])),
    ContractRow(
      "show prints panes with values", before: [sender], "show MAIL",
      out: .holding(["Mail  (Root)\n", "* Sort by ", "Sender"])),
    ContractRow(
      "show --pane", "show MAIL --pane Sounds", out: .holding(["Sounds  (Sounds)\n"])),
    ContractRow(
      "show --language", "show MAIL --pane Sounds --language de", out: .holding(["Glocke"])),
    ContractRow(
      "list: key TAB value TAB origin", before: [sender], "list MAIL --modified",
      out: .exactly("mail.sort\t\"sender\"\tuser\n")),
    ContractRow(
      "list -z ends lines with NUL", before: [sender], "list MAIL --modified -z",
      out: .exactly("mail.sort\t\"sender\"\tuser\0")),
    ContractRow(
      "list --unpushed", before: [sender], "list MAIL --unpushed",
      out: .exactly("mail.sort\t\"sender\"\tuser\n")),
    ContractRow("list --managed without managed values", "list MAIL --managed"),
    ContractRow("get: the effective value", "get MAIL mail.sort", out: .exactly("date\n")),
    ContractRow(
      "get without KEY as list", before: ["settee set org.a.b k 1 --type int"], "get org.a.b",
      out: .exactly("k\t1\tuser\n")),
    ContractRow("get --default", "get MAIL none --default 7", out: .exactly("7\n")),
    ContractRow(
      "get --origin: value TAB origin", "get MAIL mail.sort --origin",
      out: .exactly("date\tregistered\n")),
    ContractRow("get --json", "get MAIL mail.sort --json", out: .exactly("\"date\"\n")),
    ContractRow(
      "get: a missing value exits 1", "get MAIL none", code: 1,
      err: .holding(["No layer of org.settee.mail has a value for 'none'"])),
    ContractRow(
      "describe: title, range, default, value, layers, pane", before: [sender],
      "describe MAIL mail.sort",
      out: .holding([
        "title    Sort by\n", "default  \"date\"\n", "value    \"sender\"  (user)\n",
        "layer    registered: \"date\"\n", "pane     Root\n", "choice   \"size\"",
      ])),
    ContractRow(
      "find searches all apps", before: ["settee install MAIL >/dev/null"], "find sort",
      out: .holding(["org.settee.mail\tmail.sort\t\"date\"\tregistered\n"])),
    ContractRow("find: no match exits 1", "find nothinglikeit", code: 1),
  ]

  private static let writing: [ContractRow] = [
    ContractRow(
      "set: the control validates the value", "set MAIL notify.volume 7", code: 3,
      err: .holding(["notify.volume: ", "from 0 to 1"])),
    ContractRow(
      "set: a key without a control needs --type", "set MAIL none v", code: 2,
      err: .holding(["--type"])),
    ContractRow(
      "set --type", "set MAIL none v --type string", out: .exactly("none: (unset) -> \"v\"\n")),
    ContractRow(
      "set --stdin", "set MAIL account.name --stdin",
      out: .exactly("account.name: (unset) -> \"Ada\"\n"), input: "Ada\n"),
    ContractRow(
      "set: a secret can't be an argument", "set MAIL account.password x", code: 2,
      err: .holding(["--stdin"])),
    ContractRow(
      "set: a secret from --stdin", "set MAIL account.password --stdin",
      out: .exactly("account.password: (unset) -> ********\n"), input: "x\n"),
    ContractRow(
      "set --dry-run writes nothing", before: ["settee set MAIL mail.sort size --dry-run"],
      "get MAIL mail.sort", out: .exactly("date\n")),
    ContractRow(
      "a managed key is rejected",
      before: [
        "printf '<plist><dict><key>mail.sort</key><string>size</string></dict></plist>' "
          + ">$SETTEE_ROOT/etc/settee/managed/org.settee.mail.plist"
      ], "set MAIL mail.sort sender", code: 4, err: .holding(["mail.sort"])),
    ContractRow(
      "reset: restores the default", before: [sender, "settee reset MAIL mail.sort"],
      "get MAIL mail.sort --origin", out: .exactly("date\tregistered\n")),
    ContractRow(
      "reset: a key that was not set exits 0", "reset MAIL mail.sort", out: .anything),
    ContractRow(
      "reset --all", before: [sender, "settee reset MAIL --all"], "list MAIL --modified"),
    ContractRow(
      "undo reverts the last change", before: [sender, "settee undo MAIL"],
      "get MAIL mail.sort", out: .exactly("date\n")),
    ContractRow(
      "undo: a value that has changed since exits 6",
      before: [
        sender,
        "sed -i s/sender/size/ $XDG_CONFIG_HOME/org.settee.mail.plist",
      ], "undo MAIL", code: 6, err: .holding(["mail.sort"])),
    ContractRow(
      "undo: a secret of another session exits 1",
      before: ["echo x | settee set MAIL account.password --stdin"], "undo MAIL", code: 1,
      err: .holding(["account.password"])),
    ContractRow(
      "history: user, program, key, from, to", before: [sender], "history MAIL",
      out: .holding(["\tmail.sort\t(unset) -> \"sender\"\n", "settee["])),
    ContractRow(
      "watch: key, old, new and source of each change, until the pipe closes",
      before: ["settee set org.a.b k -1 --type int"],
      "--version >/dev/null; \(changing) "
        + "settee watch org.a.b k | head -1 | grep -cE $'^k\\t-?[0-9]+\\t[0-9]+\\tprocess$'; kill $!",
      out: .exactly("1\n")),
    ContractRow(
      "watch --exec runs a command for each change",
      "--version >/dev/null; \(changing) "
        + "settee watch org.a.b --exec 'echo $SETTEE_KEY from $SETTEE_SOURCE' | head -1; kill $!",
      out: .exactly("k from process\n")),
  ]

  /// A loop that changes a value repeatedly, so that a watcher sees a change whenever it starts.
  private static let changing =
    "(for i in $(seq 400); do settee set org.a.b k $i --type int >/dev/null; sleep 0.05; done) &"

  private static let files: [ContractRow] = [
    ContractRow("diff: no differences exit 0", "diff MAIL"),
    ContractRow(
      "diff: differences exit 1", before: [sender], "diff MAIL", code: 1,
      out: .exactly("- mail.sort\t\"sender\"\n+ mail.sort\t\"date\"\n")),
    ContractRow(
      "diff reads standard input", before: [sender], "diff MAIL - --json", code: 1,
      out: .holding(["\"mail.sort\"", "\"left\": \"sender\"", "\"right\": \"size\""]),
      input: #"{"mail.sort": "size"}"#),
    ContractRow(
      "export: a property list", before: [sender], "export MAIL --modified",
      out: .holding(["<!DOCTYPE plist", "<key>mail.sort</key>\n\t<string>sender</string>"])),
    ContractRow(
      "export --format json", before: [sender], "export MAIL --modified --format json",
      out: .exactly("{\n  \"mail.sort\": \"sender\"\n}\n")),
    ContractRow(
      "export --format env", before: [sender], "export MAIL --modified --format env",
      out: .exactly("MAIL_SORT=sender\n")),
    ContractRow(
      "export --format commands", before: [sender], "export MAIL --modified --format commands",
      out: .holding(["settee set ", "org.settee.mail mail.sort sender\n"])),
    ContractRow(
      "export omits secrets", before: ["echo x | settee set MAIL account.password --stdin"],
      "export MAIL --modified --format json", out: .holding(["{\n    \"$secret\": true\n  }"]),
      err: .holding(["--secrets"])),
    ContractRow(
      "export --secrets", before: ["echo x | settee set MAIL account.password --stdin"],
      "export MAIL --modified --format json --secrets",
      out: .exactly("{\n  \"account.password\": \"x\"\n}\n")),
    ContractRow(
      "import reads standard input", "import MAIL -",
      out: .exactly("mail.sort: (unset) -> \"size\"\n"), input: #"{"mail.sort": "size"}"#),
    ContractRow(
      "import: all values or none", "import MAIL -", code: 3, err: .holding(["mail.sort"]),
      input: #"{"account.name": "A", "mail.sort": "none such"}"#),
    ContractRow(
      "import --exact removes keys that the file lacks", before: [sender],
      "import MAIL - --exact", out: .holding(["mail.sort: \"sender\" -> (unset)\n"]),
      input: #"{"account.name": "A"}"#),
    ContractRow(
      "edit: opens $EDITOR, validates, and imports", before: [sender],
      "--version >/dev/null; EDITOR='sed -i s/sender/size/' settee edit MAIL",
      out: .holding(["mail.sort: \"sender\" -> \"size\"\n"])),
    ContractRow(
      "edit: a rejected value changes nothing", before: [sender],
      "--version >/dev/null; EDITOR='sed -i s/sender/none/' settee edit MAIL", code: 3,
      err: .holding(["mail.sort"])),
  ]

  private static let wholeApps: [ContractRow] = [
    ContractRow(
      "install makes the bundle available by its domain",
      before: ["settee install MAIL"], "get mail mail.sort", out: .exactly("date\n")),
    ContractRow(
      "uninstall removes it", before: ["settee install MAIL", "settee uninstall mail"],
      "apps --json", out: .exactly("[]\n")),
    ContractRow(
      "apps lists each with its layers", before: ["settee install MAIL", sender], "apps",
      out: .holding(["org.settee.mail\tMail\tuser\t"])),
    ContractRow(
      "bundles are found in SETTEE_PATH",
      before: ["mkdir panes; cp -r MAIL panes/org.settee.mail.bundle"],
      "--version >/dev/null; SETTEE_PATH=$PWD/panes settee get mail mail.sort",
      out: .exactly("date\n")),
    ContractRow("path", "path org.a.b", out: .holding(["/config/org.a.b.plist\n"])),
    ContractRow("completions", "completions bash", out: .holding(["complete "])),
    ContractRow("man", "man", out: .holding([".TH SETTEE 1"])),
    ContractRow("help COMMAND", "help get", out: .holding(["settee get APP [KEY]\n"])),
    ContractRow("--version", "--version", out: .holding(["settee "])),
    ContractRow(
      "generate swift", "generate swift MAIL", out: .holding(["PreferenceSet"]), err: .anything),
    ContractRow(
      "generate bundle: the output is a valid bundle",
      "generate bundle $(command -v settee-demo) >Root.plist && settee check Root.plist "
        + "&& settee get Root.plist mail.sort --domain org.a.b",
      out: .exactly("date\n"), err: .anything),
    ContractRow(
      "generate bundle of a program without settings", "generate bundle /bin/true", code: 5,
      err: .holding(["/bin/true"])),
    ContractRow(
      "snapshot has the given size", "snapshot MAIL --size 60x10",
      out: .holding(["Mail"])),
    ContractRow(
      "snapshot --format svg", "snapshot MAIL --format svg", out: .holding(["<svg "])),
    ContractRow(
      "push, then nothing is unpushed", before: [sender, "settee push MAIL"],
      "list MAIL --unpushed"),
    ContractRow("pull", before: [sender, "settee push MAIL"], "pull MAIL", out: .anything),
    ContractRow("sync", before: [sender], "sync MAIL", out: .anything),
    ContractRow("status", "status MAIL", out: .anything),
    ContractRow(
      "devices", before: [sender, "settee push MAIL"], "devices MAIL",
      out: .holding(["this device"])),
    ContractRow("devices forget without an ID", "devices forget", code: 2, err: .holding(["ID"])),
    ContractRow(
      "devices forget of an unknown device", "devices forget 0123456789abcdef", code: 1,
      err: .holding(["0123456789abcdef"])),
  ]
}
