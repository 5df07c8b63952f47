import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, interactively } from '../../src/commands/interactive.ts';
import type { Applied, FileMigration, MigrateOptions } from '../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { noPaint } from '../../src/present/text.ts';
import { type SourceFile, sourceFile } from '../../src/source/load.ts';
import { BIN, LEGACY, plainEnvironment, temporaryFolder } from './run.ts';

const configuration = (): Configuration<SourceFile> =>
  openConfiguration(sourceFile('a.yaml', LEGACY, 'named'), {});

/** Changes by name; a second one may only come up once the first has been made. */
function migrating(changes: { readonly [name: string]: string | undefined }) {
  return (_: Configuration<SourceFile>, { accept }: MigrateOptions): FileMigration => {
    const start = { line: 1, column: 1 };
    const applied: Applied[] = [];
    for (const [name, after] of Object.entries(changes)) {
      if (after !== undefined && !applied.some(({ pointer }) => pointer === after)) continue;
      const change = {
        migration: 'some',
        pointer: name,
        range: { start, end: start },
        reason: `because ${name}`,
        document: 0,
      };
      if (accept?.(change) !== false) applied.push(change);
    }
    const text = LEGACY.replace('# the shop', `# ${applied.map(({ pointer }) => pointer).join(' ')}`);
    const replaced = { start: 0, end: 10, text: text.slice(0, text.indexOf('\n')), edits: [] };
    const rest = { left: [], warnings: [], waiting: 0, patches: [], equivalent: true };
    return {
      file: 'a.yaml',
      api: 'v2',
      changed: applied.length > 0,
      text,
      changes: applied.length > 0 ? [replaced] : [],
      applied,
      ...rest,
    };
  };
}

async function made(
  changes: { readonly [name: string]: string | undefined },
  answers: readonly Answer[],
): Promise<{ applied: string[]; shown: string[] }> {
  const shown: string[] = [];
  const migrate = interactively(
    async (text) => {
      shown.push(text);
      return answers[shown.length - 1] ?? 'quit';
    },
    noPaint,
    migrating(changes),
  );
  const { applied } = await migrate(configuration(), { older: false });
  return { applied: applied.map(({ pointer }) => pointer), shown };
}

describe('asking for each change', () => {
  const three = { a: undefined, b: undefined, c: undefined };

  it('makes the changes that are wanted', async () => {
    expect((await made(three, ['yes', 'no', 'yes'])).applied).toEqual(['a', 'c']);
    expect((await made(three, ['no', 'no', 'no'])).applied).toEqual([]);
  });

  it('asks no more after all and quit', async () => {
    const all = await made(three, ['no', 'all']);
    expect([all.applied, all.shown.length]).toEqual([['b', 'c'], 2]);
    const quit = await made(three, ['yes', 'quit']);
    expect([quit.applied, quit.shown.length]).toEqual([['a'], 2]);
  });

  it('asks about what another change makes room for', async () => {
    expect((await made({ a: undefined, b: 'a' }, ['yes', 'yes'])).applied).toEqual(['a', 'b']);
    expect((await made({ a: undefined, b: 'a' }, ['no', 'yes'])).shown).toHaveLength(1);
  });

  it('shows the change, where it is and why', async () => {
    const { shown } = await made(three, ['no', 'yes', 'no']);
    expect(shown[1]).toContain('-# the shop\n+# b\n');
    expect(shown[1]).toMatch(/a\.yaml:1:1: \[some\] because b\n$/);
  });
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined;

describe.skipIf(!hasScript)('on a terminal', () => {
  const folder = temporaryFolder();

  /** Types the answers, each once a question stands there. */
  async function typed(
    args: string,
    answers: readonly string[],
  ): Promise<{ code: number | null; shown: string }> {
    const command = `"${process.execPath}" "${BIN}" migrate ${args}`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder.path,
      env: plainEnvironment({ TERM: 'xterm' }),
    });
    let shown = '';
    let asked = 0;
    terminal.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.split('Make this change?').length - 1 > asked)
        terminal.stdin.write(answers[asked++] ?? 'q\n');
    });
    const code = await new Promise<number | null>((resolve) => terminal.on('close', resolve));
    return { code, shown };
  }

  const TWO = `${LEGACY}${LEGACY.slice(LEGACY.indexOf('- name')).replaceAll('shop', 'cart')}`;

  it('writes what was said yes to', async () => {
    const path = folder.write('asked.yaml', TWO);
    const { code, shown } = await typed('asked.yaml --interactive --write', ['y\n', 'maybe\n', 'n\n']);
    expect(code).toBe(0);
    expect(shown).toContain('\u001b[32m+');
    const written = readFileSync(path, 'utf8');
    expect(written.match(/load_assignment:/g)).toHaveLength(1);
    expect(written.match(/hosts:/g)).toHaveLength(1);
  });

  it('takes the end of the input for no, and Ctrl-C for an end before anything is written', async () => {
    const path = folder.write('ended.yaml', TWO);
    expect(await typed('ended.yaml --interactive --write', ['\u0004'])).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe(TWO);
    expect((await typed('ended.yaml --interactive --write', ['y\n', '\u0003'])).code).not.toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(TWO);
  });
});
