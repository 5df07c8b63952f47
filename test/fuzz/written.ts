/**
 * What must hold of a file that `migrate` wrote, asked of further runs: `diff` calls it equal, a second run changes
 * nothing, and no settings stand where no filter reads them that stood somewhere else before.
 */
import type { Case } from './case.ts';
import type { Runner } from './inner.ts';
import { type Ran, versionsOf } from './outcome.ts';

/** How the file was read, which the further runs are told as well. */
const READING = ['--type', '--namespace', '--api', '--release', '--config'];

/** What is wrong with what a run wrote; undefined where all holds, and where it wrote nothing. */
export async function faultOfWritten(tried: Case, ran: Ran, runner: Runner): Promise<string | undefined> {
  // A budget that runs out, or a signal, leaves what could not be decided as it is; the next run may decide it.
  if (tried.command !== 'migrate' || !tried.args.includes('--write')) return undefined;
  if (tried.budget !== undefined || tried.signal !== undefined) return undefined;
  const [name] = tried.args;
  const before = name === undefined ? undefined : tried.files.get(name);
  const after = name === undefined ? undefined : ran.after.get(name);
  if (name === undefined || before === undefined || after === undefined || before.equals(after))
    return undefined;
  if (isEnd(tried, name, before, after)) {
    const again = await runner.run({ ...tried, files: new Map(tried.files).set(name, after) });
    const twice = again.after.get(name);
    if (twice === undefined || !twice.equals(after)) return `a second run changes ${name} again`;
  }
  const old = `before-${name}`;
  const compared = await runner.run({
    command: 'diff',
    args: [old, name, '--format', 'json', ...readingOf(tried.args)],
    files: new Map(tried.files).set(name, after).set(old, before),
    marks: [],
  });
  const difference = differenceIn(compared, name);
  // A lift gives filters and settings types, by which more is known of them than before.
  if (difference !== undefined || tried.args.includes('--to')) return difference;
  const unread = (bytes: Buffer): Promise<number> => settingsUnread(tried, name, bytes, runner);
  return (await unread(after)) > (await unread(before))
    ? `no filter reads settings of ${name} any more`
    : undefined;
}

/** How many settings of filters stand under a name that no filter of their chain has. */
async function settingsUnread(
  { args, files }: Case,
  name: string,
  bytes: Buffer,
  runner: Runner,
): Promise<number> {
  const { code, out } = await runner.run({
    command: 'analyze',
    args: [name, '--only', 'unused-filter-config', '--format', 'json', ...readingOf(args)],
    files: new Map(files).set(name, bytes),
    marks: [],
  });
  return code === 0 || code === 1 ? (JSON.parse(out) as Analyzed).findings.length : 0;
}

/**
 * Whether a second run has nothing to do: it goes on with what is lifted in parts, and with what loses the last sign of
 * version 2 and is read as version 3 from then on.
 */
function isEnd({ args }: Case, name: string, before: Buffer, after: Buffer): boolean {
  if (args.includes('--partial')) return false;
  return args.includes('--to') || versionsOf(name, before, args) === versionsOf(name, after, args);
}

function readingOf(args: readonly string[]): readonly string[] {
  return READING.flatMap((flag) => {
    const at = args.indexOf(flag);
    const value = at === -1 ? undefined : args[at + 1];
    return value === undefined ? [] : [flag, value];
  });
}

function differenceIn({ code, out, err }: Ran, name: string): string | undefined {
  // Texts that no resource can be read from are compared by nobody; nothing is migrated in them either.
  if (code === 0) return undefined;
  if (code !== 1) return `diff of ${name} before and after ends with ${code}: ${err.slice(0, 800)}`;
  const { changes, behaviour, refused } = JSON.parse(out) as Compared;
  const before = refused?.before ?? [];
  // What cannot be read as its type is compared as it is written, in the old form and in the new one.
  if (before.some(({ rule }) => rule === 'wrong-type')) return undefined;
  const told = changes.filter(({ level, rule }) => level !== 'cosmetic' && rule !== 'refused');
  // What the proxy refuses already is nobody's loss where it is refused for one more reason.
  const found = [...told, ...behaviour.changes, ...(before.length > 0 ? [] : (refused?.after ?? []))];
  if (found.length === 0) return undefined;
  return `migrate wrote ${name}, which diff does not call equal: ${JSON.stringify(found[0]).slice(0, 1200)}`;
}

/** What is looked at of the JSON of `diff`. */
interface Compared {
  readonly changes: readonly { readonly level: string; readonly rule: string }[];
  readonly behaviour: { readonly changes: readonly unknown[] };
  readonly refused?: { readonly [side in 'before' | 'after']?: readonly { readonly rule: string }[] };
}

/** What is looked at of the JSON of `analyze`. */
interface Analyzed {
  readonly findings: readonly unknown[];
}
