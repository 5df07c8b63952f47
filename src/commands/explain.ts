import { Args, Flags } from '@oclif/core';
import { meantBy } from '../model/near-miss.ts';
import { isOwnId } from '../model/own-rules.ts';
import type { Page } from '../present/blocks.ts';
import { pageText } from '../present/page-text.ts';
import { exactPage, rowPage } from '../report/explain/pages.ts';
import type { View } from '../report/explain/versions.ts';
import { NEWEST_RELEASE, type Release } from '../schema/release.ts';
import type { Settings } from '../settings/index.ts';
import { InputError } from '../source/errors.ts';
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
    const view = { api: flags.api, release: flags.release };
    let unread = false;
    let pages: readonly Page[];
    if (args.name === undefined) {
      const { overviewPage } = await import('../report/explain/find.ts');
      // Whoever mends settings may be looking for what they may say.
      const { rows } = await ownRows().catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        this.report(error);
        unread = true;
        return { rows: [] };
      });
      pages = [overviewPage(rows)];
    } else if (isOwnId(args.name)) pages = [await ownPage(args.name)];
    else pages = await pagesFor(args.name, view);
    await this.deliver(pages.map((page) => pageText(page, paint)).join('\n'), flags.output);
    return { found: false, unread };
  }
}

/** The rules of the user's own, of the working folder. */
async function ownRows(): Promise<Settings['own'] & { readonly file: string }> {
  const { settingsFinder } = await import('./find-settings.ts');
  const { own, file = '' } = await settingsFinder(undefined).for(undefined);
  return { ...own, file };
}

/** @throws UsageError where the settings have no such row */
async function ownPage(id: string): Promise<Page> {
  const { rows, modules, file } = await ownRows();
  const row = rows.find((each) => each.id === id);
  if (row !== undefined) return rowPage(row);
  const near = meantBy(
    id,
    rows.map((each) => each.id),
  );
  const isCode = `rules in modules (${modules.join(', ')} of ${file}) are code, which is not run for this; cfgtool analyze --list --own-rules lists them`;
  throw new UsageError(
    `no row under own_rules in the settings here has the id ${id}`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : modules.length > 0
        ? isCode
        : 'docs/own-rules.md says how one is written',
  );
}

async function pagesFor(name: string, view: View): Promise<readonly Page[]> {
  const exact = exactPage(name, view);
  if (exact !== undefined) return [exact];
  // Rules and migrations come with all that they do.
  const { explainName } = await import('../report/explain/find.ts');
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
