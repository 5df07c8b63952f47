import { Flags } from '@oclif/core';
import { type NormalizedDocument, normalizeConfiguration } from '../migrate/index.ts';
import { normalizedJson, normalizedYaml } from '../report/data-text.ts';
import { shownInput } from '../source/live.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { oneInput, outputFlags, readFlags } from './flags.ts';
import { afterStage } from './memory.ts';
import { UsageError } from './usage-error.ts';

export default class Normalize extends BaseCommand {
  static override readonly summary =
    'Print the canonical form: defaults filled in, deprecated fields converted.';
  static override readonly description =
    'Two configurations that mean the same have the same canonical form. It has the shape of the input: a bootstrap stays a bootstrap, a list a list.';
  static override readonly examples = [
    '<%= config.bin %> normalize front.yaml',
    '<%= config.bin %> normalize front.yaml --explain',
    '<%= config.bin %> normalize HEAD~1:front.yaml --only-written --format json',
  ];
  static override readonly args = oneInput;
  static override readonly flags = {
    format: Flags.option({
      options: ['yaml', 'json'] as const,
      default: 'yaml' as const,
      description: 'The language to print.',
    })(),
    ...outputFlags,
    explain: Flags.boolean({ description: 'Add to each value, as a comment, where it comes from.' }),
    'only-written': Flags.boolean({ description: 'Leave defaults out.' }),
    ...readFlags,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Normalize);
    if (flags.explain && flags.format === 'json') {
      throw new UsageError('--explain writes comments, and JSON has none', 'leave out --format json');
    }
    const options = { onlyWritten: flags['only-written'], showSecrets: flags['show-secrets'] };
    const documents: NormalizedDocument[] = [];
    let length = 0;
    const { opened, unread } = await this.eachConfiguration([args.input], flags, (configuration) => {
      length += configuration.file.text.length;
      // Only who asks for origins needs the file any more, which is as large as its normal form.
      for (const document of normalizeConfiguration(configuration, options))
        documents.push(flags.explain ? document : { value: document.value, originOf: () => undefined });
    });
    if (opened > 1)
      throw new UsageError(
        `${shownInput(args.input)} stands for ${opened} configurations; normalize prints one`,
        'name one file',
      );
    afterStage(length);
    const pieces =
      flags.format === 'json' ? normalizedJson(documents) : normalizedYaml(documents, flags.explain);
    if (opened === 1) await this.deliverPieces(pieces, flags.output);
    return { found: false, unread: unread > 0 };
  }
}
