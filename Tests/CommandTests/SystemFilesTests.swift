import Foundation
import SetteeTestSupport
import Testing

private enum Lenses {
  static let areInstalled =
    FileManager.default.fileExists(atPath: "/usr/share/augeas/lenses/dist/hosts.aug")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/augtool")
}

/// Changes of system files, which the lenses of Augeas read.
@Suite(.enabled(if: Lenses.areInstalled, "NOTE: no libaugeas0, augeas-lenses, or augeas-tools"))
struct SystemFilesTests {
  static let hosts = "127.0.0.1\tlocalhost\n# lan\n10.0.0.2 nas nas.lan # nas\n10.0.0.3 web\n"
  static let fstab = "UUID=1 / ext4 defaults 0 1\n# swap\nUUID=2 none swap sw 0 0\n"
  static let nginx = """
    worker_processes 2;
    events {
      worker_connections 64; # low
    }
    http {
      server {
        listen 8080;
      }
    }

    """
  static let logrotate = "/var/log/x.log {\n  daily\n  rotate 7\n}\n"
  static let crontab = "SHELL=/bin/sh\n17 * * * * root run-hourly\n"
  static let servers = "server {\n  listen 1;\n}\nserver {\n  listen 2;\n}\n"
  static let sudoers = "Defaults env_reset\nroot ALL=(ALL:ALL) ALL\n%sudo ALL=(ALL:ALL) ALL\n"
  static let commands = "bob ALL=(postgres) /bin/a, /bin/b, NOPASSWD: /bin/c, /bin/d\n"
  static let services = "hosts: files mdns [NOTFOUND=return] dns\n"
  static let resolv = "search lan\nnameserver 1.1.1.1\n"
  static let apt = "APT::Periodic::Update-Package-Lists \"1\";\nAPT::Install-Recommends \"1\";\n"

  struct Job: CustomTestStringConvertible {
    let file: String
    let text: String
    let words: [String]
    /// The lines that the new file lacks, each with a minus sign, and those that are new.
    let lines: [String]

    var testDescription: String { "\(file) \(words.joined(separator: " "))" }
  }

  private static func job(_ file: String, _ text: String, _ words: [String], _ lines: String...)
    -> Job
  {
    Job(file: file, text: text, words: words, lines: lines)
  }

