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

/** Why nothing is said, by what the proxy says. */
const WHY_MISSED: Classes = [
  [REFUSED_AT_START, new RegExp(`^${TAKEN_AT_FIRST}$`)],
  [
    'the value stands for a file, a library or a variable of the environment, which no reader of the file can see',
    /Environment variable|Invalid path|does not exist|invalid file path|is not a directory|unable to (?:open|read)|[Ff]ailed to load|not found in any search path|dynamic_module|lib\w*\.so/,
  ],
  [
    'the value stands for a certificate, a key or a name of the TLS library, which are not read here',
    /trusted CA|certificate|private key|pkcs12|cipher suites|ECDH curves|signature algorithms|SHA-256|session ticket|SPKI|CRL|compliance policy/i,
  ],
  [
    'an empty or made-up extension was put there: whether a type is an extension of that place is for the program to know',
    /registered (?:\w+ )*(?:implementation|factory)|Unable to unpack|missing the API listener|does not have an object factory|not a valid terminal|No supported endpoint|only supports/,
  ],
  ['the program ends with a stack of calls, which is its own mistake', /^#\d+:|backtrace|^$/],
  [
    'a program of another language (Lua, CEL, hexadecimal, a path of an RPC) is not read here',
    /script load error|create an expression|parse expression|hex|descriptor|RE2 program size/i,
  ],
  ['a field that the release refuses as deprecated, of which no rule tells yet', /Using deprecated option/],
  [
    'what a field needs beside it, which the proxy demands in its code only and no rule tells yet',
    /must|should|cannot|can't|not supported|unsupported|required|requires?\b|only|invalid|missing|neither|either|exactly one|one of|at least|without|is false|unknown|specified|specify|\bset\b|not configured|Provider|odcds|not found|duplicate|Duplicate|conflict|does not|doesn't|Cannot|Empty|empty|malformed|bad |supported|implemented|Failed to get|Missing|non-ALPN/,
  ],
];

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
