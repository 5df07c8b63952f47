/**
 * The listing of what `--mode mutations` found (`test/proxy/mutations.tsv`): what the proxy refuses and we do not, by
 * why, and the messages that it was not asked about, by why. An earlier release has a listing of its own beside it, of
 * what it refuses that the newest does not.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import { typeIn } from '../../src/schema/version.ts';
import { UNJUDGED } from './validate-listing.ts';

function listingOf(release: Release): string {
  return `test/proxy/mutations${release === NEWEST_RELEASE ? '' : `-${release}`}.tsv`;
}

/** A mutation that the proxy refuses and we do not. */
export interface Missed {
  readonly type: string;
  readonly what: string;
  /** What the proxy says. */
  readonly said: string;
}

/** What is said in place of the proxy's words where it takes on validation what it refuses when it starts. */
export const TAKEN_AT_FIRST = 'taken when it validates';
const REFUSED_AT_START = 'the proxy refuses it when it starts, not when it validates';

type Classes = readonly (readonly [why: string, told: RegExp])[];

/** Why nothing is said, by what the proxy says: what is no disagreement about the file. */
const NO_DISAGREEMENT: Classes = [
  [REFUSED_AT_START, new RegExp(`^${TAKEN_AT_FIRST}$`)],
  [
    'no file tells: what a file, a folder or a variable of the environment holds',
    /Environment variable|Invalid path|does not exist|invalid file path|is not a directory|unable to (?:open|read)|not found in any search path|descriptor/,
  ],
  [
    'no file tells: which extensions of its own a program is built with',
    /registered (?:\w+ )*(?:implementation|factory)|does not have an object factory|no (?:listener )?factory found|private key provider/,
  ],
  [
    'no file tells: which ciphers, curves and algorithms the TLS library of a program has',
    /cipher suites|ECDH curves|signature algorithms/,
  ],
  ['no file tells: the program ends with a stack of calls, which is its own mistake', /^#\d+:|backtrace|^$/],
];

/** What a reader of the file could tell. */
const TOLD_BY_NO_RULE: Classes = [
  [
    'what certificates and keys hold is not read where these are only named as trusted, or packed (PKCS #12)',
    /trusted CA|pkcs12/i,
  ],
  ['how long the program of a regular expression gets in RE2 is not worked out', /RE2 program size/],
  [
    'what a field needs beside it, which the proxy demands in its code only and no rule tells yet',
    /must|should|cannot|can't|not supported|unsupported|requires?d?\b|only|invalid|missing|either|one of|at least|unknown|specif|\bset\b|not found|duplicate|conflict|does not|doesn't|empty|Failed to get/i,
  ],
];

const WHY_MISSED: Classes = [...NO_DISAGREEMENT, ...TOLD_BY_NO_RULE];

/** Why there is no bootstrap of a message, by its package. */
const BY_PACKAGE: Classes = [
  ['what the admin address answers, no configuration', /^admin\./],
  ['annotations of the API itself', /^(?:udpa|xds)\.annotations\./],
  [
    'what proxy, management server and other services say to each other',
    /^service\.|^data\.|^xds\.(?:service|data)\.|^config\.endpoint\.v3\.(?:ClusterStats|Endpoint\w*Stats|Upstream|Unnamed)|\.tra\.|Stream\w+(?:Request|Response)$|LbEndpointCollection|ListenerCollection|ClusterCollection|ControlPlane/,
  ],
  ['an extension of a mesh, which the program does not have', /istio|^(?:stats|tcp|network_filters)\./],
  ['needs a library or a module of code', /[Dd]ynamic_?[Mm]odule|[Ww]asm|golang|Golang|vcl\.|VclSocket/],
  ['needs hardware, or a system that has it', /qat|cryptomb|kae|hyperscan|dlb|Hyperscan/i],
];

/** Why a bootstrap of a message was refused, by what the proxy said of the last that was tried. */
const BY_REFUSAL: Classes = [
  ['not compiled into the program', /could not find @type/],
  [
    'needs a file, a certificate, an address of a cloud or the like',
    /trusted CA|certificate|file|Failed to (?:load|get)|region|secret|DataSource|descriptor_set|Descriptor set/i,
  ],
  ['the program ends with a stack of calls', /backtrace/],
  ['no extension by itself: it stands in messages that have no bootstrap', /registered/],
];

const HELD_BY_NONE = 'stands in no message of a configuration, or only in ones without a bootstrap';
const DEMANDS = 'demands more than its tables say, and nobody wrote a bootstrap that has it';

export function whyHomeless(type: string, said: string | undefined): string {
  const name = typeIn('v3', type) ?? type;
  const known =
    BY_PACKAGE.find(([, told]) => told.test(name)) ?? BY_REFUSAL.find(([, told]) => told.test(said ?? ''));
  return known?.[0] ?? (said === undefined ? HELD_BY_NONE : DEMANDS);
}

/** The reason for each mutation that is missed, by message and what was done to it. */
export function listedMutations(release: Release = NEWEST_RELEASE): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const listed = new Map(release === NEWEST_RELEASE ? [] : listedMutations());
  const path = listingOf(release);
  if (!existsSync(path)) return listed;
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const [first = '', type = '', what = ''] = line.split('\t');
    const [, number, why] = /^# (\d+)\t(.+)$/.exec(line) ?? [];
    if (number !== undefined && why !== undefined) reasons.set(number, why);
    else if (reasons.has(first))
      listed.set(what === '' ? type : keyOf({ type, what }), reasons.get(first) ?? '');
  }
  return listed;
}

