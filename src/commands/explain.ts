import { Args, Flags } from '@oclif/core';
import type { Page } from '../present/blocks.ts';
import { pageText } from '../present/page-text.ts';
import { exactPage } from '../report/explain/pages.ts';
import type { View } from '../report/explain/versions.ts';
import { NEWEST_RELEASE, type Release } from '../schema/release.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { knownRelease, outputFlags, readFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

export default class Explain extends BaseCommand {
  static override readonly summary =
    'Explain a rule, a migration, a message, a field, an enumeration or an extension.';
  static override readonly description =
    'Without a name it lists all there is to explain. Names are taken with or without their package, in any case, and along paths of fields.';
  static override readonly examples = [
    '<%= config.bin %> explain',
    '<%= config.bin %> explain Cluster.hosts',
    '<%= config.bin %> explain hosts-to-load-assignment',
    '<%= config.bin %> explain ORIGINAL_DST_LB',
    '<%= config.bin %> explain --release 1.36 Http2ProtocolOptions',
    '<%= config.bin %> explain envoy.filters.http.router',
  ];
  static override readonly args = {
    name: Args.string({
      description: 'What to explain, such as VirtualHost.domains or required-field.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    api: Flags.option({
      options: ['v2', 'v3'] as const,
      description: 'Say what this version of the API has, instead of what both have.',
    })(),
    release: Flags.custom<Release>({
      helpValue: 'RELEASE',
      description: `Say what this release of the proxy has, such as 1.36, instead of ${NEWEST_RELEASE}.`,
      parse: async (text) => knownRelease(text, '--release'),
    })(),
    descriptors: readFlags.descriptors,
    output: outputFlags.output,
  };

  protected override readonly readsArguments = false;

  async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Explain);
    const paint = this.terminal.resultPaint;
    const pages = await pagesFor(args.name, { api: flags.api, release: flags.release });
    await this.deliver(pages.map((page) => pageText(page, paint)).join('\n'), flags.output);
    return { found: false, unread: false };
  }
}

async function pagesFor(name: string | undefined, view: View): Promise<readonly Page[]> {
  const exact = name === undefined ? undefined : exactPage(name, view);
  if (exact !== undefined) return [exact];
  // Rules and migrations come with all that they do.
  const { explainName, overviewPage } = await import('../report/explain/find.ts');
  if (name === undefined) return [overviewPage()];
  const explanation = explainName(name, view);
  switch (explanation.kind) {
    case 'explained':
      return explanation.pages;
    case 'ambiguous':
      throw new UsageError(
        `${explanation.names.length} things are named ${name}`,
        `name one of them in full: ${explanation.names.join(', ')}`,
      );
    case 'unknown': {
      const { suggestions } = explanation;
      const all = 'cfgtool explain, without a name, lists all there is';
      throw new UsageError(
        `there is nothing named ${name.trim() === '' ? '""' : name} to explain`,
        suggestions.length === 0 ? all : `did you mean ${suggestions.join(' or ')}? Otherwise ${all}`,
      );
    }
  }
}
