/// The components of a path that Settee uses to detect the format of a file.
struct PathParts {
  let name: String
  /// The names of the directories that contain the file, starting with the outermost directory.
  let folders: [String]

  init(_ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    name = parts.last ?? ""
    folders = parts.dropLast()
  }

  var parent: String { folders.last ?? "" }

  /// The extension of the file in lowercase, or the entire name if it has no extension.
  var ending: String {
    name.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
  }

  /// Returns whether the file is in a directory whose parent has a specific name.
  func isIn(_ outer: String, _ folder: String) -> Bool {
    folders.suffix(2).elementsEqual([outer, folder])
  }
}

// Recognition of files that Settee can't edit by their name and location.
//
// The reason for such a file names the tool that edits or checks it, and continues a sentence that
// begins with the name of the file. Without this check, Settee would read the file as a list of
// settings.
extension PathParts {
  /// Returns the reason why a file can't be edited, with an instruction that explains how to edit it
  /// instead.
  private static func reason(
    _ nature: String, _ instruction: String = "edit it in $EDITOR"
  ) -> String {
    "\(nature); \(instruction)"
  }

  /// Returns the reason why a file can't be edited according to its name and location, or `nil` if
  /// there is none.
  func rejection(of bytes: [UInt8]) -> String? {
    // An Ansible inventory can also have the name `hosts`, so check for IP addresses.
    if name == "hosts", parent != "etc", !Self.hasAddresses(bytes) { return nil }
    return tableReason ?? serverReason ?? Self.names[name]
      ?? (name.contains(".") ? Self.endings[ending] : nil)
  }

  /// A Boolean value that indicates whether the file is a system file, which a lens may be able to
  /// read.
  var isSystemFile: Bool { parent != "init.d" && (tableReason ?? serverReason) != nil }

