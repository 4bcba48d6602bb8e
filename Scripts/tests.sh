# Sourced by the scripts that run tests: a run that no longer ends by itself is ended, and tells where it was.
#
#   run_tests LOG ARGUMENT...
#
# Runs `swift test` with the arguments; what it prints goes to LOG as it comes. After SETTEE_TESTS_END
# seconds (half an hour, many times what the slowest machine takes) the tests that had begun and not ended
# are named, with the processes that were still there, and all of them are killed.

. Scripts/environment.sh

run_tests() {
  local log=$1 runner guard result=0
  shift
  clear_environment
  make_terminals_known
  # NB: emptied here and appended to below, as two write to it; what an earlier run said is no news.
  : >"$log"
  # A session of its own: all that the tests start belongs to it, but for what leaves on purpose.
  # NB: line by line, or the last lines before a hang would stay in a buffer.
  setsid stdbuf -oL swift test "$@" >>"$log" 2>&1 </dev/null &
  runner=$!
  (
    trap 'kill "$nap"; exit' TERM
    sleep "${SETTEE_TESTS_END:-1800}" &
    nap=$!
    wait "$nap"
    {
      echo "The tests do not end. These had begun and not ended:"
      unended_tests "$log" | sed 's/^/  /'
      echo "These processes were there:"
      list_session "$runner" | sed 's/^/  /'
    } >>"$log"
    # Some may have ended in between.
    kill -KILL $(list_session "$runner" | cut -d' ' -f1) 2>/dev/null || true
  ) &
  guard=$!
  trap 'kill -TERM $(list_session "$runner" | cut -d" " -f1) "$guard"; exit 130' INT TERM
  wait "$runner" || result=$?
  trap - INT TERM
  kill "$guard" 2>/dev/null || true
  return $result
}

# Kinds of terminals that no database has, for the tests that paint on them.
make_terminals_known() {
  local kinds=Tests/TerminalTests/Kinds.terminfo folder=$PWD/.build/terminfo
  command -v tic >/dev/null || return 0
  # NB: with the C library's own list behind it: nothing between two colons.
  tic -x -o "$folder" "$kinds" || return
  export TERMINFO_DIRS="$folder:${TERMINFO_DIRS-}"
  SETTEE_TEST_KINDS=$(sed -n 's/^\(settee-[a-z]*\)|.*/\1/p' "$kinds" | tr '\n' ' ')
  export SETTEE_TEST_KINDS
}

# What a log says beside the tests that began and passed: the failures, their places, the last line.
report_of() {
  sed '/^[^ ]* \(Test\|Suite\) .*\(started\.\|passed after .*\)$/{$!d;}' "$1"
}

# The tests of a log that have a line of their start and none of their end.
unended_tests() {
  local name='\("[^"]*"\|[^ ]*)\)'
  comm -23 <(sed -n "s/^[^ ]* Test $name started\.\$/\1/p" "$1" | sort) \
    <(sed -n "s/^[^ ]* Test $name .*\(passed\|failed\|skipped\).*\$/\1/p" "$1" | sort)
}

# The processes of a session, each with its state and its words.
list_session() {
  local folder fields
  for folder in /proc/[0-9]*; do
    fields=$(cat "$folder/stat" 2>/dev/null) || continue
    # NB: the name in brackets may hold anything; state, parent, group and session come after it.
    read -ra fields <<<"${fields##*) }"
    [ "${fields[3]}" = "$1" ] || continue
    echo "${folder#/proc/} ${fields[0]} $(tr '\0' ' ' <"$folder/cmdline" | cut -c1-200)"
  done
}