  static let jobs: [Job] = [
    job(
      "hosts", hosts, ["set", "2.ipaddr", "10.0.0.9"], "-10.0.0.2 nas nas.lan # nas",
      "+10.0.0.9 nas nas.lan # nas"),
    job("hosts", hosts, ["set", "[2].canonical", "www"], "-10.0.0.3 web", "+10.0.0.3 www"),
    job(
      "hosts", hosts, ["add", "2.alias", "box"], "-10.0.0.2 nas nas.lan # nas",
      "+10.0.0.2 nas nas.lan box # nas"),
    job("hosts", hosts, ["add", "3.alias", "www"], "-10.0.0.3 web", "+10.0.0.3 web www"),
    job("hosts", hosts, ["add", ".", "10.0.0.4 db db.lan"], "+10.0.0.4 db db.lan"),
    job("hosts", hosts, ["add", ".", "fe80::1%eth0 db"], "+fe80::1%eth0 db"),
    job("hosts", hosts, ["add", ".", "::ffff:10.0.0.4 db"], "+::ffff:10.0.0.4 db"),
    job(
      "hosts", "300.0.0.1 old\n", ["set", "1.canonical", "new"], "-300.0.0.1 old",
      "+300.0.0.1 new"),
    job("hosts", hosts, ["remove", ".", "10.0.0.3 web"], "-10.0.0.3 web"),
    job("hosts", hosts, ["remove", ".", "10.0.0.3   web"], "-10.0.0.3 web"),
    job("hosts", hosts, ["remove", "[-1]"], "-10.0.0.3 web"),
    job(
      "hosts", hosts,
      ["add", ".", #"{"canonical": "db", "ipaddr": "10.0.0.4"}"#, "--type", "json"], "+10.0.0.4\tdb"
    ),
    job("hosts", hosts, ["remove", "2"], "-# lan", "-10.0.0.2 nas nas.lan # nas"),
    job("hosts", hosts, ["remove", "[2]"], "-10.0.0.3 web"),
    job(
      "hosts", hosts, ["remove", "2.alias", "nas.lan"], "-10.0.0.2 nas nas.lan # nas",
      "+10.0.0.2 nas # nas"),
    job("hosts", hosts, ["move", "3", "0"], "-10.0.0.3 web", "+10.0.0.3 web"),
    job(
      "fstab", fstab, ["add", ".", "/dev/sdb1 /data ext4 noatime 0 2"],
      "+/dev/sdb1 /data ext4 noatime 0 2"),
    job(
      "fstab", fstab, ["add", "1.opt", "noatime"], "-UUID=1 / ext4 defaults 0 1",
      "+UUID=1 / ext4 defaults,noatime 0 1"),
    job(
      "fstab", fstab, ["set", "1.opt", "noatime"], "-UUID=1 / ext4 defaults 0 1",
      "+UUID=1 / ext4 noatime 0 1"),
    job(
      "fstab", fstab, ["add", "1.opt", "size=5g"], "-UUID=1 / ext4 defaults 0 1",
      "+UUID=1 / ext4 defaults,size=5g 0 1"),
    job(
      "fstab", fstab, ["set", "1.opt", "size=5g"], "-UUID=1 / ext4 defaults 0 1",
      "+UUID=1 / ext4 size=5g 0 1"),
    job(
      "fstab", "tmpfs /tmp tmpfs rw,size=5g 0 0\n", ["set", "1.opt[1]", "size=9g"],
      "-tmpfs /tmp tmpfs rw,size=5g 0 0", "+tmpfs /tmp tmpfs rw,size=9g 0 0"),
    job(
      "fstab", "tmpfs /tmp tmpfs rw,size=5g 0 0\n", ["set", "1.opt[1]", "noatime"],
      "-tmpfs /tmp tmpfs rw,size=5g 0 0", "+tmpfs /tmp tmpfs rw,noatime 0 0"),
    job(
      "fstab", "tmpfs /tmp tmpfs size=5g 0 0\n", ["set", "1.opt", "noatime"],
      "-tmpfs /tmp tmpfs size=5g 0 0", "+tmpfs /tmp tmpfs noatime 0 0"),
    job(
      "fstab", "tmpfs /tmp tmpfs size=5g\n", ["remove", "1.opt", "size=5g"],
      "-tmpfs /tmp tmpfs size=5g", "+tmpfs /tmp tmpfs"),
    job(
      "fstab", "tmpfs /tmp tmpfs rw,x=a=b 0 0\n", ["remove", "1.opt", "x=a=b"],
      "-tmpfs /tmp tmpfs rw,x=a=b 0 0", "+tmpfs /tmp tmpfs rw 0 0"),
    job(
      "fstab", fstab, ["set", "2.passno", "1"], "-UUID=2 none swap sw 0 0",
      "+UUID=2 none swap sw 0 1"),
    job(
      "nginx/nginx.conf", nginx, ["set", "worker_processes", "4"], "-worker_processes 2;",
      "+worker_processes 4;"),
    job(
      "nginx/nginx.conf", nginx, ["set", "http.server[0].listen", "80"], "-    listen 8080;",
      "+    listen 80;"),
    job(
      "nginx/nginx.conf", nginx, ["set", "http.server.server_name", "a.org"],
      "+    server_name a.org;"),
    job("nginx/nginx.conf", nginx, ["add", "http.server.listen", "8081"], "+    listen 8081;"),
    job(
      "nginx/nginx.conf", nginx,
      ["add", "http.server.location", "location /api {\n  return 404;\n}"], "+    location /api {",
      "+      return 404;", "+    }"),
    job("nginx/nginx.conf", servers, ["remove", "server[0]"], "-  listen 1;", "-server {", "-}"),
    job("nginx/nginx.conf", servers, ["remove", "server[1]"], "-  listen 2;", "-server {", "-}"),
    job("logrotate.d/x", logrotate, ["set", "rule.rotate", "14"], "-  rotate 7", "+  rotate 14"),
    job("logrotate.d/x", logrotate, ["set", "rule.compress", "true"], "+  compress"),
    job("logrotate.d/x", logrotate, ["reset", "rule.rotate"], "-  rotate 7"),
    job(
      "crontab", crontab, ["set", "entry.time.minute", "27"], "-17 * * * * root run-hourly",
      "+27 * * * * root run-hourly"),
    job(
      "crontab", crontab, ["set", "entry", "run --all"], "-17 * * * * root run-hourly",
      "+17 * * * * root run --all"),
    job("crontab", crontab, ["add", "entry", "0 5 * * 1 root backup"], "+0 5 * * 1 root backup"),
    job("crontab", crontab, ["set", "MAILTO", "ada"], "+MAILTO=ada"),
    job(
      "sudoers", sudoers, ["add", "spec", "ada ALL=(ALL) NOPASSWD: ALL"],
      "+ada ALL=(ALL) NOPASSWD: ALL"),
    job("sudoers", sudoers, ["remove", "spec[1]"], "-%sudo ALL=(ALL:ALL) ALL"),
    job(
      "sudoers", commands, ["remove", "spec.host_group.command[3]"],
      "-bob ALL=(postgres) /bin/a, /bin/b, NOPASSWD: /bin/c, /bin/d",
      "+bob ALL=(postgres) /bin/a, /bin/b, NOPASSWD: /bin/c"),
    job(
      "sudoers", "bob ALL=(postgres) /bin/a, (postgres) /bin/b\n",
      ["remove", "spec.host_group.command[0]"],
      "-bob ALL=(postgres) /bin/a, (postgres) /bin/b", "+bob ALL=(postgres) /bin/b"),
    job("sudoers", commands, ["remove", "spec"], "-" + commands.dropLast()),
    job(
      "nsswitch.conf", services, ["remove", "database.service", "dns"], "-" + services.dropLast(),
      "+hosts: files mdns [NOTFOUND=return]"),
    job(
      "nsswitch.conf", services, ["remove", "database.service", "files"],
      "-" + services.dropLast(), "+hosts: mdns [NOTFOUND=return] dns"),
    job(
      "nsswitch.conf", services, ["set", "database.reaction.status.action", "continue"],
      "-" + services.dropLast(), "+hosts: files mdns [NOTFOUND=continue] dns"),
    job(
      "nsswitch.conf", services + "group: files [SUCCESS=merge] systemd\n",
      ["move", "database[0]", "1"], "-" + services.dropLast(), "+" + services.dropLast()),
    job(
      "postfix/main.cf", "relayhost =\nmynetworks = a\n  b\n", ["set", "relayhost", "x"],
      "-relayhost =", "+relayhost = x"),
    job(
      "resolv.conf", resolv, ["set", "nameserver", "9.9.9.9"], "-nameserver 1.1.1.1",
      "+nameserver 9.9.9.9"),
    job("resolv.conf", resolv, ["add", "nameserver", "9.9.9.9"], "+nameserver 9.9.9.9"),
    job(
      "resolv.conf", resolv, ["add", "nameserver", "9.9.9.9", "--at", "0"], "+nameserver 9.9.9.9"),
    job(
      "apt/apt.conf.d/50x", apt, ["set", "APT[1].Install-Recommends", "0"],
      "-APT::Install-Recommends \"1\";", "+APT::Install-Recommends \"0\";"),
    job(
      "security/limits.conf", "# limits\n@audio - rtprio 95\n",
      ["add", "domain", "* soft nofile 4096"], "+* soft nofile 4096"),
    job(
      "nsswitch.conf", "passwd: files\nhosts: files dns\n", ["add", "database[1].service", "mdns"],
      "-hosts: files dns", "+hosts: files dns mdns"),
    job(
      "exports", "/srv 10.0.0.0/8(ro)\n", ["set", "dir.client.option", "rw"],
      "-/srv 10.0.0.0/8(ro)", "+/srv 10.0.0.0/8(rw)"),
  ]

  @Test(arguments: jobs)
  func `a change affects only its lines, and undo restores the bytes`(job: Job) throws {
    let sandbox = try Sandbox()
    let file = "work/etc/\(job.file)"
    try sandbox.write(file, job.text)
    let words = [job.words[0], sandbox.path(file)] + job.words.dropFirst()
    let dry = try sandbox.run(words + ["--dry-run"])
    #expect(dry.code == 0, "\(dry)")
    #expect(try Self.text(file, sandbox) == job.text)
    let changed = try sandbox.run(words)
    #expect(changed.code == 0, "\(changed)")
    #expect(Self.difference(job.text, try Self.text(file, sandbox)) == job.lines.sorted())
    let undone = try sandbox.run("undo", sandbox.path(file))
    #expect(undone.code == 0, "\(undone)")
    #expect(try Self.text(file, sandbox) == job.text)
  }

  private static func text(_ file: String, _ sandbox: borrowing Sandbox) throws -> String {
    try String(contentsOfFile: sandbox.path(file), encoding: .utf8)
  }

  /// Returns the lines that only one of the texts has, or that were moved.
  private static func difference(_ old: String, _ new: String) -> [String] {
    let changes = new.components(separatedBy: "\n").difference(
      from: old.components(separatedBy: "\n"))
    return changes.map { change in
      switch change {
      case .remove(_, let line, _): "-" + line
      case .insert(_, let line, _): "+" + line
      }
    }.sorted()
  }

  static let rejected:
    [(file: String, text: String, words: [String], code: Int32, message: String)] = [
      (
        "hosts", hosts, ["set", "2.ipaddr", "a b"], 3,
        "'a b' isn't a valid value for '2.ipaddr'. It can't contain a tab, a line break, a space, or '#'."
      ),
      (
        "logrotate.d/x", logrotate, ["set", "rule.rotate", "many"], 3,
        "'many' isn't a valid value for 'rule.rotate'. It has to be a number."
      ),
      (
        "hosts", hosts, ["add", ".", "999.1.1.1.1 x"], 3,
        "'999.1.1.1.1' isn't an IP address; use a form like 192.0.2.1 or 2001:db8::1."
      ),
      ("hosts", hosts, ["add", ".", "1::2::3 x"], 3, "'1::2::3' isn't an IP address"),
      ("hosts", hosts, ["set", "2.ipaddr", "10.0.0.300"], 3, "'10.0.0.300' isn't an IP address"),
      ("hosts", hosts, ["reset", "2.canonical"], 4, "'2.canonical' isn't possible here"),
      (
        "resolv.conf", resolv + "nameserver 8.8.8.8\n", ["set", "nameserver", "9.9.9.9"], 2,
        "nameserver has 2 values. To change one, use 'nameserver[0]' to 'nameserver[1]'"
      ),
      (
        "sudoers", commands, ["remove", "spec.host_group.command[0]"], 4,
        "this would change the rights of '/bin/d'"
      ),
      (
        "sudoers", commands, ["remove", "spec.host_group.command[2]"], 4,
        "this would change the rights of '/bin/d'"
      ),
      (
        "sudoers", commands, ["move", "spec.host_group.command[2]", "0"], 4,
        "this would change the rights of"
      ),
      (
        "sudoers", commands, ["set", "spec.host_group.command[0].runas_user", "mysql"], 4,
        "this would change the rights of '/bin/d'"
      ),
      (
        "sudoers", "ann ALL=(root) NOPASSWD: /bin/ls, /bin/cat, PASSWD: /bin/rm\n",
        ["set", "spec.host_group.command", #"["/bin/rm"]"#, "--type", "json"], 4,
        "this would change the rights of '/bin/rm'"
      ),
      (
        "nsswitch.conf", services, ["remove", "database.service", "mdns"], 4,
        "a reaction such as [NOTFOUND=return] applies to the service before it"
      ),
      (
        "nsswitch.conf", services,
        ["set", "database.service", #"["files","dns"]"#, "--type", "json"], 4, "a reaction such as"
      ),
      ("nsswitch.conf", services, ["set", "database.service[1]", "db"], 4, "a reaction such as"),
      ("nsswitch.conf", services, ["move", "database.service[0]", "1"], 4, "a reaction such as"),
      (
        "logrotate.d/x", logrotate, ["add", "rule.rotate", "9"], 2,
        "'rule.rotate' holds one value and isn't a list."
      ),
      (
        "postfix/main.cf", "relayhost = x\nmynetworks = a\n  b\n", ["add", "relayhost", "y"], 2,
        "'relayhost' holds one value and isn't a list."
      ),
      (
        "postfix/main.cf", "relayhost = x\nrelayhost = z\nmynetworks = a\n  b\n",
        ["set", "relayhost", "y"], 2, "relayhost has 2 values"
      ),
      ("hosts", "oneword\n", ["get", "1.ipaddr"], 5, "line 1, column 8"),
      ("nginx/nginx.conf", String(repeating: "a {\n", count: 200_000), ["list"], 5, "Can't read"),
    ]

  @Test(arguments: rejected)
  func `a rejected change explains the reason, and the file stays as it is`(
    file: String, text: String, words: [String], code: Int32, message: String
  ) throws {
    let sandbox = try Sandbox()
    let file = "work/etc/\(file)"
    try sandbox.write(file, text)
    let outcome = try sandbox.run([words[0], sandbox.path(file)] + words.dropFirst())
    #expect(outcome.code == code, "\(outcome)")
    #expect(outcome.err.contains(message), "\(outcome.err.prefix(500))")
    #expect(try Self.text(file, sandbox) == text)
  }

  @Test func `a copy of a system file opens as a system file`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/nginx.conf", "worker_processes 4;\n")
    try sandbox.write("work/hosts", Self.hosts)
    for (file, key, value) in [
      ("hosts", "2.canonical", "nas"), ("nginx.conf", "worker_processes", "4"),
    ] {
      let outcome = try sandbox.run("get", "./" + file, key)
      #expect(outcome.code == 0 && outcome.out == value + "\n", "\(outcome)")
    }
    try sandbox.write("work/nginx.conf", "prose\n")
    #expect(try sandbox.run("list", "./nginx.conf").code == 2)
    try sandbox.write("work/x.list", Self.hosts)
    let checked = try sandbox.run("check", "./x.list", "--format", "augeas:Hosts")
    #expect(checked.code == 0, "\(checked)")
  }

  @Test func `a line that is added to the wrong list is answered with the right command`() throws {
    let sandbox = try Sandbox()
    for (file, text) in [("hosts", Self.hosts), ("fstab", Self.fstab), ("crontab", Self.crontab)] {
      try sandbox.write("work/etc/\(file)", text)
    }
    for (file, words, right) in [
      ("hosts", ["10.0.0.9", "web"], ". '10.0.0.9 web'"),
      ("hosts", ["hosts", "10.0.0.9 web"], ". '10.0.0.9 web'"),
      ("fstab", ["/mnt", "/dev/x /mnt ext4 ro 0 0"], ". '/dev/x /mnt ext4 ro 0 0'"),
      ("fstab", ["/dev/x", "/mnt ext4 ro 0 0"], ". '/dev/x /mnt ext4 ro 0 0'"),
      ("crontab", ["crontab", "0 6 * * * root run"], "entry '0 6 * * * root run'"),
      ("crontab", [".", "0 6 * * * root run"], "entry '0 6 * * * root run'"),
      ("crontab", ["0 6 * * *", "root run"], "entry '0 6 * * * root run'"),
    ] {
      let path = sandbox.path("work/etc/\(file)")
      let refused = try sandbox.run(["add", path] + words)
      #expect(refused.code == 2, "\(refused)")
      let command = "settee add \(path) \(right)"
      #expect(refused.err.contains("To add this line, use: \(command)\n"), "\(refused)")
      let added = try sandbox.shell(
        "\(ProgramUnderTest.path) add --dry-run \(path) \(right)")
      #expect(added.code == 0 && added.out.contains("\n+"), "\(added)")
    }
    #expect(try sandbox.run("help", "add").out.contains("is a dot"))
  }

  @Test(arguments: [
    (
      "inputrc", "$if mode=emacs\nset bell-style none\n$endif\n",
      [".", "set show-all-if-ambiguous on"]
    ), ("exports", "/srv h1(ro) h2(ro)\n", ["dir.client", "h3(ro)"]),
    ("exports", "/srv h1(ro)\n/x h2(ro)\n", ["dir[0].client", "h3(ro)"]),
  ])
  func `no command is suggested that would write another line`(
    file: String, text: String, words: [String]
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/\(file)", text)
    let outcome = try sandbox.run(["add", sandbox.path("work/etc/\(file)")] + words)
    #expect(outcome.code != 0 && !outcome.err.contains("settee add"), "\(outcome)")
  }

  @Test func `the name of an entry is answered with its number`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/fstab", Self.fstab)
    for (key, advice) in [("/.opt", "Use '1.opt'"), ("/srv.opt", "See the keys with 'list'")] {
      let outcome = try sandbox.run("set", sandbox.path("work/etc/fstab"), key, "noatime")
      #expect(outcome.code == 4, "\(outcome)")
      #expect(outcome.err.contains("isn't a key. \(advice)."), "\(outcome)")
    }
  }

  @Test func `groups have the titles that distinguish their items`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/hosts", Self.hosts)
    try sandbox.write("work/etc/crontab", Self.crontab)
    let hosts = try sandbox.run("show", sandbox.path("work/etc/hosts"))
    for text in ["nas", "web", "IP address", "Aliases"] {
      #expect(hosts.out.contains(text), "\(hosts)")
    }
    let crontab = try sandbox.run("show", sandbox.path("work/etc/crontab"))
    for text in ["run-hourly", "Minute", "Shell"] {
      #expect(crontab.out.contains(text), "\(crontab)")
    }
  }

