/**
 * Makes `src/schema/generated.ts`, what descriptors say of the messages and enums of both versions: version 3 as the
 * newest release has it, version 2 as the set of v0.9.9 has it, of which messages are told that have words; and
 * `src/schema/types.ts`, the types of TypeScript that follow. `node dist/scripts/api-tables.js`; a test makes
 * them again.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type FieldFacts, factsOf, oneofsOf, type Reference } from '../src/descriptors/facts.ts';
import type { ApiVersion, ToldEnum, ToldField, ToldMessage } from '../src/schema/language.ts';
import { merged, type Told } from '../src/schema/merged.ts';
import { overlay } from '../src/schema/overlay/index.ts';
import type { MessageWords, Overlay } from '../src/schema/overlay/language.ts';
import { ids, typeIn } from '../src/schema/version.ts';
import { type Api, readApi } from './api-union.ts';

/** What descriptors say of every message and enum that has an id. */
export function told(api: Api, words: Overlay = overlay): Told {
  const sources: Sources = { words, v2: api.releases[0]?.reference ?? api.all, v3: api.all };
  const messages: [string, ToldMessage][] = [];
  const enums: [string, ToldEnum][] = [];
  for (const id of ids()) {
    const message = messageOf(sources, id);
    if (message !== undefined) messages.push([id, message]);
    const values = enumOf(sources, id);
    if (values !== undefined) enums.push([id, values]);
  }
  return { messages: Object.fromEntries(messages), enums: Object.fromEntries(enums) };
}

interface Sources {
  readonly words: Overlay;
  readonly v2: Reference;
  readonly v3: Reference;
}

/** Facts of a message's fields, in the order of its descriptor. */
type Facts = ReadonlyMap<string, FieldFacts>;

function factsIn(set: Reference, type: string | undefined): Facts | undefined {
  const message = type === undefined ? undefined : set.messages[type];
  if (message === undefined) return undefined;
  return new Map(Object.keys(message.fields).map((name) => [name, factsOf(set, message, name)] as const));
}

/** Which fields of version 2 a proxy refuses depends on its release: the tables say that of none. */
function withoutRefusals(facts: Facts | undefined): Facts | undefined {
  return facts && new Map([...facts].map(([name, { refused: _, ...kept }]) => [name, kept] as const));
}

function messageOf({ words, v2, v3 }: Sources, id: string): ToldMessage | undefined {
  const own = words.messages[id];
  const [type2, type3] = [own?.doc && typeIn('v2', id), typeIn('v3', id)];
  const [older, newer] = [withoutRefusals(factsIn(v2, type2)), factsIn(v3, type3)];
  if (older === undefined && newer === undefined) return undefined;
  const needs = { v2: oneofsIn(v2, older && type2), v3: oneofsIn(v3, newer && type3) };
  const oneofs = Object.fromEntries(
    [...new Set([...Object.keys(needs.v2), ...Object.keys(needs.v3)])].map((name) => {
      const [two, three] = [needs.v2[name], needs.v3[name]];
      return [
        name,
        two !== undefined && three !== undefined && two !== three
          ? { v2: two, v3: three }
          : (two ?? three ?? 'at most one'),
      ];
    }),
  );
  const fields =
    older === undefined || newer === undefined
      ? new Map<string, ToldField>(older ?? newer)
      : bothOf(older, newer, own?.was ?? {});
  return {
    ...(Object.keys(oneofs).length > 0 && { oneofs }),
    fields: Object.fromEntries(fields),
  };
}

function oneofsIn(set: Reference, type: string | undefined): ReturnType<typeof oneofsOf> {
  const message = type === undefined ? undefined : set.messages[type];
  return message === undefined ? {} : oneofsOf(message);
}

/** The fields of version 2, then those that came with version 3, each under its name in version 3. */
function bothOf(
  older: Facts,
  newer: Facts,
  was: NonNullable<MessageWords['was']>,
): ReadonlyMap<string, ToldField> {
  const nowOf = new Map(Object.entries(was).map(([now, before]) => [before, now]));
  const fields = new Map<string, ToldField>();
  for (const [name, facts] of older) {
    const key = nowOf.get(name) ?? name;
    const now = newer.get(key);
    fields.set(key, now === undefined ? { ...facts, only: 'v2' } : { ...facts, ...changeTo(facts, now) });
  }
  for (const [name, facts] of newer) if (!fields.has(name)) fields.set(name, { ...facts, only: 'v3' });
  return fields;
}

const CAN_CHANGE = ['type', 'required', 'oneof', 'limits', 'secret', 'refused', 'deprecated'] as const;

function changeTo(before: FieldFacts, now: FieldFacts): Pick<ToldField, 'in'> {
  const other = CAN_CHANGE.flatMap((key) =>
    isDeepStrictEqual(before[key], now[key]) ? [] : [[key, now[key] ?? false] as const],
  );
  return other.length === 0 ? {} : { in: { v3: Object.fromEntries(other) } };
}

