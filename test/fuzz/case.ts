/** One run to try: a command line and the files that it names. */
import { argsOf, bundledCommands, type FuzzedCommand, fuzzedCommands } from './command-line.ts';
import type { Draw } from './draw.ts';
import { mangled } from './mangle.ts';
import { mutate, typedRoots } from './mutate.ts';
import { copyOf, type Node, withoutLooseAliases } from './node.ts';
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
  /** As a process: a signal, and the milliseconds before it comes. */
  readonly signal?: { readonly name: 'SIGINT' | 'SIGTERM'; readonly after: number };
  /** The share of every budget that the run is given; 1 where it is left out. */
  readonly budget?: number;
}

interface Made {
  readonly bytes: Buffer;
  readonly marks: readonly string[];
}

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

/** Of a budget: spent at the first step, after some, and somewhere in the middle of what takes long. */
const SHARES = [0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/** What all runs have, where it is asked for. */
export const FAVOURS = ['budgets', 'aliases', 'names', 'signals'] as const;
export type Favour = (typeof FAVOURS)[number];

const LONGEST = 1_000_000;

/** @param wanted the command; otherwise any */
export function caseFrom(
  draw: Draw,
  seeds: readonly Seed[],
  reports: readonly Seed[],
  wanted: FuzzedCommand | undefined,
  isBundled: boolean,
  favour?: Favour,
): Case {
  const drawn = draw.pick(isBundled ? [...WEIGHTED, ...bundledCommands] : WEIGHTED);
  const command = wanted ?? drawn;
  const files = new Map<string, Buffer>();
  const marks: string[] = [];
  const add = (base: string, made: Made): string => {
    const isJson = /^[\s\ufeff]*[[{]/.test(made.bytes.toString('utf8', 0, 100));
    // What is no JSON is seldom called so: it would be refused at its first character.
    const name = `${base}.${draw.pick(isJson || draw.chance(0.05) ? ['yaml', 'json', 'json', 'yml'] : ['yaml', 'yml'])}`;
    files.set(name, made.bytes);
    marks.push(...made.marks);
    return name;
  };
  const configurations = seeds.filter(({ isTests, isProperties }) => !isTests && !isProperties);
  const tests = seeds.filter(({ isTests }) => isTests);
  const properties = seeds.filter(({ isProperties }) => isProperties);
  const routed = configurations.filter(({ hasRoutes }) => hasRoutes);
  const wantsRoutes = command === 'trace' || command === 'test' || command === 'prove';
  const input = (): string =>
    add('in', made(draw, wantsRoutes && routed.length > 0 ? routed : configurations, favour));
  const second = (first: string): string => {
    if (draw.chance(favour === undefined ? 0.4 : 0.1))
      return add('second', made(draw, configurations, favour));
    // What is made of a file with secrets may hold them where nobody can tell them for such.
    const like = cousin(draw, files.get(first), configurations);
    marks.length = 0;
    return add('second', { ...like, marks: [] });
  };
  const args = argsOf(command, draw, {
    input,
    second,
    tests: () => add('tests', made(draw, tests.length > 0 ? tests : configurations)),
    properties: () => add('properties', made(draw, properties.length > 0 ? properties : configurations)),
    any: (base) => add(base, made(draw, seeds)),
    report: (base) => add(base, { ...made(draw, reports), marks: [] }),
  });
  const one = { command, args, files, marks };
  if (isBundled) {
    if (!draw.chance(favour === 'signals' ? 1 : 0.1)) return one;
    return { ...one, signal: { name: draw.pick(['SIGINT', 'SIGTERM']), after: draw.below(700) } };
  }
  return draw.chance(favour === 'budgets' ? 1 : 0.1) ? { ...one, budget: draw.pick(SHARES) } : one;
}

function made(draw: Draw, seeds: readonly Seed[], favour?: Favour): Made {
  const seed = draw.pick(seeds);
  const other = draw.pick(seeds);
  const nodes = seed.nodes();
  if (nodes === undefined || draw.chance(favour === undefined ? 0.15 : 0.03))
    return { bytes: limited(mangled(seed.bytes, draw, other.bytes)), marks: [] };
  return changed(nodes, draw, other, favour);
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

function changed(nodes: readonly Node[], draw: Draw, other: Seed, favour?: Favour): Made {
  const documents = nodes.map(copyOf);
  const donors = other.nodes();
  const donor = donors === undefined || donors.length === 0 ? undefined : draw.pick(donors);
  const at = draw.below(documents.length);
  const drawn = documents[at] ?? draw.pick(documents);
  const root = draw.chance(0.08) ? typedRoots(drawn, draw) : drawn;
  documents[at] = root;
  mutate(root, draw, donor, favour);
  if (draw.chance(0.9)) withoutLooseAliases(documents);
  const marks = draw.chance(0.6) ? plant(root, draw) : [];
  // JSON knows no aliases.
  const style = favour === 'aliases' ? draw.pick(['block', 'flow'] as const) : draw.pick(STYLES);
  const bytes = Buffer.from(printed(documents, style, draw));
  if (bytes.length > LONGEST) return { bytes: limited(bytes), marks: [] };
  // Mangled text may move a secret to where nobody can tell it for one.
  return draw.chance(0.08) ? { bytes: mangled(bytes, draw, other.bytes), marks: [] } : { bytes, marks };
}

function limited(bytes: Buffer): Buffer {
  return bytes.subarray(0, LONGEST);
}