  @Test func `passwords in shadow files stay hidden`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/shadow", "root:$6$salt$hash:19000:0:99999:7:::\n")
    for words in [["list"], ["show"], ["get", "root.password"], ["list", "--json"]] {
      let outcome = try sandbox.run(
        [words[0], sandbox.path("work/etc/shadow")] + words.dropFirst())
      #expect(!"\(outcome)".contains("hash"), "\(outcome)")
    }
  }

  @Test func `a lens that can't be compiled is an error with one sentence`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/lenses/broken.aug", "module Broken =\n  let lns = store /a/ . [ \n")
    try sandbox.write("work/etc/x", "a\n")
    let outcome = try sandbox.shell(
      "AUGEAS_LENS_LIB=\"$PWD/lenses\" '\(Sandbox.program)' list \"$PWD/etc/x\" --format augeas:Broken"
    )
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.err.contains("the lens Broken can't be used"), "\(outcome)")
  }

  @Test func `without libaugeas, the error names the packages`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/hosts", Self.hosts)
    // The first directory that the loader searches has a file that isn't a library.
    try sandbox.write("work/lib/libaugeas.so.0", "x")
    let outcome = try sandbox.shell(
      "LD_LIBRARY_PATH=\"$PWD/lib\" '\(Sandbox.program)' list \"$PWD/etc/hosts\"")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.err.contains("libaugeas0 augeas-lenses"), "\(outcome)")
  }

  @Test func `a format that Settee reads doesn't start libaugeas`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/etc/sysctl.conf", "vm.swappiness = 10\n")
    let outcome = try sandbox.run(
      "set", sandbox.path("work/etc/sysctl.conf"), "vm.swappiness", "20")
    #expect(outcome.code == 0, "\(outcome)")
    let state = try sandbox.shell("find \"$HOME\" -name 'lenses.plist' | wc -l")
    #expect(state.out.trimmingCharacters(in: .whitespacesAndNewlines) == "0", "\(state)")
  }
}

