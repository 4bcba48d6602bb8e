# Sourced by the scripts that run tests. Terminates a test run that hangs, and reports what was running.
#
#   run_tests LOG ARGUMENT...
#
# Runs `swift test` with the arguments, and writes its output to LOG. After SETTEE_TESTS_END seconds, it
# lists the unfinished tests and the running processes, and kills them. The default of 30 minutes is many
# times longer than the tests take on the slowest computer.

. Scripts/environment.sh

run_tests() {
  local log=$1 runner guard result=0
  shift
  clear_environment
  make_terminals_known
  # Truncate the log once and append below, because two processes write to it.
  : >"$log"
  # Start a new session, so that the processes that the tests start can be found.
  # Use line buffering, so that the log includes the last lines before a hang.
  setsid stdbuf -oL swift test "$@" >>"$log" 2>&1 </dev/null &
  runner=$!
  (
    trap 'kill "$nap"; exit' TERM
    sleep "${SETTEE_TESTS_END:-1800}" &
    nap=$!
    wait "$nap"
    {
      echo "The tests time out. Unfinished tests:"
      unended_tests "$log" | sed 's/^/  /'
      echo "Running processes:"
      list_session "$runner" | sed 's/^/  /'
    } >>"$log"
    # Ignore errors, because some processes may have exited in the meantime.
    kill -KILL $(list_session "$runner" | cut -d' ' -f1) 2>/dev/null || true
  ) &
  guard=$!
  trap 'kill -TERM $(list_session "$runner" | cut -d" " -f1) "$guard"; exit 130' INT TERM
  wait "$runner" || result=$?
  trap - INT TERM
  kill "$guard" 2>/dev/null || true
  return $result
}

# Compiles the descriptions of the fictitious terminal types that the tests use.
make_terminals_known() {
  local kinds=Tests/TerminalTests/Kinds.terminfo folder=$PWD/.build/terminfo
  command -v tic >/dev/null || return 0
  # An empty entry at the end stands for the default directories.
  tic -x -o "$folder" "$kinds" || return
  export TERMINFO_DIRS="$folder:${TERMINFO_DIRS-}"
  SETTEE_TEST_KINDS=$(sed -n 's/^\(settee-[a-z]*\)|.*/\1/p' "$kinds" | tr '\n' ' ')
  export SETTEE_TEST_KINDS
}

# Prints the failures in a log with their locations, and the last line.
report_of() {
  sed '/^[^ ]* \(Test\|Suite\) .*\(started\.\|passed after .*\)$/{$!d;}' "$1"
}

# Prints the tests that a log reports as started but not as finished.
unended_tests() {
  local name='\("[^"]*"\|[^ ]*)\)'
  comm -23 <(sed -n "s/^[^ ]* Test $name started\.\$/\1/p" "$1" | sort) \
    <(sed -n "s/^[^ ]* Test $name .*\(passed\|failed\|skipped\).*\$/\1/p" "$1" | sort)
}

# Prints the processes of a session with their state and arguments.
list_session() {
  local folder fields
  for folder in /proc/[0-9]*; do
    fields=$(cat "$folder/stat" 2>/dev/null) || continue
    # Skip the name in parentheses, which can contain any character. Next are state, parent, group, and session.
    read -ra fields <<<"${fields##*) }"
    [ "${fields[3]}" = "$1" ] || continue
    echo "${folder#/proc/} ${fields[0]} $(tr '\0' ' ' <"$folder/cmdline" | cut -c1-200)"
  done
}
