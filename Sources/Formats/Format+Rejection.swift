/// Recognizes files that Settee can't edit by their name and location.
///
/// The error for such a file names the tool that edits or checks it. Without this check, Settee
/// would read the file as a list of settings.
struct RejectedFile {
  /// The type of the rejected file as a phrase, such as `is a Ruby program`.
  let nature: String
  /// An instruction that explains how to edit the rejected file instead.
  let instruction: String

  private init(_ nature: String, _ instruction: String = "edit it in $EDITOR") {
    (self.nature, self.instruction) = (nature, instruction)
  }

  /// The second part of an error message that begins with the name of the file.
  var message: String { "\(nature); \(instruction)" }

  /// Rejects a file that Settee can't edit according to its name and location.
  init?(_ path: PathParts, _ bytes: [UInt8]) {
    guard
      let found = Self.table(path) ?? Self.server(path) ?? Self.names[path.name]
        ?? (path.name.contains(".") ? Self.endings[path.ending] : nil)
    else { return nil }
    // An Ansible inventory can also have the name `hosts`, so check for IP addresses.
    if path.name == "hosts", path.parent != "etc", !Self.hasAddresses(bytes) { return nil }
    self = found
  }

  /// Returns whether the name of a file indicates a system file, which a lens may be able to read.
  static func isSystemFile(_ path: PathParts) -> Bool {
    path.parent != "init.d" && (table(path) ?? server(path)) != nil
  }

