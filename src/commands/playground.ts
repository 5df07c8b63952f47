import { Flags } from '@oclif/core';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { outputName } from './flags.ts';
import { packedPart } from './packed-part.ts';
import { UsageError } from './usage-error.ts';

export default class Playground extends BaseCommand {
  static override readonly summary = 'Write one self-contained page to try all of it in a browser.';
  static override readonly description =
    'The page has an editor, findings with their fixes, the difference of two texts, the lift to version 3, and requests traced step by step. It works from a file, needs no network, and sends nothing anywhere.';
  static override readonly examples = ['<%= config.bin %> playground -o playground.html'];
  static override readonly flags = {
    output: Flags.string({
      char: 'o',
      helpValue: 'PAGE',
      description: 'The file to write, such as playground.html; - for standard output.',
      parse: outputName,
    }),
  };

  protected override readonly readsArguments = false;

  async run(): Promise<Outcome> {
    const { flags } = await this.parse(Playground);
    if (flags.output === undefined)
      throw new UsageError('the page needs a file', 'such as: cfgtool playground -o playground.html');
    const [packed, { withTables }, { tableTexts }] = await Promise.all([
      packedPart('playground.html').then((bytes) => Buffer.from(bytes).toString('utf8')),
      import('../playground/tables-in-page.ts'),
      import('../schema/tables-text.ts'),
    ]);
    const texts = Object.entries(tableTexts).map(([name, text]) => [name, text()]);
    await this.deliver(
      withTables(packed, Object.fromEntries(texts)),
      flags.output === '-' ? undefined : flags.output,
    );
    return { found: false, unread: false };
  }
}
