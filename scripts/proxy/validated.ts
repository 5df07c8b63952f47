/** Files on which our errors and a real proxy's differ, by why. */
import type { Asked, Validated } from './validate-mode.ts';

/** Why the proxy refuses what no reader of the file could know, by what it says. */
const NOT_OURS: readonly (readonly [why: string, said: RegExp])[] = [
  [
    'a file that is not there',
    /Invalid path|unable to open file|does not exist|No such file|incomplete private key from path|Is a directory|unable to (?:read|add filesystem)|[Ff]ailed to (?:load|read) \S+ from path|module .* not found|Error opening the specified MaxMind DB file/,
  ],
  [
    'an extension that is not built in',
    /could not find @type|registered implementation|not compiled|unable to create/i,
  ],
  [
    'a certificate or secret that cannot be used',
    /Failed to load (?:trusted CA|certificate|private key|incomplete)|certificate|OCSP|SPKI/,
  ],
  ['a template that nobody filled in', /\{\{|\{%|\$\{/],
];

/** Why both differ, where what each says tells it; undefined where they agree, or somebody has to look. */
export function classOf({ ours, theirs }: Validated): string | undefined {
  if (!isDifferent({ ours, theirs })) return undefined;
  return theirs === null ? undefined : NOT_OURS.find(([, said]) => said.test(theirs))?.[0];
}

export function isDifferent({ ours, theirs }: Pick<Validated, 'ours' | 'theirs'>): boolean {
  return (theirs === null) !== (ours.length === 0);
}

export interface ValidatedFigures {
  agreed: number;
  readonly unasked: Map<string, number>;
  /** Where the proxy says nothing of the file itself. */
  readonly explained: Map<string, number>;
  readonly others: Validated[];
  readonly deprecated: {
    both: number;
    readonly ours: string[];
    readonly theirs: string[];
    readonly left: string[];
  };
}

export function noValidated(): ValidatedFigures {
  const deprecated = { both: 0, ours: [], theirs: [], left: [] };
  return { agreed: 0, unasked: new Map(), explained: new Map(), others: [], deprecated };
}

export function countValidated(asked: Asked, figures: ValidatedFigures): void {
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  if ('unasked' in asked) {
    count(figures.unasked, asked.unasked);
    return;
  }
  const { theirs, deprecated, file } = asked;
  const { both, ours: mine, theirs: its, left } = figures.deprecated;
  if (theirs === null) {
    if (deprecated.ours && deprecated.theirs.length > 0) figures.deprecated.both = both + 1;
    else if (deprecated.ours) mine.push(file);
    else if (deprecated.theirs.length > 0) its.push(`${file}: ${deprecated.theirs.join(', ')}`);
    if (deprecated.after.length > 0) left.push(`${file}: ${deprecated.after.join(', ')}`);
  }
  if (!isDifferent(asked)) {
    figures.agreed++;
    return;
  }
  const why = classOf(asked);
  if (why === undefined) figures.others.push(asked);
  else count(figures.explained, why);
}

export function validatedLines({
  agreed,
  unasked,
  explained,
  others,
  deprecated,
}: ValidatedFigures): readonly string[] {
  const asked = agreed + others.length;
  const listed = (all: ReadonlyMap<string, number>) => [...all].map(([why, files]) => `  ${files}  ${why}`);
  return [
    `${asked} files asked about, ${agreed} agree (${((100 * agreed) / Math.max(asked, 1)).toFixed(2)} %)`,
    ...others.map(
      ({ file, ours, theirs }) =>
        `  ${file}: ${theirs === null ? `ours ${ours.join(', ')}` : `theirs ${theirs.slice(0, 200)}`}`,
    ),
    'refused for what the file does not tell:',
    ...listed(explained),
    'not asked:',
    ...listed(unasked),
    `deprecated fields: ${deprecated.both} files by both, ${deprecated.ours.length} by us alone, ${deprecated.theirs.length} by the proxy alone, ${deprecated.left.length} after migrate`,
    ...deprecated.theirs.map((each) => `  the proxy alone: ${each}`),
    ...deprecated.left.map((each) => `  after migrate: ${each}`),
  ];
}
