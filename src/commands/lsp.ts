import { Flags } from '@oclif/core';
import { decode } from '../source/decode.ts';
import { BaseCommand } from './base.ts';
import { loadBaseline } from './baseline-file.ts';
import { forgetDescriptors } from './descriptors.ts';
import type { Outcome } from './exit.ts';
import { settingsFinder } from './find-settings.ts';
import { readFlags } from './flags.ts';
import { headText } from './head-text.ts';
import { processIo } from './io.ts';
import { quietStreams } from './start/output.ts';
import { testFilesOf } from './test-files.ts';

export default class Lsp extends BaseCommand {
  static override readonly summary = 'Run the language server, for editors.';
  static override readonly description =
    'It speaks the Language Server Protocol on standard input and output, for configurations in YAML and JSON: findings while you type, with fixes and migrations; fields, values and names to complete; documentation; definitions, references and renaming. Files that are no configurations are left in peace.';
  static override readonly examples = [
    '<%= config.bin %> lsp',
    '<%= config.bin %> lsp --baseline baseline.json',
  ];
  static override readonly flags = {
    stdio: Flags.boolean({
      description: 'Standard input and output, as without it: some editors ask for it.',
    }),
    together: Flags.boolean({
      description: 'Take all files that are open as one configuration: clusters in one, routes in another.',
    }),
    baseline: Flags.string({ helpValue: 'FILE', description: 'Hide the findings that this file lists.' }),
    config: readFlags.config,
    api: readFlags.api,
    release: readFlags.release,
    descriptors: readFlags.descriptors,
    namespace: readFlags.namespace,
  };

  protected override readonly readsArguments = false;

  override async run(): Promise<Outcome> {
    const { flags } = await this.parse(Lsp);
    const baseline = await loadBaseline(flags.baseline);
    const { serve } = await import('../lsp/edge/server.ts');
    quietStreams();
    let settings = settingsFinder(flags.config);
    const isOrderly = await serve({
      version: this.config.version,
      input: process.stdin,
      output: process.stdout,
      isAlive,
      settingsFor: (path) => settings.for(path),
      testFilesFor: async (path) => testFilesOf(path, await settings.for(path)),
      readText: (path) => textOf(path),
      headText,
      forgetSettings() {
        forgetDescriptors();
        settings = settingsFinder(flags.config);
      },
      ...(baseline.entries.length === 0 ? {} : { baseline }),
      namespace: flags.namespace,
      api: flags.api,
      release: flags.release,
      together: flags.together,
    });
    process.stdin.destroy();
    return { found: !isOrderly, unread: false };
  }
}

/** No file of tests is larger. */
const MAX_TESTS = 10_000_000;

/** What cannot be read is not there. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const { kind, size } = await processIo.status(path);
    if (kind !== 'file' || size > MAX_TESTS) return undefined;
    return decode(path, await processIo.readFile(path, MAX_TESTS));
  } catch {
    return undefined;
  }
}

/** Asks without sending anything. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
