#compdef settee
# Zsh completion for settee.
_settee() {
  local -a found
  found=("${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( ${found[(Ie):files]} )); then
    found=("${(@)found:#:files}")
    _files
  fi
  compadd -- "${(@)found:#}"
}
if [[ $funcstack[1] == _settee ]]; then _settee "$@"; else compdef _settee settee; fi