/** Whether an error of ours is right although the proxy says nothing when it validates: somebody started it. */
export function isRefusedAtStart(
  mutation: Pick<Missed, 'type' | 'what'>,
  listed: ReadonlyMap<string, string>,
): boolean {
  return listed.get(keyOf(mutation)) === REFUSED_AT_START;
}

export function keyOf({ type, what }: Pick<Missed, 'type' | 'what'>): string {
  return `${type}\t${what}`;
}

function whyMissed(missed: Missed, listed: ReadonlyMap<string, string>): string {
  const why = WHY_MISSED.find(([, told]) => told.test(missed.said))?.[0];
  return why ?? listed.get(keyOf(missed)) ?? UNJUDGED;
}

/** How many of so many answers are ours too, in all and without what no reader of a file could tell. */
export function agreementLines(
  asked: number,
  missed: readonly Missed[],
  falseErrors: number,
  release: Release = NEWEST_RELEASE,
): readonly string[] {
  const listed = listedMutations(release);
  const counts = new Map<string, number>();
  for (const each of missed) {
    const why = whyMissed(each, listed);
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const untold = missed.filter((each) =>
    NO_DISAGREEMENT.some(([why]) => why === whyMissed(each, listed)),
  ).length;
  const share = (wrong: number, of: number): string => `${(100 * (1 - wrong / of)).toFixed(2)} %`;
  const wrong = missed.length + falseErrors;
  return [
    `agreement ${share(wrong, asked)}; without ${untold} that are no disagreement about the file ${share(wrong - untold, asked - untold)}`,
    ...[...counts].sort().map(([why, count]) => `  ${count}  ${why}`),
  ];
}

/** @param homeless messages without a bootstrap, with what the proxy said of the last that was tried */
export function writeMutations(
  missed: readonly Missed[],
  homeless: ReadonlyMap<string, string | undefined>,
  release: Release = NEWEST_RELEASE,
): void {
  const listed = listedMutations(release);
  const newest = release === NEWEST_RELEASE ? new Map() : listedMutations();
  const rows = [
    ...missed
      .filter((each) => !newest.has(keyOf(each)))
      .map((each) => ({ why: whyMissed(each, listed), row: `${keyOf(each)}\t${each.said}` })),
    ...(release === NEWEST_RELEASE
      ? [...homeless].map(([type, said]) => ({ why: whyHomeless(type, said), row: type }))
      : []),
  ];
  const reasons = [...new Set(rows.map(({ why }) => why))].sort();
  const lines = [
    ...(release === NEWEST_RELEASE
      ? [
          `# What the proxy (${release}) refuses and we do not: message, what was done to it, what the proxy says; and messages alone,`,
          '# of which there is no bootstrap to begin with. The number in front is the reason.',
        ]
      : [
          `# What release ${release} refuses, we do not, and mutations.tsv does not list: message, what was done to it, what the`,
          '# proxy says. The number in front is the reason.',
        ]),
    ...reasons.map((why, at) => `# ${at + 1}\t${why}`),
    ...rows.map(({ why, row }) => `${reasons.indexOf(why) + 1}\t${row}`).sort(byRow),
  ];
  writeFileSync(listingOf(release), `${lines.join('\n')}\n`);
}

function byRow(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((line) => line.slice(line.indexOf('\t')));
  return first < second ? -1 : 1;
}
