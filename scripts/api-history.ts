/**
 * Makes `src/schema/history.ts` and `modelled.ts`: since when and until when the releases have the messages, fields and values of the
 * tables, and what they said otherwise. `node dist/scripts/api-history.js`; a test makes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { factsOf, oneofsOf, type ReferenceEnum, type ReferenceMessage } from '../src/descriptors/facts.ts';
import type {
  FieldBefore,
  FieldHistory,
  MessageHistory,
  OneofBefore,
  OneofNeed,
  ValueHistory,
} from '../src/schema/language.ts';
import { messageOfType } from '../src/schema/version.ts';
import type { ReadRelease } from './api-sets.ts';
import { type Api, isConfiguration, readApi } from './api-union.ts';

/** The names that hide fields of version 2 in what early tags call version 3. */
const HIDDEN = /^hidden_/;

/** The file's text. */
export function historyText(api: Api): string {
  const lines = Object.keys(api.all.messages).flatMap((type) => line(type, messageHistory(api, type)));
  const ofEnums = Object.keys(api.all.enums).flatMap((type) => line(type, enumHistory(api, type)));
  return [
    '/** What came and went from release to release, a line for each message and enum; made by `scripts/api-history.ts`. */',
    "import type { Histories } from './language.ts';",
    '',
    'export const history: Histories = {',
    ...[...lines, ...ofEnums].sort(),
    '};',
    '',
  ].join('\n');
}

/** Which releases are modelled, and what none of them has any more: the text of `src/schema/modelled.ts`. */
export function modelledText(api: Api): string {
  const marks = api.releases.map(
    ({ release, isAbout }) => `  { release: '${release}'${isAbout ? ', isAbout: true' : ''} },`,
  );
  return [
    '/** The releases whose descriptors the tables are made from; made by `scripts/api-history.ts`. */',
    "import type { Modelled } from './language.ts';",
    '',
    '/** The oldest first. */',
    'export const MODELLED: readonly Modelled[] = [',
    ...marks,
    '];',
    '',
    '/** Types that no release has any more and no table tells of, with the last one that had them. */',
    'export const GONE_TYPES: readonly string[] = [',
    ...goneTypes(api).map(([type, until]) => `  '${type} ${until}',`),
    '];',
    '',
  ].join('\n');
}

function line(type: string, found: MessageHistory): readonly string[] {
  const named = messageOfType(type);
  if (named?.version !== 'v3' || Object.keys(found).length === 0) return [];
  return [`  ${JSON.stringify(named.id)}: ${JSON.stringify(found)},`];
}

