/** What `npm pack` makes: its files, its size, and that it works where nothing else is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import { ROOT_PAGE } from '../../src/commands/start/help-pages.ts';
import { LEGACY, plainEnvironment, temporaryFolder } from '../commands/run.ts';

const folder = temporaryFolder();
const FILES = [
  'LICENSE',
  'README.md',
  'bin/package.json',
  'bin/run.js',
  'dist/THIRD-PARTY.txt',
  'dist/cli/descriptors.binpb.br',
  'dist/cli/explore-worker.js',
  'dist/cli/lsp-worker.js',
  'dist/cli/package.json',
  'dist/cli/own-worker.js',
  'dist/cli/part-worker.js',
  'dist/cli/playground.html.br',
  'dist/cli/program.js',
  'dist/cli/start.cjs',
  'dist/library/analyze/own/types.d.ts',
  'dist/library/index.d.ts',
  'dist/library/index.js',
  'dist/library/library/analyze.d.ts',
  'dist/library/library/diff.d.ts',
  'dist/library/library/migrate.d.ts',
  'dist/library/library/trace.d.ts',
  'dist/library/library/types.d.ts',
  'dist/library/source/errors.d.ts',
  'dist/library/source/lines.d.ts',
  'package.json',
];
const MAX_BYTES = 3_000_000;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

beforeAll(() => {
  const answer = JSON.parse(npm(['pack', '--json', '--pack-destination', folder.path], '.'));
  packed = Object.values<Packed>(answer)[0] as Packed;
  folder.write('installed/package.json', '{ "private": true }');
  npm(
    ['install', '--offline', '--no-audit', '--no-fund', join(folder.path, packed.filename)],
    join(folder.path, 'installed'),
  );
});

function installed(command: string, args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: join(folder.path, 'installed'),
    input,
    encoding: 'utf8',
    env: plainEnvironment({ XDG_CACHE_HOME: join(folder.path, 'cache') }),
  });
  return { code: status, out: stdout, err: stderr };
}

describe('the package', () => {
  it('holds these files and no others, in less than 3 MB', () => {
    const manual = readdirSync('man').map((name) => `man/${name}`);
    const help = [ROOT_PAGE, ...commandNames].map((name) => `dist/cli/help/${name}.txt`);
    expect(packed.files.map(({ path }) => path).sort()).toEqual([...FILES, ...help, ...manual].sort());
    expect(packed.size).toBeLessThan(MAX_BYTES);
  });

  it('installs nothing else', () => {
    const names = readdirSync(join(folder.path, 'installed/node_modules'));
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['cfgtool']);
  });

  it('works as a command', () => {
    const cfgtool = join(folder.path, 'installed/node_modules/.bin/cfgtool');
    expect(installed(cfgtool, ['--version'])).toMatchObject({ code: 0, err: '' });
    const file = folder.write('installed/shop.yaml', LEGACY);
    const other = folder.write('installed/other.yaml', LEGACY.replace('1s', '2s'));
    expect(installed(cfgtool, ['analyze', file])).toMatchObject({ code: 1, err: '' });
    expect(installed(cfgtool, ['diff', file, other])).toMatchObject({ code: 1, err: '' });
    expect(installed(cfgtool, ['migrate', '-'], LEGACY).out).toContain('load_assignment');
    expect(installed(cfgtool, ['explain', 'Cluster.hosts'])).toMatchObject({ code: 0, err: '' });
  });

  it('works as a library', () => {
    const code = "import * as library from 'cfgtool'; console.log(Object.keys(library).join());";
    const { out, err } = installed(process.execPath, ['--input-type=module', '-e', code]);
    expect({ out, err }).toEqual({ out: 'InputError,analyze,diff,migrate,normalize,trace\n', err: '' });
  });

  it('has types that an outsider can use without any other', () => {
    writeFileSync(
      join(folder.path, 'installed/use.mts'),
      `import { analyze, diff, InputError, migrate, normalize, trace, type Finding } from 'cfgtool';
const findings: readonly Finding[] = analyze('a: 1', { rules: { 'unknown-field': 'off' } }).findings;
const line: number | undefined = findings[0]?.range.start.line;
const equal: boolean = diff('a', { value: {} }, { behaviour: 'none' }).equal;
const text: string = migrate({ name: 'a', text: 'b' }).text;
const values: readonly unknown[] = normalize('a');
const status: unknown = trace(['a', 'b'], { authority: 'a', path: '/' }).outcome['status'];
export { equal, InputError, line, status, text, values };
`,
    );
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', '--lib', 'es2023'];
    const { code, out } = installed(process.execPath, [compiler, ...options, 'use.mts']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
  });

  it('14.u exports every type that its page names, and a program that names them compiles', () => {
    const page = readFileSync('docs/library.md', 'utf8');
    const [section = ''] = /^## Types\n[\s\S]*?(?=^## )/m.exec(page) ?? [];
    const named = [...section.matchAll(/`([A-Z]\w*)`/g)].map(([, name = '']) => name);
    const types = [...new Set(named)];
    // What the module exports, taken from its own declarations.
    const declared = [
      'index',
      'library/types',
      'library/analyze',
      'library/diff',
      'library/migrate',
      'library/trace',
    ]
      .map((name) => readFileSync(`dist/library/${name}.d.ts`, 'utf8'))
      .flatMap((text) =>
        [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name),
      );
    expect(types.toSorted()).toEqual(
      expect.arrayContaining(declared.filter((name) => name !== 'Input' && name !== 'Inputs')),
    );
    writeFileSync(
      join(folder.path, 'installed/types.mts'),
      `import { analyze, diff, migrate, normalize, trace } from 'cfgtool';
import type { ${types.join(', ')} } from 'cfgtool';
const options: AnalyzeOptions & ReadOptions = { rules: { 'shadowed-route': 'off' }, namespace: 'envoy' };
const analysis: Analysis = analyze('a' satisfies Inputs, options);
const place: Place | undefined = analysis.findings[0] satisfies Finding | undefined;
const start: Position | undefined = (place?.range satisfies Range | undefined)?.start;
const level: Level | undefined = analysis.findings[0]?.level;
const resource: Resource | undefined = analysis.findings[0]?.resource;
const difference: Difference = diff('a', 'b', { behaviour: 'all' } satisfies DiffOptions);
const change: Change | undefined = difference.changes[0];
const side: Side | null | undefined = change?.before;
const severity: DiffLevel | undefined = change?.level;
const moved: MovedRequests | undefined = difference.behaviour?.changes[0];
const migrated: Migrated = migrate('a' satisfies Input, { also: ['all'] } satisfies MigrateOptions);
const form: MigratedForm | undefined = migrated.left[0];
const operation: PatchOperation | undefined = migrated.patch[0];
const normalized: Normalized = normalize('a', { onlyWritten: true } satisfies NormalizeOptions);
const request: RequestData = { authority: 'a', path: '/' };
const traced: Trace = trace('a', request, { routeConfig: 'r' } satisfies TraceOptions);
const route: RouteReference | null = traced.route;
const outcome: Outcome = traced.outcome;
const problem = (details: InputErrorDetails): string => details.problem;
export { form, level, moved, normalized, operation, outcome, problem, resource, route, severity, side, start };
`,
    );
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', '--lib', 'es2023'];
    const { code, out } = installed(process.execPath, [compiler, ...options, 'types.mts']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
  });

  it('satisfies publint and attw', () => {
    const tarball = join(folder.path, packed.filename);
    const publint = installed(process.execPath, [
      resolve('node_modules/publint/src/cli.js'),
      'run',
      tarball,
      '--strict',
    ]);
    expect(publint.code, publint.out + publint.err).toBe(0);
    const attw = resolve('node_modules/@arethetypeswrong/cli/dist/index.js');
    const types = installed(process.execPath, [attw, tarball, '--profile', 'esm-only']);
    expect(types.code, types.out + types.err).toBe(0);
  });
});