  /// Returns the reason why a file can't be edited, or `nil` if the first bytes of the file don't
  /// indicate one.
  static func rejection(ofContent bytes: [UInt8]) -> String? {
    let start = bytes[bytes.afterMark...].drop { $0.isBlank || $0.isLineEnd }
    if start.starts(with: "#!".utf8) { return reason("is a script") }
    if start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE".utf8) {
      return reason("is an XML document")
    }
    return nil
  }

  private static func hasAddresses(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0A).map(\.trimmed)
    return lines.contains { line in
      let word = line.prefix { !$0.isBlank && $0 != 0x0D }
      let colons = word.count { $0 == ":" }
      return word.allSatisfy { $0.hexDigit != nil || $0 == "." || $0 == ":" }
        && (word.count { $0 == "." } == 3 || colons > 1)
    }
  }

  // MARK: System files

  /// The reason why a system table such as `/etc/fstab` can't be edited, or `nil` for other files.
  private var tableReason: String? {
    switch name {
    case "fstab", "mtab", "vfstab":
      Self.table(of: "file systems", "edit it in $EDITOR and check it with 'findmnt --verify'")
    case "crypttab": Self.table(of: "encrypted devices")
    case "crontab", "anacrontab": Self.table(of: "scheduled jobs", "edit it with 'crontab -e'")
    case "sudoers":
      Self.reason("isn't a settings file but a list of rules", "edit it with 'visudo'")
    case "passwd", "shadow": Self.table(of: "users", "edit it with 'vipw'")
    case "group", "gshadow": Self.table(of: "groups", "edit it with 'vigr'")
    case "hosts", "hosts.allow", "hosts.deny", "ethers", "networks": Self.table(of: "hosts")
    case "services", "protocols", "rpc": Self.table(of: "services")
    case "exports": Self.table(of: "shared directories", "edit it and run 'exportfs -ra'")
    case "aliases": Self.table(of: "mail aliases", "edit it and run 'newaliases'")
    case "inittab": Self.table(of: "processes")
    case "limits.conf", "access.conf", "login.access": Self.table(of: "rules")
    case "resolv.conf", "nsswitch.conf", "host.conf": Self.table(of: "name services")
    case "pg_hba.conf", "pg_ident.conf": Self.table(of: "authentication rules")
    case "authorized_keys", "known_hosts": Self.table(of: "keys", "edit it or use 'ssh-keygen'")
    default: folderTableReason
    }
  }

  private var folderTableReason: String? {
    switch parent {
    case "cron.d": Self.table(of: "scheduled jobs")
    case "crontabs": Self.table(of: "scheduled jobs", "edit it with 'crontab -e'")
    case "cron" where folders.contains("spool"):
      Self.table(of: "scheduled jobs", "edit it with 'crontab -e'")
    case "sudoers.d":
      Self.reason("isn't a settings file but a list of rules", "edit it with 'visudo -f'")
    case "limits.d" where folders.contains("security"): Self.table(of: "rules")
    case "pam.d": Self.table(of: "authentication rules")
    case "init.d": Self.reason("is a shell script")
    default: nil
    }
  }

  private static func table(
    of rows: String, _ instruction: String = "edit it in $EDITOR"
  ) -> String {
    reason("isn't a settings file but a table of \(rows)", instruction)
  }

  // MARK: Servers

  /// The reason why a server configuration with blocks, such as `nginx.conf`, can't be edited, or
  /// `nil` for other files.
  private var serverReason: String? {
    let isConfiguration =
      ending == "conf" || parent.hasPrefix("sites-") || parent == "snippets"
    func checked(_ program: String, _ command: String) -> String {
      Self.reason(
        "is a configuration of \(program) with blocks",
        "edit it in $EDITOR and check it with '\(command)'")
    }
    switch name {
    case "nginx.conf": return checked("nginx", "nginx -t")
    case "httpd.conf", "apache2.conf", ".htaccess": return checked("Apache", "apachectl configtest")
    case "haproxy.cfg":
      return Self.reason(
        "is a configuration of HAProxy with sections of commands",
        "edit it in $EDITOR and check it with 'haproxy -c -f \(name)'")
    case "Caddyfile": return checked("Caddy", "caddy validate")
    case "named.conf": return checked("BIND", "named-checkconf")
    case "dhcpd.conf": return checked("dhcpd", "dhcpd -t")
    case "logrotate.conf": return checked("logrotate", "logrotate --debug")
    case "rsyslog.conf": return checked("rsyslog", "rsyslogd -N1")
    case "apt.conf": return checked("APT", "apt-config dump")
    case "sources.list":
      return Self.reason(
        "isn't a settings file but a list of package sources", "use 'apt edit-sources'")
    default: break
    }
    if folders.contains("nginx"), isConfiguration { return checked("nginx", "nginx -t") }
    if isConfiguration, folders.contains("apache2") || folders.contains("httpd") {
      return checked("Apache", "apachectl configtest")
    }
    switch parent {
    case "logrotate.d": return checked("logrotate", "logrotate --debug")
    case "apt.conf.d": return checked("APT", "apt-config dump")
    case "rsyslog.d": return checked("rsyslog", "rsyslogd -N1")
    default: return nil
    }
  }

  // MARK: Programs and documents

  private static let vim = reason("is a Vim script")
  private static let shell = reason("is a shell script")
  private static let make = reason("is a makefile")
  private static let ruby = reason("is a Ruby program")
  private static let tmux = reason(
    "is a list of tmux commands", "edit it in $EDITOR and run 'tmux source-file'")

  private static let names: [String: String] = [
    ".vimrc": vim, "_vimrc": vim, "vimrc": vim, ".gvimrc": vim, "gvimrc": vim, ".exrc": vim,
    ".bashrc": shell, "bashrc": shell, "bash.bashrc": shell, ".bash_profile": shell,
    ".bash_login": shell, ".bash_logout": shell, ".bash_aliases": shell, ".profile": shell,
    "profile": shell, ".zshrc": shell, "zshrc": shell, ".zshenv": shell, ".zprofile": shell,
    ".zlogin": shell, ".zlogout": shell, ".kshrc": shell, ".cshrc": shell, ".tcshrc": shell,
    ".xinitrc": shell, ".xsession": shell, ".xprofile": shell, "PKGBUILD": shell,
    "APKBUILD": shell, ".envrc": shell,
    "Makefile": make, "makefile": make, "GNUmakefile": make,
    "Dockerfile": reason("is a list of build instructions"),
    "Containerfile": reason("is a list of build instructions"),
    "Jenkinsfile": reason("is a Groovy program"), "Vagrantfile": ruby, "Gemfile": ruby,
    "Rakefile": ruby, "Brewfile": ruby, "CMakeLists.txt": reason("is a CMake script"),
    "tmux.conf": tmux, ".tmux.conf": tmux,
    "screenrc": reason("is a list of screen commands"),
    ".screenrc": reason("is a list of screen commands"),
    ".emacs": reason("is an Emacs Lisp program"),
    "rc.lua": reason("is a Lua program"),
    "requirements.txt": reason("isn't a settings file but a list of packages"),
    "constraints.txt": reason("isn't a settings file but a list of packages"),
  ]

  private static let hcl = reason("is an HCL file with blocks")
  private static let xml = reason("is an XML document")
  private static let javaScript = reason("is a JavaScript program")

  private static let endings: [String: String] = [
    "lua": reason("is a Lua program"), "vim": vim,
    "sh": shell, "bash": shell, "zsh": shell, "fish": shell, "ksh": shell, "csh": shell,
    "tf": hcl, "tfvars": hcl, "hcl": hcl, "nomad": hcl,
    "nix": reason("is a Nix expression"), "kdl": reason("is a KDL document"),
    "xml": xml, "xsl": xml, "svg": xml, "kcfg": xml, "ui": xml,
    "md": reason("is a Markdown document"),
    "html": reason("is an HTML document"), "css": reason("is a style sheet"),
    "py": reason("is a Python program"), "rb": ruby,
    "pl": reason("is a Perl program"), "php": reason("is a PHP program"),
    "js": javaScript, "mjs": javaScript, "cjs": javaScript,
    "ts": reason("is a TypeScript program"), "el": reason("is an Emacs Lisp program"),
    "gradle": reason("is a Groovy program"), "mk": make,
    "cmake": reason("is a CMake script"), "rules": reason("is a list of udev rules"),
  ]
}

extension [UInt8] {
  /// A Boolean value that indicates whether the lines of a file form blocks or end in semicolons.
  ///
  /// A block has the form `name {` … `}`. A file with blocks isn't a list of `key = value` lines,
  /// even if each of its lines could be read as such a line.
  var hasBlocks: Bool {
    var isOpen = false
    var (statements, ended) = (0, 0)
    for line in split(separator: 0x0A).map({ ($0.last == 0x0D ? $0.dropLast() : $0).trimmed }) {
      guard let first = line.first, first != "#", first != ";" else { continue }
      // A comment can follow a statement on the same line, so remove it before checking for a
      // semicolon.
      let comment = line.indices.dropFirst().first { line[$0] == "#" && line[$0 - 1].isBlank }
      let content = line[..<(comment ?? line.endIndex)].trimmed
      if first == "}", isOpen { return true }
      if content.last == UInt8(ascii: "{"), !content.contains(UInt8(ascii: "=")) { isOpen = true }
      statements += 1
      if content.last == UInt8(ascii: ";") { ended += 1 }
    }
    return ended > 0 && ended * 2 >= statements
  }
}
