# Sourced by the scripts that run tests, campaigns, and benchmarks.
#
#   clear_environment      unsets variables that affect what programs print or read, and makes Settee use
#                          an empty directory in place of the system's root directory

clear_environment() {
  local variable
  for variable in $(compgen -e); do
    case $variable in
      XDG_* | LANG | LANGUAGE | LC_* | GIT_* | NO_COLOR | COLORTERM | COLORFGBG | ACCESSIBLE | \
        ESCDELAY | EDITOR | VISUAL | PAGER | BROWSER | DISPLAY | WAYLAND_DISPLAY | MANPATH | \
        KCONFIG_CONFIG | \
        SETTEE_ROOT | SETTEE_PATH | SETTEE_MIRROR | SETTEE_STYLE | SETTEE_LOG) unset "$variable" ;;
    esac
  done
  export LC_ALL=C.UTF-8 SETTEE_ROOT=$PWD/.build/no-system
}
