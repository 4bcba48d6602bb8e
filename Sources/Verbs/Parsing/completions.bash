# Bash completion for settee.
_settee() {
  local IFS=$'\n'
  COMPREPLY=()
  local word
  while read -r word; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
    else
      COMPREPLY+=("$(printf '%q' "$word")")
    fi
  done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _settee settee
