import SetteeValues

/// Titles and help for the settings of common system files, which have no bundle.
///
/// The labels of a lens are short, such as `ipaddr` or `dump`, and the files rarely explain them.
struct SystemFileNames {
  /// The title and the help for each label.
  private let texts: [String: (title: String, help: String?)]
  /// The labels of the values that distinguish the items of a list, in order of preference.
  let identifying: [String]

  init?(_ format: Format) {
    guard let table = Self.tables[format.name] else { return nil }
    var texts: [String: (title: String, help: String?)] = [:]
    for line in table.text.split(separator: "\n") {
      let parts = line.split(separator: "|", maxSplits: 2).map(String.init)
      guard parts.count > 1 else { continue }
      texts[parts[0]] = (parts[1], parts.count > 2 ? parts[2] : nil)
    }
    (self.texts, identifying) = (texts, table.identifying)
  }

  /// Returns the title for the last name of a path, or for the whole path if it has one.
  func title(of place: DocumentPath) -> String? { text(of: place)?.title }

  func help(for place: DocumentPath) -> String? { text(of: place)?.help }

  private func text(of place: DocumentPath) -> (title: String, help: String?)? {
    let names = place.steps.compactMap(\.name?.text)
    return texts[names.joined(separator: ".")]
      ?? texts[names.suffix(2).joined(separator: ".")] ?? names.last.flatMap { texts[$0] }
  }

  private static let tables: [String: (identifying: [String], text: String)] = [
    "augeas:Hosts": (["canonical", "ipaddr"], hosts),
    "augeas:Fstab": (["file", "spec"], fstab),
    "augeas:Logrotate": (["file"], logrotate),
    "augeas:Resolv": ([], resolv),
    "augeas:Limits": ([], limits),
    "augeas:AptConf": ([], apt),
    "augeas:Sudoers": (["user"], sudoers),
    "augeas:Cron": ([], cron),
    "augeas:Cron_User": ([], cron),
    "augeas:Nginx": (["server_name", "#uri", "listen"], nginx),
    "flat:sysctl": ([], sysctl),
  ]

  private static let hosts = """
    ipaddr|IP address|The IPv4 or IPv6 address to which the names resolve.
    canonical|Host name|The official name of the host. A lookup by address returns this name.
    alias|Aliases|Other names that resolve to the same address.
    """

  private static let fstab = """
    spec|Device|The device, UUID=, LABEL=, or network share to mount.
    file|Mount point|The directory on which the file system is mounted, or none for swap.
    vfstype|Type|The type of the file system, such as ext4, xfs, nfs, or swap.
    opt|Mount options|Options for mount, such as defaults, noatime, ro, or nofail.
    dump|Dump|Whether the dump program backs up the file system: 0 for no, 1 for yes.
    passno|Check order|The order of the check at boot: 1 for the root file system, 2 for others, 0 for no check.
    """

  private static let logrotate = """
    rule|Log file|The log files to which these settings apply.
    file|Log files|The log files to rotate. Wildcards are allowed.
    schedule|Schedule|How often the logs are rotated: hourly, daily, weekly, monthly, or yearly.
    rotate|Rotations to keep|The number of old logs to keep. With 0, old logs are removed.
    size|Size limit|Rotate when the log is larger than this size, such as 100k or 10M.
    minsize|Minimum size|Rotate on schedule, but only if the log is larger than this size.
    maxsize|Maximum size|Rotate before the scheduled time if the log is larger than this size.
    maxage|Maximum age|Remove rotated logs older than this number of days.
    compress|Compress|Compress old logs with gzip.
    delaycompress|Delay compression|Compress a log at the next rotation, not immediately.
    missingok|Allow missing logs|Don't report an error if the log doesn't exist.
    ifempty|Rotate empty logs|Whether logs are rotated even if they are empty.
    copytruncate|Copy and truncate|Copy the log and truncate it in place, for programs that keep it open.
    dateext|Date in names|Append the date to the names of old logs instead of a number.
    sharedscripts|Shared scripts|Run the scripts once for all logs of this entry.
    create|Create|Create a new, empty log after the rotation.
    olddir|Directory for old logs|The directory to which old logs are moved.
    postrotate|After rotation|Commands that run after a log is rotated.
    prerotate|Before rotation|Commands that run before a log is rotated.
    include|Include|A file or directory with more settings.
    """

  private static let resolv = """
    nameserver|Name servers|The IP addresses of the DNS servers, in the order in which they are queried. At most three are used.
    search.domain|Search domains|The domains that are appended to short host names.
    domain|Local domain|The domain that is appended to short host names if there is no search list.
    sortlist|Sort list|The networks whose addresses come first.
    ndots|Dots for absolute names|A name with at least this number of dots is looked up as it is first.
    timeout|Timeout|The time in seconds to wait for a name server.
    attempts|Attempts|The number of times each name server is queried.
    rotate|Rotate servers|Distribute the queries among the name servers.
    edns0|EDNS|Use the DNS extensions of RFC 2671.
    trust-ad|Trust the AD bit|Pass on whether the server has validated the response with DNSSEC.
    """

  private static let limits = """
    domain|Applies to|A user name, a group such as @staff, or * for all users.
    type|Limit type|hard for the upper bound, soft for the default, or - for both.
    item|Resource|The limited resource, such as nofile, nproc, core, or memlock.
    value|Limit|The limit as a number, or unlimited.
    """

