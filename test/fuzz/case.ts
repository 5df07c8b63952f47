/** One run to try: a command line and the files that it names. */
import { analyzeFormats } from '../../src/report/analyze-formats.ts';
import { diffFormats } from '../../src/report/diff-formats.ts';
import { messages } from '../../src/schema/index.ts';
import type { Draw } from './draw.ts';
import { ODD_TEXTS } from './hostile.ts';
import { mangled } from './mangle.ts';
import { mutate } from './mutate.ts';
import { copyOf, type Node } from './node.ts';
import { plant } from './plant.ts';
import { printed, STYLES } from './print.ts';
import { readNodes, type Seed } from './seeds.ts';

export interface Case {
  readonly command: string;
  readonly args: readonly string[];
  /** By name, in the working folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Texts that no output may hold. */
  readonly marks: readonly string[];
}

interface Made {
  readonly bytes: Buffer;
  readonly marks: readonly string[];
}

export const fuzzedCommands = [
  'analyze',
  'diff',
  'migrate',
  'normalize',
  'trace',
  'test',
  'explain',
  'schema',
  'report',
] as const;
/** Those that only the bundled program has. */
export const bundledCommands = ['completion'] as const;
export type FuzzedCommand = (typeof fuzzedCommands | typeof bundledCommands)[number];

/** More of those that read configurations. */
const WEIGHTED: readonly FuzzedCommand[] = [
  'analyze',
  'analyze',
  'analyze',
  'diff',
  'diff',
  'diff',
  'migrate',
  'migrate',
  'migrate',
  'normalize',
  'normalize',
  'trace',
  'trace',
  'test',
  'test',
  ...fuzzedCommands,
];

const LONGEST = 1_000_000;

/** @param wanted the command; otherwise any */
export function caseFrom(
  draw: Draw,
  seeds: readonly Seed[],
  reports: readonly Seed[],
  wanted: FuzzedCommand | undefined,
  isBundled: boolean,
): Case {
  const drawn = draw.pick(isBundled ? [...WEIGHTED, ...bundledCommands] : WEIGHTED);
  const command = wanted ?? drawn;
  const files = new Map<string, Buffer>();
  const marks: string[] = [];
  const add = (base: string, made: Made): string => {
    const name = `${base}.${draw.pick(['yaml', 'yaml', 'json', 'yml'])}`;
    files.set(name, made.bytes);
    marks.push(...made.marks);
    return name;
  };
  const configurations = seeds.filter(({ isTests }) => !isTests);
  const tests = seeds.filter(({ isTests }) => isTests);
  const routed = configurations.filter(({ hasRoutes }) => hasRoutes);
  const wantsRoutes = command === 'trace' || command === 'test';
  const input = (): string =>
    add('in', made(draw, wantsRoutes && routed.length > 0 ? routed : configurations));
  const second = (first: string): string => {
    if (draw.chance(0.4)) return add('second', made(draw, configurations));
    // What is made of a file with secrets may hold them where nobody can tell them for such.
    const like = cousin(draw, files.get(first), configurations);
    marks.length = 0;
    return add('second', { ...like, marks: [] });
  };
  const args = argsOf(command, draw, {
    input,
    second,
    tests: () => add('tests', made(draw, tests.length > 0 ? tests : configurations)),
    any: (base) => add(base, made(draw, seeds)),
    report: (base) => add(base, { ...made(draw, reports), marks: [] }),
  });
  return { command, args, files, marks };
}

interface Sources {
  input(): string;
  second(first: string): string;
  tests(): string;
  any(base: string): string;
  /** What `analyze`, `diff` or `migrate` wrote. */
  report(base: string): string;
}

