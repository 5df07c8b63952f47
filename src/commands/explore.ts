import { Args, Flags } from '@oclif/core';
import { noPaint } from '../present/text.ts';
import type { InputError } from '../source/errors.ts';
import type { Loaded } from '../tui/edge/reading.ts';
import { THEME_NAMES } from '../tui/theme.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import {
  checkTerminal,
  fileHost,
  inkAndViews,
  inputLoader,
  type LoadInputs,
  pollingOf,
  themeOfTerminal,
} from './exploring/host.ts';
import { followFlags, oneInput, readFlags } from './flags.ts';
import { quietStreams } from './start/output.ts';
import { UsageError } from './usage-error.ts';

export default class Explore extends BaseCommand {
  static override readonly summary =
    'Look around in a configuration, or walk through a change, in the terminal.';
  static override readonly description =
    'With one input: what is in it, what is wrong with it, where requests go, and its migration edit by edit. With two, A and B, also what the change from A to B means.\n' +
    'The key ? shows all keys. Files are read again when they change on disk.';
  static override readonly examples = [
    '<%= config.bin %> explore front.yaml',
    '<%= config.bin %> explore HEAD~1:front.yaml front.yaml',
    '<%= config.bin %> explore http://127.0.0.1:9901 --reload 10',
  ];
  static override readonly args = {
    ...oneInput,
    b: Args.string({
      description: 'The configuration after the change; INPUT is the one before it.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    together: Flags.boolean({
      description:
        'Take all files of an input as one configuration: clusters in one file, routes in another.',
    }),
    reload: Flags.integer({
      helpValue: 'SECONDS',
      min: 1,
      max: 86_400,
      description:
        'Ask running proxies again every so many seconds; the cursor stays where it is. Without it the key R does.',
    }),
    theme: Flags.option({
      options: THEME_NAMES,
      description: 'Colours for a dark or a light terminal, for any, or none (plain).',
    })(),
    'show-secrets': Flags.boolean({ description: 'Show passwords and keys instead of <redacted>.' }),
    ...readFlags,
    ...followFlags,
  };

  /** Where remarks go while the terminal is the explorer's; undefined before and after. */
  private remarks: string[] | undefined;

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Explore);
    const inputs = args.b === undefined ? [args.input] : [args.input, args.b];
    const polling = flags.reload === undefined ? undefined : pollingOf(inputs, flags.reload);
    if (flags.reload !== undefined && polling === undefined)
      throw new UsageError(
        '--reload asks running proxies again, and no input is the address of one',
        'files are read again when they change',
      );
    quietStreams();
    checkTerminal(inputs, process);
    const load = inputLoader(inputs, flags, (input, take) => this.eachConfiguration([input], flags, take));
    const loaded = await load();
    if (loaded === undefined) return { found: false, unread: true };
    const theme =
      flags.theme ?? themeOfTerminal(this.terminal.resultPaint !== noPaint, process.env.COLORFGBG);
    const { explore } = await inkAndViews();
    this.remarks = [];
    try {
      await explore({ host: { ...fileHost, polling, load: () => this.again(load) }, loaded, theme, process });
    } finally {
      this.remarks = undefined;
    }
    return { found: false, unread: false };
  }

  /** Reads the inputs while the explorer has the terminal. */
  private async again(load: LoadInputs): Promise<Loaded> {
    this.remarks = [];
    const loaded = await load();
    if (loaded === undefined) throw new Error(this.remarks.join('; '));
    return loaded;
  }

  protected override note(text: string): void {
    if (this.remarks === undefined) super.note(text);
    else this.remarks.push(text);
  }

  protected override report(error: InputError): void {
    if (this.remarks === undefined) super.report(error);
    else this.remarks.push(error.message);
  }
}
