import SetteeFormats
import Testing

@Suite struct DetectionTests {
  @Test(arguments: [
    ("Cargo.toml", "", "toml"), ("a.json", "{}", "json"), ("a.json", "{} // x", "jsonc"),
    (".gitconfig", "", "git"), ("x.service", "", "systemd"), ("x.desktop", "", "desktop"),
    ("setup.cfg", "", "python"), ("sshd_config", "", "sshd"), ("postgresql.conf", "", "postgres"),
    (".env", "", "env"), (".env.example", "", "env"), ("a.conf", "x = \"1\"\n", "toml"),
    ("a.conf", "[s]\nx = yes\n", "ini"), ("a.conf", "x = yes\n", "flat"), ("rc", "x=1\n", "flat"),
    ("rc", "{\"a\": 1}", "json"), ("a.cfg", "[s]\nx = 1\n  2\n", "python"),
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
    ("services", "ssh 22/tcp\n"), ("tmux.conf", "set -g mouse on\n"), ("x.conf", "# a = 1\n"),
    ("x.conf", ""),
  ])
  func `a file without settings is not detected as a settings file`(name: String, text: String) {
    guard case .unknown = Format.detect(name: name, bytes: Array(text.utf8)) else {
      Issue.record("\(name) was detected as a settings file")
      return
    }
  }

  @Test func `every format has a unique name`() {
    #expect(Set(Format.all.map(\.name)).count == Format.all.count)
    for format in Format.all { #expect(Format(named: format.name) == format) }
  }
}
