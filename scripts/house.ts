/**
 * The house in numbers: `npm run house` prints those of docs/architecture.md, of this checkout or of the one in FOLDER
 * (files and imports alone, which any checkout has).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Config } from '@oclif/core';
import Analyze from '../src/commands/analyze.ts';
import Diff from '../src/commands/diff.ts';
import Migrate from '../src/commands/migrate.ts';
import { quietStreams } from '../src/commands/start/output.ts';

const EXAMPLE = 'examples/front-proxy.yaml';

const [folder] = process.argv.slice(2);
for (const [what, count] of [...counted(folder ?? '.'), ...(folder === undefined ? await walked() : [])])
  console.log(`${what}: ${count.toLocaleString('en')}`);

type Row = readonly [what: string, count: number];

function listed(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    return entry.isDirectory() ? listed(inside) : /\.tsx?$/.test(entry.name) ? [inside] : [];
  });
}

function counted(root: string): readonly Row[] {
  const files = ['src', 'migrations'].flatMap((each) => listed(join(root, each)));
  const texts = new Map(files.map((file) => [resolve(file), readFileSync(file, 'utf8')]));
  const lines = [...texts.values()]
    .map((text) => text.split('\n').length - 1)
    .sort((one, other) => one - other);
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)) {
      const target = resolve(dirname(file), path);
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  const matches = (pattern: RegExp): number =>
    [...texts.values()].reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return [
    ['files', files.length],
    ['lines', lines.reduce((sum, each) => sum + each, 0)],
    ['lines of the file in the middle', lines[lines.length >> 1] ?? 0],
    ['files with one importer', [...texts.keys()].filter((file) => importers.get(file)?.size === 1).length],
    ['casts', matches(/\bas (?:unknown|never|[A-Z]\w*|\{|readonly|string|number)/g)],
    ['casts by way of unknown', matches(/as unknown as/g)],
    ['casts between bound and typed messages', matches(/\bas (?:Message<|BoundMessage|OpenMessage)/g)],
  ];
}

/** Files of which a function runs, loading aside, for each of the walks over one small example. */
async function walked(): Promise<readonly Row[]> {
  const config = await Config.load('.');
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-house-'));
  const changed = join(work, 'front-proxy.yaml');
  writeFileSync(changed, readFileSync(EXAMPLE, 'utf8').replace('prefix: /search }', 'prefix: /shop }'));
  const walks: readonly (readonly [walk: string, () => Promise<unknown>])[] = [
    ['analyze', () => Analyze.run([EXAMPLE], config)],
    ['diff', () => Diff.run([EXAMPLE, changed], config)],
    ['migrate --to v3', () => Migrate.run([EXAMPLE, '--to', 'v3', '--check'], config)],
  ];
  const session = new Session();
  session.connect();
  const rows: Row[] = [];
  quietStreams();
  for (const [walk, run] of walks) {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await silently(run);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.disable');
    const root = dirname(dirname(fileURLToPath(import.meta.url)));
    const ran = result.filter(
      ({ url, functions }) =>
        url.startsWith('file:') &&
        /^(?:src|migrations)\b/.test(relative(root, fileURLToPath(url))) &&
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    );
    rows.push([`files of which ${walk} runs something`, ran.length]);
  }
  session.disconnect();
  rmSync(work, { recursive: true });
  return rows;
}

/** Runs a command without what it prints. */
async function silently(run: () => Promise<unknown>): Promise<void> {
  const { stdout, stderr } = process;
  const writes = [stdout, stderr].map((stream) => [stream, stream.write] as const);
  const nowhere = (...given: readonly unknown[]): boolean => {
    const done = given.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  for (const [stream] of writes) stream.write = nowhere;
  await run();
  for (const [stream, write] of writes) stream.write = write;
}
