import SetteeValues
import Testing

@Suite struct DetectionTests {
  @Test(arguments: [
    ("Cargo.toml", "", "toml"), ("a.json", "{}", "json"), ("a.json", "{} // x", "jsonc"),
    (".gitconfig", "", "git"), ("x.service", "", "systemd"), ("x.desktop", "", "desktop"),
    ("setup.cfg", "", "python"), ("sshd_config", "", "sshd"), ("postgresql.conf", "", "postgres"),
    (".env", "", "env"), (".env.example", "", "env"), ("a.conf", "x = \"1\"\n", "toml"),
    ("a.conf", "[s]\nx = yes\n", "ini"), ("a.conf", "x = yes\n", "flat"), ("rc", "x=1\n", "flat"),
    ("rc", "{\"a\": 1}", "json"), ("a.cfg", "[s]\nx = 1\n  2\n", "python"),
    ("a.json", "{a: 1}", "json5"), ("a.json5", "", "json5"), ("rc", "{a: 'b'}", "json5"),
    ("sysctl.conf", "#a.b=1\n", "sysctl"), ("dnsmasq.conf", "#port=1\n", "dnsmasq"),
    ("chrony.conf", "pool x\n", "chrony"), ("pacman.conf", "[options]\nColor\n", "pacman"),
    ("login.defs", "UMASK\t022\n", "login.defs"),
    ("my.cnf", "[a]\nb\n!includedir /c\n", "mysql"),
    ("mysqld.cnf", "[mysqld]\nskip-name-resolve\n", "mysql"), ("kitty.conf", "", "kitty"),
    ("openssl.cnf", "[a]\nb = c\n", "ini"), ("gradle.properties", "a=b\\\nc\n", "properties"),
    ("x.conf", "[[a.b]]\n# c = 1\n", "toml"), ("x.conf", "# a = 1\n", "flat"),
    ("x.conf", "# [s]\n# a = b\n", "ini"),
    ("daemon.conf", "[daemon]\nA=true\nB=1.5\n", "ini"), ("mpv.conf", "volume=50\n", "flat"),
    ("jail.local", "[DEFAULT]\nbantime = 3600\n", "ini"), ("x.conf", "[a]\nb=[1]\n", "toml"),
    ("x.conf", "[a]\nb = 1\n# c = \"d\"\n", "toml"), ("x.conf", "a=1\n# c=d\n", "flat"),
    ("containers.conf", "[containers]\npids_limit = 2048\n", "toml"),
    ("x.conf", "[s]\n#a=b\n", "ini"), ("x.conf", "# a = \"b\"\n", "toml"),
  ])
  func `the format is detected by name, then extension, then content`(
    name: String, text: String, format: String
  ) {
    #expect(
      Format.detect(name: "some/folder/" + name, bytes: Array(text.utf8))
        == Format(named: format).map { .known($0) })
  }

  @Test(arguments: [
    "r/.git/config", "r/.git/config.worktree", "r/.git/worktrees/w/config.worktree",
    "r/.git/modules/a/b/config", ".config/git/config", ".gitconfig-work", ".gitconfig.local",
  ])
  func `a config file in a git folder has the git format`(path: String) {
    #expect(Format.detect(name: path, bytes: Array("[a]\nb = c\n".utf8)) == .known(.git))
    #expect(Format.detect(name: "x/config", bytes: Array("[a]\nb = c\n".utf8)) == .known(.ini))
  }

  @Test(arguments: [
    ("passwd", "root:x:0:0:root:/root:/bin/sh\n"), ("hosts", "127.0.0.1 localhost\n"),
    ("services", "ssh 22/tcp\n"), ("tmux.conf", "set -g mouse on\n"), ("x.conf", "# prose\n"),
    ("x.conf", ""), ("table", "UUID=a / ext4\nUUID=b /x ext4\nUUID=c none swap\n"),
    ("x.cfg", "global\n  maxconn 2000\n"), ("rc", "#!/bin/sh\nA=1\n"), ("rc", "<?xml?>\n<a/>\n"),
  ])
  func `a file without settings is not detected as a settings file`(name: String, text: String) {
    if case .known = Format.detect(name: name, bytes: Array(text.utf8)) {
      Issue.record("\(name) was detected as a settings file")
    }
  }

  @Test(arguments: [
    (".cargo/config", "toml"), ("etc/containers/registries.conf.d/a.conf", "toml"),
    (".ssh/config", "ssh"), ("etc/ssh/sshd_config.d/x.conf", "sshd"),
    ("etc/sysctl.d/99-x.conf", "sysctl"), ("etc/dnsmasq.d/lan", "dnsmasq"),
    ("etc/chrony/conf.d/x.conf", "chrony"), ("etc/mysql/mariadb.conf.d/50-server.cnf", "mysql"),
    (".config/ghostty/config", "ghostty"), ("etc/default/grub", "env"),
    ("etc/sysconfig/network", "env"), ("etc/environment", "environment"),
    ("etc/systemd/system/a.service.d/x.conf", "systemd"),
    ("etc/systemd/journald.conf.d/x.conf", "systemd"), ("etc/systemd/networkd.conf", "systemd"),
    ("etc/systemd/network/a.network", "networkd"), ("etc/systemd/network/a.netdev", "networkd"),
    ("etc/systemd/network/a.network.d/x.conf", "networkd"),
  ])
  func `the format of a file can depend on its directory`(path: String, format: String) {
    #expect(
      Format.detect(name: "/" + path, bytes: Array("#".utf8))
        == Format(named: format).map { .known($0) })
  }

  @Test(arguments: [
    ("init.lua", "is a Lua program"), (".vimrc", "is a Vim script"), ("a.sh", "is a shell script"),
    ("main.tf", "is an HCL file"), ("flake.nix", "is a Nix expression"),
    ("config.kdl", "is a KDL document"), ("fonts.xml", "is an XML document"),
    ("crontab", "isn't a settings file"), ("etc/cron.d/x", "isn't a settings file"),
    ("etc/fstab", "isn't a settings file"), ("sudoers", "isn't a settings file"),
    ("etc/hosts", "isn't a settings file"), ("nginx.conf", "is a configuration of nginx"),
    ("etc/nginx/conf.d/a.conf", "is a configuration of nginx"),
    ("apache2.conf", "is a configuration of Apache"),
    ("haproxy.cfg", "is a configuration of HAProxy"),
  ])
  func `a file that can't be edited is rejected by its name`(path: String, words: String) {
    let text = Array("a = 1\nb = 2\n".utf8)
    guard case .rejected(let message) = Format.detect(name: path, bytes: text) else {
      Issue.record("\(path) was not rejected")
      return
    }
    #expect(message.hasPrefix(words) && message.contains("; "))
    #expect(Format.flat.objection(toReading: text, at: path) == message)
  }

  @Test func `an Ansible inventory can be named hosts`() {
    #expect(
      Format.detect(name: "x/hosts", bytes: Array("[web]\na = b\n".utf8)) == .known(.ini))
  }

  @Test func `a format can't be forced on a file with blocks`() throws {
    func objection(_ text: String, _ format: Format = .flat) -> String? {
      format.objection(toReading: Array(text.utf8), at: "x.conf")
    }
    #expect(objection("a {\n  b = 1\n}\n")?.hasPrefix("has blocks") == true)
    #expect(objection("a 1;\nb 2; # x\n", .lines(.blanks))?.hasPrefix("has blocks") == true)
    #expect(
      objection("a b\nc d\n")
        == "can't be read as 'flat': line 1 isn't 'key = value'; specify the format with --format")
    #expect(objection("a = 1\n; b {\nc = x;y;\nd = 2\ne = 3\n", .ini) == nil)
    #expect(objection("a {\n}\n", .toml) == nil)
  }

  @Test func `the reason names the line that can't be parsed`() {
    func reason(_ name: String, _ text: String) -> String {
      guard case .unknown(let reason) = Format.detect(name: name, bytes: Array(text.utf8)) else {
        return ""
      }
      return reason
    }
    #expect(reason("x.conf", "[a]\nb = c\nwhat is this\n").hasPrefix("line 3 isn't"))
    #expect(reason("x.conf", "a = b\nwhat is this\n").hasPrefix("line 2 isn't"))
    #expect(reason("x.ini", "# x\nwhat is this\n").hasPrefix("line 2 isn't"))
  }

  @Test func `every format has a unique name`() {
    #expect(Set(Format.all.map(\.name)).count == Format.all.count)
    for format in Format.all { #expect(Format(named: format.name) == format) }
  }
}