function goneTypes({ releases, contrib, lastTag, all }: Api): readonly (readonly [string, string])[] {
  const newest = releases.at(-1)?.reference ?? all;
  return Object.keys(all.messages)
    .filter((type) => isConfiguration(type) && messageOfType(type) === undefined)
    .filter((type) => !(type in newest.messages) && !(type in contrib.messages))
    .flatMap((type) => {
      const last = releases.findLast(
        ({ reference, release }) =>
          type in reference.messages || (release === '1.32' && type in lastTag.messages),
      );
      return last === undefined ? [] : [[type, last.release] as const];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What each release has of one thing, the oldest first. */
type Row<T> = readonly (T | undefined)[];

function messageHistory({ releases, contrib }: Api, type: string): MessageHistory {
  // What moved to contrib has no releases that are known.
  if (type in contrib.messages) return { isOpen: true };
  const row: Row<ReferenceMessage> = releases.map(({ reference }) => reference.messages[type]);
  const names = new Set(row.flatMap((message) => Object.keys(message?.fields ?? {})));
  const fields = [...names]
    .filter((name) => !HIDDEN.test(name))
    .map((name) => [name, fieldHistory(releases, row, name)] as const)
    .filter(([, found]) => Object.keys(found).length > 0);
  const oneofs = oneofHistories(releases, row);
  return {
    ...span(releases, row),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(Object.keys(oneofs).length > 0 && { oneofs }),
  };
}

function fieldHistory(
  releases: readonly ReadRelease[],
  messages: Row<ReferenceMessage>,
  name: string,
): FieldHistory {
  const row = messages.map((message) => message?.fields[name]);
  const facts = releases.map(({ reference }, index): FieldBeforeFacts | undefined => {
    const message = messages[index];
    if (message?.fields[name] === undefined) return undefined;
    const {
      type: held,
      required = false,
      limits = false,
      oneof = false,
      refused = false,
    } = factsOf(reference, message, name);
    return { type: held, required, limits, oneof, refused };
  });
  const was = facts.flatMap((found, index): readonly FieldBefore[] => {
    const next = facts[index + 1];
    const until = releases[index]?.release;
    if (found === undefined || next === undefined || until === undefined) return [];
    const other = Object.entries(found).filter(
      ([key, value]) => !isDeepStrictEqual(value, Object.entries(next).find(([each]) => each === key)?.[1]),
    );
    return other.length === 0 ? [] : [{ until, ...Object.fromEntries(other) }];
  });
  const deprecated = firstThat(releases, row, (field) => field.deprecated === true);
  return {
    ...span(releases, row, messages),
    ...(deprecated !== undefined && { deprecated }),
    ...(was.length > 0 && { was }),
  };
}

type FieldBeforeFacts = Required<Omit<FieldBefore, 'until'>>;

function oneofHistories(
  releases: readonly ReadRelease[],
  row: Row<ReferenceMessage>,
): { readonly [name: string]: readonly OneofBefore[] } {
  const needs = row.map((message) => (message === undefined ? undefined : oneofsOf(message)));
  const names = new Set(needs.flatMap((each) => Object.keys(each ?? {})));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const found = needs.map((each): OneofNeed | false | undefined => each && (each[name] ?? false));
      const was = found.flatMap((need, index): readonly OneofBefore[] => {
        const next = found[index + 1];
        const until = releases[index]?.release;
        return need === undefined || next === undefined || need === next || until === undefined
          ? []
          : [{ until, need }];
      });
      return was.length === 0 ? [] : [[name, was]];
    }),
  );
}

function enumHistory({ releases, contrib }: Api, type: string): MessageHistory {
  if (type in contrib.enums) return {};
  const row: Row<ReferenceEnum> = releases.map(({ reference }) => reference.enums[type]);
  const names = new Set(row.flatMap((each) => Object.keys(each?.values ?? {})));
  const values = [...names]
    .filter((name) => !HIDDEN.test(name))
    .map((name): readonly [string, ValueHistory] => {
      const deprecated = firstThat(releases, row, (each) => each.deprecated?.includes(name) === true);
      const numbers = row.map((each) => each?.values[name]);
      return [name, { ...span(releases, numbers, row), ...(deprecated !== undefined && { deprecated }) }];
    })
    .filter(([, found]) => Object.keys(found).length > 0);
  return { ...span(releases, row), ...(values.length > 0 && { values: Object.fromEntries(values) }) };
}

/**
 * From which release to which something is there; what holds of all is not said.
 *
 * @param around what it stands in: a field that came with its message is not told by itself
 */
function span<T, A>(
  releases: readonly ReadRelease[],
  row: Row<T>,
  around?: Row<A>,
): { readonly since?: string; readonly until?: string } {
  const isThere = (each: T | A | undefined): boolean => each !== undefined;
  const [first, last] = [row.findIndex(isThere), row.findLastIndex(isThere)];
  const since = first === (around?.findIndex(isThere) ?? 0) ? undefined : releases[first]?.release;
  const until =
    last === (around?.findLastIndex(isThere) ?? row.length - 1) ? undefined : releases[last]?.release;
  return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}

function firstThat<T>(
  releases: readonly ReadRelease[],
  row: Row<T>,
  holds: (each: T) => boolean,
): string | undefined {
  const index = row.findIndex((each) => each !== undefined && holds(each));
  return releases[index]?.release;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('src/schema/history.ts', historyText(readApi()));
  writeFileSync('src/schema/modelled.ts', modelledText(readApi()));
  // What `--version` names.
  const named = readFileSync('package.json', 'utf8').replace(
    /("proxyRelease": ")[^"]*/,
    `$1${readApi().releases.at(-1)?.release}`,
  );
  writeFileSync('package.json', named);
}
