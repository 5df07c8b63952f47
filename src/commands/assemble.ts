import { Flags } from '@oclif/core';
import { assemble } from '../assemble/assemble.ts';
import type { Configuration } from '../model/index.ts';
import { jsonText, yamlPieces } from '../report/data-text.ts';
import { counted } from '../source/counted.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { followFlags, inputs, namedInputs, outputFlags, readFlags } from './flags.ts';

export default class Assemble extends BaseCommand {
  static override readonly summary = 'Make one static bootstrap out of parts.';
  static override readonly description =
    'The parts are discovery responses, a configuration dump, a running proxy, a bootstrap, files of clusters, listeners, routes, endpoints and secrets. What was fetched stands in the result as if it had been written there: routes in their listeners, endpoints in their clusters, secrets by name. What cannot be put in is said on standard error, and makes the exit code 1.';
  static override readonly examples = [
    '<%= config.bin %> assemble http://127.0.0.1:9901 --output static.yaml',
    '<%= config.bin %> assemble front.yaml --follow',
    '<%= config.bin %> assemble clusters.json listeners.json routes.json endpoints.json --format json',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    format: Flags.option({
      options: ['yaml', 'json'] as const,
      default: 'yaml' as const,
      description: 'The language to print.',
    })(),
    ...outputFlags,
    ...readFlags,
    ...followFlags,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Assemble);
    const configurations: Configuration[] = [];
    const { opened, unread } = await this.eachConfiguration(namedInputs(args.input), flags, (each) => {
      configurations.push(each);
    });
    if (opened === 0) return { found: false, unread: unread > 0 };
    const { bootstrap, counts, left, hidesSecrets } = assemble(
      configurations,
      flags['show-secrets'] ?? false,
    );
    const pieces = flags.format === 'json' ? [jsonText(bootstrap)] : yamlPieces(bootstrap);
    await this.deliverPieces(pieces, flags.output);
    for (const each of left) this.note(`left: ${each}`);
    if (hidesSecrets) this.note('key material is hidden: --show-secrets writes it, and a proxy needs it');
    const { listeners, clusters, secrets } = counts;
    const parts = [counted(listeners, 'listener'), counted(clusters, 'cluster'), counted(secrets, 'secret')];
    this.note(`${parts.join(', ')}${left.length === 0 ? '' : `; ${counted(left.length, 'part')} left`}`);
    return { found: left.length > 0, unread: unread > 0 };
  }
}
