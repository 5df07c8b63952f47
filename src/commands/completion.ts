import { Args, Flags } from '@oclif/core';
import { BaseCommand } from './base.ts';
import { answer, type Shell } from './completing/shell-answer.ts';
import { described } from './described.ts';
import type { Outcome } from './exit.ts';
import { manifest } from './manifest.ts';
import { UsageError } from './usage-error.ts';

const NOTHING_FOUND: Outcome = { found: false, unread: false };

export default class Completion extends BaseCommand {
  static override readonly summary = 'Print a script with which a shell completes commands, flags and names.';
  static override readonly description =
    'It completes formats, levels, rules, migrations, messages and fields, and URLs, route configurations, listeners and clusters out of the file that the line names.\n' +
    'For bash, write `eval "$(cfgtool completion bash)"` into ~/.bashrc; for zsh, `eval "$(cfgtool completion zsh)"` behind compinit in ~/.zshrc; for fish, put the script into ~/.config/fish/completions/cfgtool.fish.';
  static override readonly usage = 'completion bash|zsh|fish';
  static override readonly examples = [
    'eval "$(<%= config.bin %> completion bash)"',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/cfgtool.fish',
  ];
  static override readonly strict = false;
  static override readonly args = {
    shell: Args.string({
      description: 'The shell that the script is for.',
      options: ['bash', 'zsh', 'fish'],
      required: true,
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    answer: Flags.boolean({ hidden: true, description: 'What the script asks: the line stands behind --.' }),
  };

  override async run(): Promise<Outcome> {
    const { args, argv, flags } = await this.parse(Completion);
    if (!flags.answer && argv.length > 1)
      throw new UsageError(
        `one shell has one script; this is too much on the line: ${argv.slice(1).join(' ')}`,
      );
    const shell = (['bash', 'zsh', 'fish'] as const).find((each) => each === args.shell) ?? 'bash';
    if (!flags.answer) {
      await this.deliver(completionScripts[shell], undefined);
      return NOTHING_FOUND;
    }
    const line = this.argv.slice(this.argv.indexOf('--') + 1);
    // Loaded here, since that module loads this one.
    const { aliases } = await import('./start/arguments.ts');
    const commands = new Map(
      Object.entries(manifest().commands).map(([name, command]) => [name, described(name, command)]),
    );
    const text = await answer(shell, line, { commands, aliases });
    await this.deliver(text, undefined);
    return NOTHING_FOUND;
  }
}

// The scripts that teach a shell to ask cfgtool what could stand at the cursor.

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
