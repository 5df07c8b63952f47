import { Args, Flags } from '@oclif/core';
import { BaseCommand } from './base.ts';
import { completionScripts } from './completing/scripts.ts';
import { answer } from './completing/shell-answer.ts';
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
