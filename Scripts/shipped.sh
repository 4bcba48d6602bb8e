# Sourced by the scripts that try what people get: the release, installed from its package.
#
#   ship       makes the package, unpacks it in the empty root .build/shipped, builds the programs that
#              link the library as the same release, and tells the tests of both: exports
#              SETTEE_PROGRAM (the installed settee) and SETTEE_TOOLS (the folder of the others)
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
