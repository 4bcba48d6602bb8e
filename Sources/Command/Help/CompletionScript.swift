/// The scripts that make a shell ask `settee` itself what may come next.
enum CompletionScript {
  static func text(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  private static let bash = """
    # Completions of settee for bash.
    _settee() {
      local IFS=$'\\n'
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

    """

  private static let zsh = """
    #compdef settee
    # Completions of settee for zsh.
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

    """

  private static let fish = """
    # Completions of settee for fish.
    function __settee_complete
      set -l words (commandline -opc) (commandline -ct)
      for word in (settee __complete -- $words[2..-1] 2>/dev/null)
        if test "$word" = ":files"
          __fish_complete_path (commandline -ct)
        else
          echo $word
        end
      end
    end
    complete -c settee -f -a '(__settee_complete)'

    """
}