  /// Returns the reason why a file can't be edited, or `nil` if the first bytes of the file don't
  /// indicate one.
  init?(content bytes: [UInt8]) {
    let start = bytes[bytes.afterMark...].drop { $0.isBlank || $0.isLineEnd }
    if start.starts(with: "#!".utf8) {
      self = Self("is a script")
    } else if start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE".utf8) {
      self = Self("is an XML document")
    } else {
      return nil
    }
  }

  private static func hasAddresses(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0A).map(\.trimmed)
    return lines.contains { line in
      let word = line.prefix { !$0.isBlank && $0 != 0x0D }
      let colons = word.count { $0 == ":" }
      return word.allSatisfy { $0.hexValue != nil || $0 == "." || $0 == ":" }
        && (word.count { $0 == "." } == 3 || colons > 1)
    }
  }

  // MARK: System files

  /// Returns a rejection if a path refers to a system table such as `/etc/fstab`.
  private static func table(_ path: PathParts) -> RejectedFile? {
    switch path.name {
    case "fstab", "mtab", "vfstab":
      Self(notSettings("file systems"), "edit it in $EDITOR and check it with 'findmnt --verify'")
    case "crypttab": Self(notSettings("encrypted devices"))
    case "crontab", "anacrontab": Self(notSettings("scheduled jobs"), "edit it with 'crontab -e'")
    case "sudoers": Self("isn't a settings file but a list of rules", "edit it with 'visudo'")
    case "passwd", "shadow": Self(notSettings("users"), "edit it with 'vipw'")
    case "group", "gshadow": Self(notSettings("groups"), "edit it with 'vigr'")
    case "hosts", "hosts.allow", "hosts.deny", "ethers", "networks": Self(notSettings("hosts"))
    case "services", "protocols", "rpc": Self(notSettings("services"))
    case "exports": Self(notSettings("shared directories"), "edit it and run 'exportfs -ra'")
    case "aliases": Self(notSettings("mail aliases"), "edit it and run 'newaliases'")
    case "inittab": Self(notSettings("processes"))
    case "limits.conf", "access.conf", "login.access": Self(notSettings("rules"))
    case "resolv.conf", "nsswitch.conf", "host.conf": Self(notSettings("name services"))
    case "pg_hba.conf", "pg_ident.conf": Self(notSettings("authentication rules"))
    case "authorized_keys", "known_hosts": Self(notSettings("keys"), "edit it or use 'ssh-keygen'")
    default: folderTable(path)
    }
  }

  private static func folderTable(_ path: PathParts) -> RejectedFile? {
    switch path.parent {
    case "cron.d": Self(notSettings("scheduled jobs"))
    case "crontabs": Self(notSettings("scheduled jobs"), "edit it with 'crontab -e'")
    case "cron" where path.folders.contains("spool"):
      Self(notSettings("scheduled jobs"), "edit it with 'crontab -e'")
    case "sudoers.d": Self("isn't a settings file but a list of rules", "edit it with 'visudo -f'")
    case "limits.d" where path.folders.contains("security"): Self(notSettings("rules"))
    case "pam.d": Self(notSettings("authentication rules"))
    case "init.d": Self("is a shell script")
    default: nil
    }
  }

  private static func notSettings(_ rows: String) -> String {
    "isn't a settings file but a table of \(rows)"
  }

  // MARK: Servers

  /// Returns a rejection if a path refers to a server configuration with blocks, such as
  /// `nginx.conf`.
  private static func server(_ path: PathParts) -> RejectedFile? {
    let isConfiguration =
      path.ending == "conf" || path.parent.hasPrefix("sites-") || path.parent == "snippets"
    func checked(_ program: String, _ command: String) -> RejectedFile {
      Self(
        "is a configuration of \(program) with blocks",
        "edit it in $EDITOR and check it with '\(command)'")
    }
    switch path.name {
    case "nginx.conf": return checked("nginx", "nginx -t")
    case "httpd.conf", "apache2.conf", ".htaccess": return checked("Apache", "apachectl configtest")
    case "haproxy.cfg":
      return Self(
        "is a configuration of HAProxy with sections of commands",
        "edit it in $EDITOR and check it with 'haproxy -c -f \(path.name)'")
    case "Caddyfile": return checked("Caddy", "caddy validate")
    case "named.conf": return checked("BIND", "named-checkconf")
    case "dhcpd.conf": return checked("dhcpd", "dhcpd -t")
    case "logrotate.conf": return checked("logrotate", "logrotate --debug")
    case "rsyslog.conf": return checked("rsyslog", "rsyslogd -N1")
    case "apt.conf": return checked("APT", "apt-config dump")
    case "sources.list":
      return Self("isn't a settings file but a list of package sources", "use 'apt edit-sources'")
    default: break
    }
    if path.folders.contains("nginx"), isConfiguration { return checked("nginx", "nginx -t") }
    if isConfiguration, path.folders.contains("apache2") || path.folders.contains("httpd") {
      return checked("Apache", "apachectl configtest")
    }
    switch path.parent {
    case "logrotate.d": return checked("logrotate", "logrotate --debug")
    case "apt.conf.d": return checked("APT", "apt-config dump")
    case "rsyslog.d": return checked("rsyslog", "rsyslogd -N1")
    default: return nil
    }
  }

  // MARK: Programs and documents

  private static let vim = RejectedFile("is a Vim script")
  private static let shell = RejectedFile("is a shell script")
  private static let make = RejectedFile("is a makefile")
  private static let ruby = RejectedFile("is a Ruby program")
  private static let tmux = RejectedFile(
    "is a list of tmux commands", "edit it in $EDITOR and run 'tmux source-file'")

  private static let names: [String: RejectedFile] = [
    ".vimrc": vim, "_vimrc": vim, "vimrc": vim, ".gvimrc": vim, "gvimrc": vim, ".exrc": vim,
    ".bashrc": shell, "bashrc": shell, "bash.bashrc": shell, ".bash_profile": shell,
    ".bash_login": shell, ".bash_logout": shell, ".bash_aliases": shell, ".profile": shell,
    "profile": shell, ".zshrc": shell, "zshrc": shell, ".zshenv": shell, ".zprofile": shell,
    ".zlogin": shell, ".zlogout": shell, ".kshrc": shell, ".cshrc": shell, ".tcshrc": shell,
    ".xinitrc": shell, ".xsession": shell, ".xprofile": shell, "PKGBUILD": shell,
    "APKBUILD": shell, ".envrc": shell,
    "Makefile": make, "makefile": make, "GNUmakefile": make,
    "Dockerfile": RejectedFile("is a list of build instructions"),
    "Containerfile": RejectedFile("is a list of build instructions"),
    "Jenkinsfile": RejectedFile("is a Groovy program"), "Vagrantfile": ruby, "Gemfile": ruby,
    "Rakefile": ruby, "Brewfile": ruby, "CMakeLists.txt": RejectedFile("is a CMake script"),
    "tmux.conf": tmux, ".tmux.conf": tmux,
    "screenrc": RejectedFile("is a list of screen commands"),
    ".screenrc": RejectedFile("is a list of screen commands"),
    ".emacs": RejectedFile("is an Emacs Lisp program"),
    "rc.lua": RejectedFile("is a Lua program"),
    "requirements.txt": RejectedFile("isn't a settings file but a list of packages"),
    "constraints.txt": RejectedFile("isn't a settings file but a list of packages"),
  ]

  private static let hcl = RejectedFile("is an HCL file with blocks")
  private static let xml = RejectedFile("is an XML document")
  private static let javaScript = RejectedFile("is a JavaScript program")

  private static let endings: [String: RejectedFile] = [
    "lua": RejectedFile("is a Lua program"), "vim": vim,
    "sh": shell, "bash": shell, "zsh": shell, "fish": shell, "ksh": shell, "csh": shell,
    "tf": hcl, "tfvars": hcl, "hcl": hcl, "nomad": hcl,
    "nix": RejectedFile("is a Nix expression"), "kdl": RejectedFile("is a KDL document"),
    "xml": xml, "xsl": xml, "svg": xml, "kcfg": xml, "ui": xml,
    "md": RejectedFile("is a Markdown document"),
    "html": RejectedFile("is an HTML document"), "css": RejectedFile("is a style sheet"),
    "py": RejectedFile("is a Python program"), "rb": ruby,
    "pl": RejectedFile("is a Perl program"), "php": RejectedFile("is a PHP program"),
    "js": javaScript, "mjs": javaScript, "cjs": javaScript,
    "ts": RejectedFile("is a TypeScript program"), "el": RejectedFile("is an Emacs Lisp program"),
    "gradle": RejectedFile("is a Groovy program"), "mk": make,
    "cmake": RejectedFile("is a CMake script"), "rules": RejectedFile("is a list of udev rules"),
  ]
}

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