function enumOf({ words, v2, v3 }: Sources, id: string): ToldEnum | undefined {
  const [type2, type3] = [words.enums[id]?.doc && typeIn('v2', id), typeIn('v3', id)];
  const older = type2 === undefined ? undefined : v2.enums[type2];
  const newer = type3 === undefined ? undefined : v3.enums[type3];
  if (older === undefined && newer === undefined) return undefined;
  const values = Object.entries({ ...older?.values, ...newer?.values }).map(([name, number]) => {
    const deprecated = outdatedIn(
      older?.deprecated?.includes(name) === true,
      newer?.deprecated?.includes(name) === true,
    );
    const only = older && newer && onlyIn(name in older.values, name in newer.values);
    const isPlain = only === undefined && deprecated === undefined;
    return [
      name,
      isPlain ? number : { number, ...(only && { only }), ...(deprecated && { deprecated }) },
    ] as const;
  });
  return Object.fromEntries(values);
}

const onlyIn = (older: boolean, newer: boolean): ApiVersion | undefined =>
  older === newer ? undefined : older ? 'v2' : 'v3';

const outdatedIn = (older: boolean, newer: boolean): ApiVersion | 'both' | undefined =>
  older && newer ? 'both' : onlyIn(older, newer);

/** The text of `src/schema/generated.ts`. */
export function generatedText(api: Api): string {
  const { messages, enums } = told(api);
  const block = (name: string, type: string, all: object): readonly string[] => [
    '',
    `export const ${name}: ${type} = {`,
    ...Object.entries(all).map(([id, each]) => `  ${JSON.stringify(id)}: ${JSON.stringify(each)},`),
    '};',
  ];
  return [
    '/**',
    ' * What descriptors say of the messages and enums of both versions, a line each; made by `scripts/api-tables.ts`. Words,',
    ' * defaults and whatever else people know are in `overlay/`.',
    ' */',
    "import type { ToldEnums, ToldMessages } from './language.ts';",
    ...block('toldMessages', 'ToldMessages', messages),
    ...block('toldEnums', 'ToldEnums', enums),
    '',
  ].join('\n');
}

const SCALARS: { readonly [type: string]: string } = {
  string: 'string',
  bool: 'boolean',
  uint32: 'number',
  int32: 'number',
  uint64: 'Long',
  int64: 'Long',
  double: 'number',
  bytes: 'string',
  BoolValue: 'boolean',
  UInt32Value: 'number',
  UInt64Value: 'Long',
  DoubleValue: 'number',
  StringValue: 'string',
  BytesValue: 'string',
  Duration: 'string',
  Timestamp: 'string',
  Value: 'Data',
  Struct: 'Struct',
  Any: 'AnyMessage',
  Empty: 'Empty',
};

const TYPES_HEAD = `/**
 * TypeScript types of bound messages: of those that have words, a line each; made by \`scripts/api-tables.ts\`.
 */
import type { Data } from '../source/data.ts';

export type MessageName = keyof Messages & string;

/**
 * A bound message of the named table, by the fields' names in either version. Fields that are not set are absent; what
 * else stands at a bound message has no name, which is why one whose fields may all be absent takes any.
 */
export type Message<N extends MessageName> = { readonly [F in keyof Messages[N]]?: Messages[N][F] } & {
  readonly [F in never as N & F]: unknown;
};

/** An Any: its \`@type\` as the tables name it (or as written where unknown), and the fields beside it. */
export interface AnyMessage {
  readonly '@type': string;
  readonly [field: string]: unknown;
}

/** An integer of 64 bits: a number while it is exact, else its decimal digits. */
export type Long = number | string;

export type Struct = { readonly [key: string]: Data };

export type Empty = { readonly [key: string]: never };
`;

/** The text of `src/schema/types.ts`: of the messages and enums that have words. */
export function typesText(api: Api): string {
  const tables = merged(told(api), overlay);
  const elementOf = (type: string): string => {
    if (SCALARS[type] !== undefined) return SCALARS[type];
    if (tables.messages[type] !== undefined) return `Message<'${type}'>`;
    return tables.enums[type] === undefined ? 'Data' : `Enums['${type}'] | number`;
  };
  const typeText = (type: string): string => {
    const repeated = /^repeated (.+)$/.exec(type)?.[1];
    if (repeated !== undefined) return `readonly (${elementOf(repeated)})[]`;
    const mapped = /^map<string, (.+)>$/.exec(type)?.[1];
    return mapped === undefined ? elementOf(type) : `{ readonly [key: string]: ${elementOf(mapped)} }`;
  };
  const messages = Object.entries(tables.messages).map(([id, { fields }]) => {
    const types = new Map<string, string>();
    for (const [name, { type, in: versions }] of Object.entries(fields))
      for (const each of [name, versions?.v2?.name ?? name]) types.set(each, typeText(type));
    const members = [...types].map(([name, type]) => `readonly ${name}?: ${type}`);
    return `  '${id}': { ${members.join('; ')} };`;
  });
  const enums = Object.entries(tables.enums).map(
    ([id, { values }]) =>
      `  '${id}': ${Object.keys(values)
        .map((name) => `'${name}'`)
        .join(' | ')};`,
  );
  return [
    TYPES_HEAD,
    '/** By the names of the fields in either version, each in canonical form. */',
    'export interface Messages {',
    ...messages,
    '}',
    '',
    '/** The names of their values. */',
    'export interface Enums {',
    ...enums,
    '}',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('src/schema/generated.ts', generatedText(readApi()));
  writeFileSync('src/schema/types.ts', typesText(readApi()));
}
