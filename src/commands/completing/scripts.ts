/** The scripts that teach a shell to ask cfgtool what could stand at the cursor. */
import type { Shell } from './shell-answer.ts';

const BASH = `# Completion of cfgtool for bash: eval "$(cfgtool completion bash)"
_cfgtool() {
  local line kind= program=$1
  type -P -- "$program" >/dev/null 2>&1 || program=cfgtool
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done < <("$program" completion bash --answer -- "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" </dev/null 2>/dev/null)
  if [[ $kind == *nospace ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -o bashdefault -o default -F _cfgtool cfgtool
`;

const ZSH = `#compdef cfgtool
# Completion of cfgtool for zsh: eval "$(cfgtool completion zsh)" behind compinit, or a file _cfgtool in $fpath.
_cfgtool() {
  local -a before lines values shown space
  local line kind program=\${(Q)words[1]}
  (( $+commands[$program] )) || [[ -x $program ]] || program=cfgtool
  before=("\${(@Q)words[1,CURRENT-1]}")
  lines=("\${(@f)$("$program" completion zsh --answer -- "\${before[@]}" "\${(Q)PREFIX}" </dev/null 2>/dev/null)}")
  kind=$lines[1]
  if [[ $kind == files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    if [[ $line == *$'\\t' ]]; then shown+=("\${line%%$'\\t'*}"); else shown+=("\${line/$'\\t'/  -- }"); fi
  done
  [[ $kind == *nospace ]] && space=(-S '')
  (( $#values )) && compadd "\${space[@]}" -l -d shown -a -- values
}
if [[ $funcstack[1] == _cfgtool ]]; then _cfgtool "$@"; else compdef _cfgtool cfgtool; fi
`;

const FISH = `# Completion of cfgtool for fish: cfgtool completion fish > ~/.config/fish/completions/cfgtool.fish
function __cfgtool_complete
    set -l current (commandline -ct)
    set -l answer (command cfgtool completion fish --answer -- (commandline -opc) "$current" </dev/null 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path "$current"
    else if test (count $answer) -gt 1
        printf '%s\\n' $answer[2..-1]
    end
end
complete -c cfgtool -f -a '(__cfgtool_complete)'
`;

export const completionScripts: { readonly [shell in Shell]: string } = { bash: BASH, zsh: ZSH, fish: FISH };
