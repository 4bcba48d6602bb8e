# Sourced by the scripts that test the release as it is distributed.
#
#   ship       creates the package, unpacks it in the empty root directory .build/shipped, and builds the
#              programs that link the library with the same flags. Exports SETTEE_PROGRAM (the installed
#              settee) and SETTEE_TOOLS (the folder of the other programs) for the tests.
. Scripts/release.sh

ship() {
  local root=$PWD/.build/shipped product
  Scripts/package >&2
  rm -rf "$root"
  dpkg-deb -x .build/packages/settee_*.deb "$root"
  release_flags
  for product in DomainTool FormatTool settee-demo; do
    swift build "${release[@]}" --product $product >&2
  done
  export SETTEE_PROGRAM=$root/usr/bin/settee
  SETTEE_TOOLS=$(swift build "${release[@]}" --show-bin-path)
  export SETTEE_TOOLS
}
