/** What descriptors say and what people know, put together: the tables of the data model (`generated.ts`, `overlay/`). */
import type {
  ApiVersion,
  Deprecation,
  EnumSpec,
  EnumTables,
  EnumValueSpec,
  FieldChange,
  FieldSpec,
  GeneratedEnum,
  GeneratedEnums,
  GeneratedMessage,
  GeneratedMessages,
  MessageSpec,
  MessageTables,
  ToldEnum,
  ToldEnums,
  ToldField,
  ToldMessage,
  ToldMessages,
} from './language.ts';
import type { EnumWords, MessageWords, Overlay, Replacement } from './overlay/language.ts';

/** What descriptors say. */
export interface Told {
  readonly messages: ToldMessages;
  readonly enums: ToldEnums;
}

/** By id. Those without words stand apart: version 3 alone has them, and nobody wrote a word about them. */
export interface Merged {
  readonly messages: MessageTables;
  readonly enums: EnumTables;
  readonly generatedMessages: GeneratedMessages;
  readonly generatedEnums: GeneratedEnums;
}

/** @throws Error where words are about something that no descriptor has, or miss what they have to say */
export function merged({ messages, enums }: Told, overlay: Overlay): Merged {
  const withWords = <T>(
    words: { readonly [id: string]: { readonly doc?: string } },
    make: (id: string) => T,
  ) =>
    Object.fromEntries(
      Object.keys(words).flatMap((id) => (words[id]?.doc === undefined ? [] : [[id, make(id)] as const])),
    );
  const without = <T>(
    all: { readonly [id: string]: T },
    words: { readonly [id: string]: { readonly doc?: string } },
  ): readonly (readonly [string, T])[] => Object.entries(all).filter(([id]) => words[id]?.doc === undefined);
  return {
    messages: withWords(overlay.messages, (id) => messageWith(id, messages[id], overlay.messages[id] ?? {})),
    enums: withWords(overlay.enums, (id) => enumWith(id, enums[id], overlay.enums[id] ?? {})),
    generatedMessages: Object.fromEntries(
      without(messages, overlay.messages).map(([id, each]) => [id, replaced(each, overlay.messages[id])]),
    ),
    generatedEnums: Object.fromEntries(
      without(enums, overlay.enums).map(([id, each]) => [id, valuesReplaced(each, overlay.enums[id])]),
    ),
  };
}

function messageWith(id: string, told: ToldMessage | undefined, words: MessageWords): MessageSpec {
  const { doc = '', section = 'full API', identity, facts = {} } = words;
  const known = told?.fields ?? {};
  const names = new Set([...Object.keys(known), ...Object.keys(facts)]);
  const stray = fieldsNamed(words).filter((name) => !names.has(name));
  if (stray.length > 0) throw new Error(`${id} has no field ${stray.join(', ')}`);
  return {
    doc,
    section,
    ...(told?.oneofs && { oneofs: told.oneofs }),
    ...(identity && { identity }),
    fields: Object.fromEntries(
      [...names].map((name) => [name, fieldWith(`${id}.${name}`, known[name], words)] as const),
    ),
  };
}

/** Every field that words are about. */
function fieldsNamed(words: MessageWords): readonly string[] {
  const { fields = {}, defaults = {}, deprecated = {}, names = {}, was = {} } = words;
  const { sets = [], presence = [], secret = [], unmodelled = [], newer = [] } = words;
  const objects = [fields, defaults, deprecated, names, was];
  return [
    ...objects.flatMap((each) => Object.keys(each)),
    ...sets,
    ...presence,
    ...secret,
    ...unmodelled,
    ...newer,
  ];
}

function fieldWith(path: string, told: ToldField | undefined, words: MessageWords): FieldSpec {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const { deprecated: _, in: inVersions, ...facts } = told ?? { type: '' };
  const { in: own, ...stated } = words.facts?.[name] ?? {};
  const use = replacement(words.deprecated?.[name]);
  const outdated = outdatedIn(told, words.deprecated?.[name]?.[2]);
  if (use !== undefined && !outdated.before && !outdated.now) throw new Error(`${path} is not deprecated`);
  const was = words.was?.[name];
  const { deprecated: __, ...now } = inVersions?.v3 ?? {};
  const v2: FieldChange = { ...(was !== undefined && { name: was }), ...own?.v2 };
  const v3: FieldChange = {
    ...now,
    ...(outdated.now !== outdated.before && { deprecated: (outdated.now && use) || false }),
    ...own?.v3,
  };
  const versions = { ...(holdsAny(v2) && { v2 }), ...(holdsAny(v3) && { v3 }) };
  const spec = {
    ...facts,
    doc: words.fields?.[name] ?? '',
    ...marksOf(name, words),
    ...(outdated.before && use && { deprecated: use }),
    ...stated,
    ...(holdsAny(versions) && { in: versions }),
  };
  if (spec.type === '') throw new Error(`no descriptor has ${path}, and nobody says its type`);
  return spec;
}

