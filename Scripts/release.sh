# Sourced by the scripts that build a release, whether to install, to package or to measure it: how
# it is built stands here alone, so that what is measured is what people get.
#
#   release_flags      sets `release`, the arguments of `swift build`
#
# The Swift runtime goes in statically: no Swift is needed where the program runs. So do the C++
# runtime below it and ncurses, where the compiler finds static ones: to load these and to look up
# their names took a third of each start. The program is still placed anywhere in memory: to correct
# its addresses costs 0.7 ms of the 9 until the first picture, the price of being hard to attack.

release_flags() {
  # Nothing stands beside the program that it loads; to look for it there took forty calls a start.
  release=(-c release --static-swift-stdlib --disable-local-rpath)
  [ "$(uname -s)" = Linux ] || return 0
  # Values are copied by code of their own, not by what the runtime looks up about their types, and
  # what nobody calls is left out: the first picture takes a twentieth less time, the file 0.9 MB less.
  release+=(-Xswiftc -Xfrontend -Xswiftc -disable-type-layout)
  release+=(-Xswiftc -Xfrontend -Xswiftc -function-sections)
  # Nothing looks up the names of a program's functions: 24 pages less are touched by each start.
  release+=(-Xlinker --no-export-dynamic)
  local folder=$PWD/.build/static-libraries
  rm -rf "$folder"
  mkdir -p "$folder"
  # The linker takes what it meets first, and asks this folder before the system's.
  link_statically libstdc++.a && release+=(-Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
  link_statically libtinfo.a && link_statically libncursesw.a && release+=(-Xlinker -ltinfo)
  release+=(-Xswiftc -L -Xswiftc "$folder")
}

link_statically() {
  local path
  path=$(clang -print-file-name="$1" 2>/dev/null) && [ -f "$path" ] && ln -s "$path" "$folder/$1"
}