extension SystemFilesTests {
  struct Oracle: CustomTestStringConvertible {
    let program: String
    let file: String
    let text: String
    let words: [String]
    /// The command that checks the file, whose path is `$FILE`.
    let command: String

    var testDescription: String { "\(program) \(words.joined(separator: " "))" }
  }

  static let oracles: [Oracle] = [
    Oracle(
      program: "/usr/sbin/logrotate", file: "logrotate.d/x", text: logrotate,
      words: ["set", "rule.rotate", "14"],
      command: "/usr/sbin/logrotate -d -s $HOME/state $FILE 2>&1 | grep -F '(14 rotations)'"),
    Oracle(
      program: "/usr/bin/apt-config", file: "apt/apt.conf.d/50x", text: apt,
      words: ["set", "APT[1].Install-Recommends", "0"],
      command: "APT_CONFIG=$FILE apt-config dump | grep -F 'APT::Install-Recommends \"0\"'"),
    Oracle(
      program: "/usr/sbin/visudo", file: "sudoers", text: sudoers,
      words: ["add", "spec", "ada ALL=(ALL) NOPASSWD: ALL"], command: "/usr/sbin/visudo -c -f $FILE"
    ),
    Oracle(
      program: "/usr/bin/findmnt", file: "fstab", text: "proc /proc proc defaults 0 0\n",
      words: ["add", "1.opt", "nosuid"],
      command: "findmnt --fstab --tab-file $FILE -n -o OPTIONS | grep -F 'defaults,nosuid'"),
    Oracle(
      program: "/usr/sbin/nginx", file: "nginx/nginx.conf", text: nginx,
      words: ["set", "http.server.server_name", "a.org"],
      command: "/usr/sbin/nginx -t -c $FILE 2>&1 | grep -F 'syntax is ok'"),
    Oracle(
      program: "/usr/bin/augtool", file: "hosts", text: hosts, words: ["add", "2.alias", "box"],
      command:
        "augtool --noautoload --transform \"Hosts incl $FILE\" print /files$FILE | grep -F 'alias[2] = \"box\"'"
    ),
  ]

  @Test(arguments: oracles)
  func `the program of the file reads the change`(oracle: Oracle) throws {
    guard FileManager.default.isExecutableFile(atPath: oracle.program) else {
      print("NOTE: no \(oracle.program): it didn't check the file")
      return
    }
    let sandbox = try Sandbox()
    let file = "work/etc/\(oracle.file)"
    try sandbox.write(file, oracle.text)
    _ = try sandbox.shell("chmod 440 '\(sandbox.path(file))'")
    let changed = try sandbox.run([oracle.words[0], sandbox.path(file)] + oracle.words.dropFirst())
    #expect(changed.code == 0, "\(changed)")
    let checked = try sandbox.shell(
      "FILE='\(sandbox.path(file))'; export FILE PATH=/usr/sbin:/usr/bin:/sbin:/bin; \(oracle.command)"
    )
    #expect(checked.code == 0, "\(checked)")
  }
}