  private static let apt = """
    APT.Periodic.Update-Package-Lists|Update package lists|The number of days between updates of the package lists. 0 turns updates off.
    APT.Periodic.Unattended-Upgrade|Unattended upgrades|The number of days between automatic upgrades. 0 turns upgrades off.
    APT.Periodic.Download-Upgradeable-Packages|Download upgrades|The number of days between downloads of packages that can be upgraded.
    APT.Periodic.AutocleanInterval|Clean interval|The number of days between removals of obsolete package files.
    APT.Install-Recommends|Install recommended packages|Whether recommended packages are installed by default.
    APT.Install-Suggests|Install suggested packages|Whether suggested packages are installed by default.
    APT.Default-Release|Default release|The release from which packages are installed.
    Acquire.Retries|Retries|The number of times a failed download is repeated.
    http.Proxy|HTTP proxy|The URL of the proxy for HTTP, or DIRECT.
    https.Proxy|HTTPS proxy|The URL of the proxy for HTTPS, or DIRECT.
    Unattended-Upgrade.Automatic-Reboot|Reboot automatically|Whether the computer restarts if an upgrade requires it.
    Unattended-Upgrade.Mail|Send mail to|The address that receives reports about upgrades.
    """

  private static let sudoers = """
    user|User|A user name, a group such as %admin, or an alias.
    host|Hosts|The hosts on which the rule applies, or ALL.
    command|Commands|The commands that may be run, or ALL.
    runas_user|Run as user|The users as whom the commands may run.
    runas_group|Run as group|The groups as which the commands may run.
    tag|Tags|Options for the command, such as NOPASSWD.
    env_reset|Reset environment|Run commands with a minimal environment.
    secure_path|Secure path|The PATH for commands that sudo runs.
    mail_badpass|Mail bad passwords|Send mail if a user enters an incorrect password.
    timestamp_timeout|Password timeout|The number of minutes until sudo asks for the password again.
    use_pty|Use a pseudo-terminal|Run commands in a separate pseudo-terminal.
    #includedir|Include directory|The directory with more rules.
    @includedir|Include directory|The directory with more rules.
    """

  private static let cron = """
    entry|Command|The command that cron runs.
    minute|Minute|0 to 59, * for every minute, or a list, range, or step such as */15.
    hour|Hour|0 to 23, or * for every hour.
    dayofmonth|Day of the month|1 to 31, or * for every day.
    month|Month|1 to 12 or a name such as jan, or * for every month.
    dayofweek|Day of the week|0 to 7, where 0 and 7 are Sunday, or a name such as mon.
    user|User|The user as whom the command runs.
    schedule|Schedule|A nickname such as hourly, daily, or reboot.
    SHELL|Shell|The shell that runs the commands.
    PATH|Path|The directories in which commands are found.
    MAILTO|Mail to|The user who receives the output of the commands. If empty, no mail is sent.
    """

  private static let nginx = """
    user|User|The user and group of the worker processes.
    worker_processes|Worker processes|The number of worker processes, or auto for one for each processor.
    worker_connections|Connections per worker|The number of connections that a worker process can have open.
    pid|PID file|The file that contains the process ID of the main process.
    error_log|Error log|The file for errors, and the lowest level that is logged.
    access_log|Access log|The file for requests, or off.
    listen|Listen on|The address or port on which the server accepts connections.
    server_name|Server names|The host names to which this server responds.
    root|Document root|The directory with the files that are served.
    index|Index files|The files that are served for a directory.
    location|Location|The path prefix or pattern to which these settings apply.
    proxy_pass|Pass to|The URL of the server to which requests are passed.
    return|Return|The status code, and the URL or text, to respond with.
    try_files|Try files|The files that are checked in this order before the last argument is used.
    client_max_body_size|Maximum body size|The largest request body that is accepted. 0 turns the check off.
    keepalive_timeout|Keep-alive timeout|The time for which an idle connection stays open.
    gzip|Compression|Whether responses are compressed.
    sendfile|Use sendfile|Whether files are sent by the kernel without copying.
    ssl_certificate|Certificate|The file with the TLS certificate.
    ssl_certificate_key|Certificate key|The file with the private key of the certificate.
    ssl_protocols|TLS versions|The versions of TLS that are allowed.
    server_tokens|Show version|Whether the version of nginx is shown in error pages.
    include|Include|The files that are included here.
    """

  private static let sysctl = """
    net.ipv4.ip_forward|net.ipv4.ip_forward|Whether IPv4 packets are forwarded between interfaces.
    net.ipv6.conf.all.forwarding|net.ipv6.conf.all.forwarding|Whether IPv6 packets are forwarded between interfaces.
    net.ipv4.tcp_syncookies|net.ipv4.tcp_syncookies|Whether SYN cookies protect against SYN floods.
    net.ipv4.conf.all.rp_filter|net.ipv4.conf.all.rp_filter|Source address check for all interfaces: 0 off, 1 strict, 2 loose.
    net.ipv4.conf.default.rp_filter|net.ipv4.conf.default.rp_filter|Source address check for new interfaces: 0 off, 1 strict, 2 loose.
    vm.swappiness|vm.swappiness|How readily memory is swapped out, from 0 to 200.
    vm.overcommit_memory|vm.overcommit_memory|Memory overcommit: 0 heuristic, 1 always, 2 never beyond the limit.
    fs.file-max|fs.file-max|The number of files that all processes together can open.
    fs.inotify.max_user_watches|fs.inotify.max_user_watches|The number of files that a user can watch.
    kernel.sysrq|kernel.sysrq|The functions of the SysRq key: 0 none, 1 all, or a bit mask.
    kernel.panic|kernel.panic|The number of seconds after which the computer restarts after a kernel panic.
    kernel.dmesg_restrict|kernel.dmesg_restrict|Whether only privileged users can read the kernel log.
    """
}
