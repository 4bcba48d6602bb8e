# Fish completion for settee.
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