/** Whether descriptors deprecate a field in the first version that has it, and in version 3. @param alone of the two */
function outdatedIn(
  told: ToldField | undefined,
  alone: ApiVersion | undefined,
): { readonly before: boolean; readonly now: boolean } {
  const before = told?.deprecated === true;
  const now = told?.in?.v3.deprecated ?? before;
  return { before: before && alone !== 'v3', now: now && alone !== 'v2' };
}

function marksOf(name: string, words: MessageWords): Partial<FieldSpec> {
  const filled = words.defaults?.[name];
  const names = words.names?.[name];
  return {
    ...(filled !== undefined && { default: typeof filled === 'object' ? filled : { value: filled } }),
    ...(words.sets?.includes(name) && { order: 'set' as const }),
    ...(words.presence?.includes(name) && { presence: true as const }),
    ...(words.secret?.includes(name) && { secret: true as const }),
    ...(words.newer?.includes(name) && { newer: true as const }),
    ...(words.unmodelled?.includes(name) && { unmodelled: true as const }),
    ...(names !== undefined && { names }),
  };
}

const holdsAny = (each: object): boolean => Object.keys(each).length > 0;

function replacement(given: Replacement | undefined): Deprecation | undefined {
  if (given === undefined) return undefined;
  const [use, migration] = given;
  return { use, ...(migration !== undefined && { migration }) };
}

/** A message without words, with what replaces its deprecated fields, names clusters, or has no order. */
function replaced({ oneofs, fields }: ToldMessage, words: MessageWords = {}): GeneratedMessage {
  const made = Object.entries(fields).map(([name, { only: _, in: __, deprecated: ___, ...facts }]) => {
    const use = replacement(words.deprecated?.[name]);
    const named = words.names?.[name];
    const isSet = words.sets?.includes(name) === true;
    const marks = { ...(named && { names: named }), ...(isSet && { order: 'set' as const }) };
    return [name, { ...facts, ...marks, ...(use && { deprecated: use }) }] as const;
  });
  return { ...(oneofs && { oneofs }), fields: Object.fromEntries(made) };
}

function enumWith(id: string, told: ToldEnum | undefined, words: EnumWords): EnumSpec {
  const { doc = '', section = 'full API', values = {}, deprecated = {}, newer = [], unmodelled = [] } = words;
  const stray = [...Object.keys(values), ...Object.keys(deprecated), ...newer, ...unmodelled].filter(
    (name) => told?.[name] === undefined,
  );
  if (told === undefined || stray.length > 0) throw new Error(`${id} has no value ${stray.join(', ')}`);
  return {
    doc,
    section,
    values: Object.fromEntries(
      Object.entries(told).map(([name, each]) => [name, valueWith(name, each, words)]),
    ),
  };
}

function valueWith(name: string, told: ToldEnum[string], words: EnumWords): EnumValueSpec {
  const { number, only, deprecated: outdated } = typeof told === 'number' ? { number: told } : told;
  const use = replacement(words.deprecated?.[name]);
  const said = words.deprecated?.[name]?.[2] ?? outdated;
  const isAlike = said === 'both' || said === only;
  return {
    number,
    doc: words.values?.[name] ?? '',
    ...(words.newer?.includes(name) && { newer: true }),
    ...(words.unmodelled?.includes(name) && { unmodelled: true }),
    ...(only && { only }),
    ...(use && isAlike && { deprecated: use }),
    ...(use && !isAlike && said === 'v2' && { in: { v2: { deprecated: use } } }),
    ...(use && !isAlike && said === 'v3' && { in: { v3: { deprecated: use } } }),
  };
}

function valuesReplaced(told: ToldEnum, words: EnumWords = {}): GeneratedEnum {
  const values = Object.entries(told).map(([name, each]): readonly [string, GeneratedEnum[string]] => {
    const number = typeof each === 'number' ? each : each.number;
    const use = replacement(words.deprecated?.[name]);
    return [name, use === undefined ? number : { number, deprecated: use }];
  });
  return Object.fromEntries(values);
}
