# Sourced by the other scripts: puts Debian packages in place that are missing.
#
#   require_packages WHY PACKAGE...
#
# Asks dpkg first, so that a machine that has everything needs no network and no rights. Elsewhere
# (a Mac, a distribution without apt) it checks nothing: the build says what it misses.

require_packages() {
  local why=$1 missing=() package
  shift
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  for package; do
    # A virtual or renamed package counts when another one provides it.
    # NB: no `grep -q`: it leaves at the first match, and under pipefail the signal that then ends
    # dpkg-query would make a package that is there look missing.
    dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
      grep -E "^installed (.*[ ,])?${package}([ ,(]|$)" >/dev/null || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "$0: ${missing[*]} missing ($why) and there is no sudo: as root, run" \
        "'apt-get install ${missing[*]}' and start again." >&2
      exit 1
    }
    as_root=(sudo)
  fi
  echo "Installing for $why: ${missing[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 && exit
    apt-get update -qq && apt-get install -qq -y --no-install-recommends "$@" >/dev/null
  ' sh "${missing[@]}" || {
    echo "$0: could not install ${missing[*]} ($why): install them by hand and start again." >&2
    exit 1
  }
}

# Swift itself comes from swift.org: no distribution carries one that is new enough.
require_swift() {
  command -v swift >/dev/null || {
    echo "$0: swift is not on the PATH: install Swift 6.2 or newer from https://swift.org/install." >&2
    exit 1
  }
}
