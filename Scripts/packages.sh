# Sourced by the other scripts: installs missing Debian packages.
#
#   require_packages WHY PACKAGE...
#
# Checks with dpkg first, so that neither the network nor root permissions are needed if all packages are
# installed. On systems without apt, it does nothing, and the build reports what is missing.

require_packages() {
  local why=$1 missing=() package
  shift
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  for package; do
    # Accept a package that provides a virtual or renamed package.
    # Don't use `grep -q`: it exits at the first match, and with pipefail, the resulting SIGPIPE in
    # dpkg-query would make an installed package look missing.
    dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
      grep -E "^installed (.*[ ,])?${package}([ ,(]|$)" >/dev/null || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "$0: Missing packages for $why, and sudo isn't available. As root, run" \
        "'apt-get install ${missing[*]}', and try again." >&2
      exit 1
    }
    as_root=(sudo)
  fi
  echo "Installing for $why: ${missing[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 && exit
    apt-get update -qq && apt-get install -qq -y --no-install-recommends "$@" >/dev/null
  ' sh "${missing[@]}" || {
    echo "$0: Can't install ${missing[*]} for $why. Install them manually, and try again." >&2
    exit 1
  }
}

# Swift has to come from swift.org, because no distribution includes a version that is new enough.
require_swift() {
  command -v swift >/dev/null || {
    echo "$0: swift isn't on the PATH. Install Swift 6.2 or later from https://swift.org/install." >&2
    exit 1
  }
}