function argsOf(command: FuzzedCommand, draw: Draw, sources: Sources): readonly string[] {
  const flag = (share: number, ...given: readonly (string | (() => string))[]): readonly string[] =>
    draw.chance(share) ? given.map((each) => (typeof each === 'string' ? each : each())) : [];
  const format = (...formats: readonly string[]): readonly string[] => ['--format', draw.pick(formats)];
  const reading = () => [
    ...flag(0.04, '--type', draw.pick(Object.keys(messages))),
    ...flag(0.04, '--namespace', draw.pick(['envoy', 'proxy', 'x'])),
    ...flag(0.03, '--config', () => (draw.chance(0.5) ? sources.any('settings') : 'missing.yaml')),
  ];
  switch (command) {
    case 'analyze': {
      const one = sources.input();
      return [
        one,
        ...flag(0.1, () => sources.second(one), '--together'),
        ...format(...analyzeFormats),
        ...(draw.chance(0.15)
          ? ['--fix', ...flag(0.5, '--dry-run')]
          : flag(0.05, '--baseline', () => sources.any('baseline'))),
        ...reading(),
      ];
    }
    case 'diff': {
      const one = sources.input();
      return [
        one,
        sources.second(one),
        ...format(...diffFormats),
        ...flag(0.2, '--show-cosmetic'),
        ...flag(0.1, '--side-by-side'),
        ...flag(0.1, '--behaviour', draw.pick(['destination', 'none'])),
        ...flag(0.05, '--emit-tests', 'emitted.yaml'),
        ...reading(),
      ];
    }
    case 'migrate':
      return [
        sources.input(),
        ...format('text', 'diff', 'patch', 'json', 'ndjson'),
        ...(draw.chance(0.4) ? ['--write'] : flag(0.2, '--check')),
        ...flag(0.3, '--also', 'all'),
        ...flag(0.1, '--older'),
        ...reading(),
      ];
    case 'normalize':
      return [
        sources.input(),
        ...(draw.chance(0.3) ? ['--explain'] : format('yaml', 'json')),
        ...flag(0.3, '--only-written'),
        ...reading(),
      ];
    case 'trace':
      return [
        sources.input(),
        ...(draw.chance(0.85) ? [urlOf(draw)] : ['--request', sources.any('request')]),
        ...flag(
          0.3,
          '--header',
          `${draw.pick(['x-a', 'cookie', ':path', 'host', 'authorization'])}: ${draw.pick(ODD_TEXTS).replaceAll('\0', '')}`,
        ),
        ...flag(0.1, '--runtime', `a.b=${draw.below(100)}`),
        ...flag(0.2, '--random-value', String(draw.below(200))),
        ...flag(0.3, '--all'),
        ...format('text', 'json'),
        ...reading(),
      ];
    case 'test':
      return draw.chance(0.4)
        ? [sources.input(), '--suggest', ...format('text', 'json'), ...reading()]
        : [
            sources.input(),
            sources.tests(),
            ...format('text', 'json', 'junit'),
            ...flag(0.2, '--fail-under', '50'),
            ...reading(),
          ];
    case 'report':
      return [
        'merge',
        sources.report('report'),
        ...flag(0.5, () => sources.report('more')),
        ...format(...analyzeFormats),
      ];
    case 'completion':
      return ['bash', '--answer', '--', ...lineOf(draw, sources.input())];
    case 'explain':
    case 'schema':
      return flag(0.9, nameOf(draw));
  }
}

function urlOf(draw: Draw): string {
  const odd = () => draw.pick(ODD_TEXTS).replaceAll('\0', '');
  const host = draw.pick(['shop.test', 'a', '127.0.0.1:80', '[::1]', 'www.shop.test', odd()]);
  const path = draw.pick([
    '',
    '/',
    '/cart',
    '/api/v1/x?id=7',
    '/a/../b',
    `/${odd()}`,
    `/${'a'.repeat(3000)}`,
    '/%ff',
    '/?a=b&a=c',
  ]);
  return draw.chance(0.95) ? `${draw.pick(['http', 'https', 'HTTP'])}://${host}${path}` : odd();
}

/** A line that a shell wants to have completed. */
function lineOf(draw: Draw, file: string): readonly string[] {
  const odd = draw.pick(ODD_TEXTS).replaceAll('\0', '');
  return draw.pick([
    ['trace', file, draw.pick(['', 'http://', 'http://s', odd])],
    ['trace', file, '--listener', odd.slice(0, 1)],
    ['test', file, '--route-config', ''],
    ['analyze', '--rule', odd],
    ['explain', odd],
    [odd],
  ]);
}

function nameOf(draw: Draw): string {
  const names = Object.keys(messages);
  const name = draw.pick(names);
  const odd = draw.pick(ODD_TEXTS).replaceAll('\0', '');
  return draw.pick([
    name,
    name.toLowerCase(),
    `${name}.name`,
    name.split('.').at(-1) ?? name,
    odd,
    `${name}.${odd}`,
    '__proto__',
  ]);
}

function made(draw: Draw, seeds: readonly Seed[]): Made {
  const seed = draw.pick(seeds);
  const other = draw.pick(seeds);
  const nodes = seed.nodes();
  if (nodes === undefined || draw.chance(0.15))
    return { bytes: limited(mangled(seed.bytes, draw, other.bytes)), marks: [] };
  return changed(nodes, draw, other);
}

/** A configuration that resembles another one, as the two sides of a diff do. */
function cousin(draw: Draw, bytes: Buffer | undefined, seeds: readonly Seed[]): Made {
  const other = draw.pick(seeds);
  const nodes = bytes === undefined ? undefined : readNodes('in.yaml', bytes);
  if (bytes === undefined || nodes === undefined) return made(draw, seeds);
  return draw.chance(0.1)
    ? { bytes: limited(mangled(bytes, draw, other.bytes)), marks: [] }
    : changed(nodes, draw, other);
}

function changed(nodes: readonly Node[], draw: Draw, other: Seed): Made {
  const documents = nodes.map(copyOf);
  const donors = other.nodes();
  const donor = donors === undefined || donors.length === 0 ? undefined : draw.pick(donors);
  const root = draw.pick(documents);
  mutate(root, draw, donor);
  const marks = draw.chance(0.6) ? plant(root, draw) : [];
  const bytes = Buffer.from(printed(documents, draw.pick(STYLES), draw));
  if (bytes.length > LONGEST) return { bytes: limited(bytes), marks: [] };
  // Mangled text may move a secret to where nobody can tell it for one.
  return draw.chance(0.08) ? { bytes: mangled(bytes, draw, other.bytes), marks: [] } : { bytes, marks };
}

function limited(bytes: Buffer): Buffer {
  return bytes.subarray(0, LONGEST);
}
