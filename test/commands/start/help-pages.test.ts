/** Help that was printed when the program was built says what oclif would print now. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/commands/index.ts';
import { aliases } from '../../../src/commands/start/arguments.ts';
import { HELP_COLUMNS, helpPage, ROOT_PAGE } from '../../../src/commands/start/help-pages.ts';
import { Output } from '../../../src/commands/start/output.ts';
import { cfgtool, temporaryFolder } from '../run.ts';

const folder = temporaryFolder();

/** Makes oclif answer. */
const OCLIF = { OCLIF_COLUMNS: String(HELP_COLUMNS), CFGTOOL_CODE_CACHE: '0' };

describe('help', () => {
  it.each([[], ...commandNames.map((name) => [name])].map((args) => ({ args })))(
    'of $args is what oclif prints, with colours and without',
    ({ args }) => {
      const given = [...args, '--help'];
      expect(cfgtool(given)).toEqual(cfgtool(given, { env: OCLIF }));
      const colored = cfgtool(given, { env: { FORCE_COLOR: '1' } });
      expect(colored).toEqual(cfgtool(given, { env: { ...OCLIF, FORCE_COLOR: '1' } }));
      expect(colored.out).toContain('\u001b[1m');
    },
  );

  const page = (...given: readonly string[]) => helpPage(given, 'dist/cli/help', new Output(1));

  it.each(commandNames)(
    'of %s has each flag in its synopsis, whole, behind arguments and what it needs',
    (name) => {
      const text = page(name, '--help') ?? '';
      const [, usage = ''] = /^USAGE\n((?: {2}.*\n)+)/m.exec(text) ?? [];
      const words = usage.split(/[\s[\]|]+/);
      const flags = [...text.matchAll(/^ {2}(?: {4}|(-\w), )?(--\w[\w-]*)/gm)];
      if (text.includes('\nFLAGS\n')) expect(flags.length).toBeGreaterThan(0);
      for (const [, short, flag = ''] of flags)
        expect(
          words.some((word) => word === short || word === flag),
          flag,
        ).toBe(true);
      // An argument comes before all flags, and no line ends within brackets that hold a name and its value.
      expect(usage).not.toMatch(/--.*\[[A-Z]+(?:\.\.\.)?\](?!\])/);
      for (const line of usage.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(HELP_COLUMNS);
    },
  );

  it('shows what a flag needs before it, and those that need each other together', () => {
    expect(page('analyze', '--help')).toContain('[--fix [--dry-run]]');
    expect(page('migrate', '--help')).toContain('[--to v3 [--partial] [--keep-transport]]');
    expect(page('diff', '--help')).toContain('[--xds-cert FILE --xds-key FILE]');
  });

  it('is found however it is asked for', () => {
    const root = page();
    expect(root).toMatch(/^Reads, checks/);
    for (const given of [['--help'], ['-h'], ['help'], ['--no-color', 'help'], ['--no-color']])
      expect(page(...given)).toBe(root);
    const diff = page('diff', '--help');
    expect(diff).toMatch(/^Say what a change means/);
    for (const given of [
      ['help', 'diff'],
      ['diff', '-h'],
      ['diff', 'a', 'b', '--format', 'json', '--help'],
    ])
      expect(page(...given)).toBe(diff);
    for (const [alias, name] of aliases) expect(page(alias, '--help')).toBe(page(name, '--help'));
  });

  it('takes the colours that are asked for', () => {
    expect(page('diff', '--help', '--color')).toContain('\u001b[1mUSAGE');
    expect(page('--color', 'help')).toContain('\u001b[1mUSAGE');
    expect(page('diff', '--help', '--color', '--no-color')).not.toContain('\u001b');
  });

  it('is left to oclif where no page answers', () => {
    for (const given of [
      ['diff'],
      ['diff', '--', '--help'],
      ['dif', '--help'],
      [ROOT_PAGE, '--help'],
      ['../help/diff', '--help'],
      ['--help', 'diff'],
      ['--version', '--help'],
    ])
      expect(page(...given)).toBeUndefined();
    expect(helpPage(['--help'], join(folder.path, 'nowhere'), new Output(1))).toBeUndefined();
    expect(cfgtool(['dif', '--help'])).toMatchObject({ code: 2, out: '' });
    expect(cfgtool(['--help', 'diff']).out).toBe(cfgtool(['diff', '--help']).out);
  });

  it('needs no code cache', () => {
    const env = { XDG_CACHE_HOME: join(folder.path, 'cache') };
    cfgtool(['--help'], { env });
    expect(() => rmSync(env.XDG_CACHE_HOME, { recursive: true })).toThrow('ENOENT');
  });
});
