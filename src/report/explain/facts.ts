/** What the table of a field states, in words. */

import { migrations } from '../../../migrations/index.ts';
import type { Fact } from '../../present/blocks.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import { defaultsBefore } from '../../schema/default-history.ts';
import type {
  DefaultSpec,
  Deprecation,
  FieldBefore,
  FieldHistory,
  Limits,
  Literal,
} from '../../schema/language.ts';
import { OWN_SECTION } from '../../schema/own.ts';
import { sinceShown, untilShown } from '../../schema/release.ts';
import { isDemandedAnyway, isNeverChecked } from '../../schema/unchecked.ts';
import { counted } from '../../source/counted.ts';
import { lookup } from '../../source/lookup.ts';
import { fieldHistory, removedText, sinceText, versionsText } from './versions.ts';

/** What types mean to somebody who writes a value. */
const TYPES: { readonly [type: string]: string } = {
  bytes: 'base64 text, in either alphabet',
  BoolValue: 'true or false; absent is a third state',
  UInt32Value: 'a whole number; absent and 0 differ',
  UInt64Value: 'a whole number; absent and 0 differ',
  DoubleValue: 'a number; absent and 0 differ',
  Duration: 'seconds, such as 1.5s',
  Timestamp: 'a point in time, such as 2026-01-31T12:00:00Z',
  Struct: 'any object',
  Any: 'an object that names its own type under `@type`',
  Empty: 'an empty object',
};

/** All there is to say about a field, beyond its documentation. */
export function fieldFacts(table: CompiledMessage, field: CompiledField): readonly Fact[] {
  const { spec } = field;
  const history = table.version === 'v3' ? fieldHistory(table.name, field.name) : undefined;
  const facts: readonly (Fact | undefined)[] = [
    { label: 'type', text: typeText(field) },
    {
      label: 'required',
      text: requiredText(table, field) + earlier(table, history, ({ required }) => yesOrNo(required)),
    },
    fact('since', history && sinceText(table.name, history)),
    fact('deprecated', spec.deprecated && deprecationText(spec.deprecated) + deprecatedSince(history)),
    fact(
      'refused',
      spec.refused && 'by default; a runtime key lets it through, which `cfgtool analyze` names',
    ),
    fact('removed', history && removedText(table.name, history)),
    fact('default', defaultText(table, field)),
    fact('limits', boundsText(table, spec.limits, history)),
    fact('one of', oneofText(table, field)),
    fact('order', orderText(field)),
    fact(
      'presence',
      spec.presence && 'an empty `{}` is not the same as absent: that it is there means something',
    ),
    fact('names', namesText(spec.names)),
    fact('secret', spec.secret && 'shown as <redacted> in all output but migrated files'),
    fact('older', spec.newer && 'absent in the older form of the data model (`cfgtool migrate --older`)'),
    fact('versions', versionsText(table, field)),
    fact('spelling', spellingText(field)),
    {
      label: 'source',
      text: sectionText(spec.only === 'v3' ? 'version 3' : table.spec.section, spec.unmodelled),
    },
  ];
  return facts.filter((each) => each !== undefined);
}

function fact(label: string, text: string | undefined): Fact | undefined {
  return text === undefined ? undefined : { label, text };
}

function namesText(names: CompiledField['spec']['names']): string | undefined {
  return names === 'cluster' ? 'a cluster of the configuration' : names && `the ${names}`;
}

function typeText(field: CompiledField): string {
  const { type } = field.spec;
  const meaning = lookup(TYPES, type.replace(/^repeated |^map<string, |>$/g, ''));
  return meaning === undefined ? type : `${type} (${meaning})`;
}

function deprecatedSince({ deprecated }: FieldHistory = {}): string {
  return deprecated === undefined ? '' : `; since release ${sinceShown(deprecated)}`;
}

/** What earlier releases say otherwise, where nothing is said of one of them. @param say nothing where it is the same */
function earlier(
  { release }: CompiledMessage,
  { was = [] }: FieldHistory = {},
  say: (before: FieldBefore) => string | undefined,
): string {
  if (release !== undefined) return '';
  return was
    .map((before) => {
      const said = say(before);
      return said === undefined ? '' : ` (up to release ${untilShown(before.until)}: ${said})`;
    })
    .join('');
}

const yesOrNo = (is: boolean | undefined): string | undefined =>
  is === undefined ? undefined : is ? 'yes' : 'no';

function boundsText(
  table: CompiledMessage,
  limits: Limits | undefined,
  history: FieldHistory | undefined,
): string | undefined {
  const now = withoutCheck(table, limitsText(limits));
  const before = earlier(table, history, ({ limits: bounds }) =>
    bounds === undefined ? undefined : (bounds && limitsText(bounds)) || 'none',
  );
  return now === undefined && before === '' ? undefined : `${now ?? 'none'}${before}`;
}

const UNCHECKED = 'the API states it, and the proxy does not check it';

/** What is demanded of a message that the proxy reads unchecked. */
function withoutCheck({ name }: CompiledMessage, limits: string | undefined): string | undefined {
  return limits === undefined || !isNeverChecked(name) ? limits : `${limits}; ${UNCHECKED}`;
}

function requiredText(
  { name, version }: CompiledMessage,
  { name: field, spec, shape, element }: CompiledField,
): string {
  if (!spec.required) return 'no';
  if (version === 'v3' && isNeverChecked(name) && !isDemandedAnyway(name, field)) return `no: ${UNCHECKED}`;
  const isText = element.kind === 'scalar' && element.scalar === 'string';
  const filled = shape === 'list' || isText ? 'yes, and not empty' : 'yes';
  return spec.requiredUnless === undefined ? filled : `${filled}, unless ${spec.requiredUnless} is set`;
}

/** What to use instead, and the migration that sees to it. */
export function deprecationText(deprecated: Deprecation): string {
  const use = `use ${deprecated.use}`;
  const migration = migrations.find((each) => each.id === deprecated.migration);
  if (migration === undefined) return use;
  return migration.optional
    ? `${use}; \`cfgtool migrate --also ${migration.id}\` converts it`
    : `${use}; \`cfgtool migrate\` converts it (${migration.id})`;
}

function defaultText(table: CompiledMessage, field: CompiledField): string | undefined {
  const { spec } = field;
  if (spec.default !== undefined) return statedDefault(spec.default) + otherDefaults(table, field);
  if (spec.required || spec.oneof !== undefined || field.shape !== 'one' || field.wrapper) return undefined;
  return implicitDefault(field);
}

/** What earlier releases fill in, where nothing is said of one of them. */
function otherDefaults({ name, version, release }: CompiledMessage, field: CompiledField): string {
  if (version === 'v2' || release !== undefined) return '';
  return defaultsBefore(`${name}.${field.name}`)
    .map(
      ({ since, before }) =>
        ` (before release ${since}: ${before === undefined ? 'none' : statedDefault(before)})`,
    )
    .join('');
}

function statedDefault(spec: DefaultSpec): string {
  if ('derived' in spec) return spec.why;
  return spec.why === undefined ? literalText(spec.value) : `${literalText(spec.value)}. ${spec.why}`;
}

/** What absence of a plain scalar or an enum means: its zero. */
function implicitDefault({ element }: CompiledField): string | undefined {
  if (element.kind === 'enum')
    return Object.entries(element.spec.values).find(([, value]) => value.number === 0)?.[0];
  if (element.kind !== 'scalar') return undefined;
  if (element.scalar === 'bool') return 'false';
  return ['string', 'bytes', 'duration', 'timestamp'].includes(element.scalar) ? undefined : '0';
}

/** A literal of the tables on one line, as YAML writes it. */
export function literalText(value: Literal): string {
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(literalText).join(', ')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${literalText(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function isList(value: object): value is readonly Literal[] {
  return Array.isArray(value);
}

/** Bounds in words, such as `greater than 0s, at most 100`. */
export function limitsText(limits: Limits | undefined): string | undefined {
  if (limits === undefined) return undefined;
  const bounds = [
    limits.gt !== undefined && `greater than ${limits.gt}`,
    limits.gte !== undefined && `at least ${limits.gte}`,
    limits.lt !== undefined && `less than ${limits.lt}`,
    limits.lte !== undefined && `at most ${limits.lte}`,
    limits.minItems !== undefined && `at least ${counted(limits.minItems, 'entry', 'entries')}`,
    limits.maxItems !== undefined && `at most ${counted(limits.maxItems, 'entry', 'entries')}`,
    limits.minBytes !== undefined &&
      (limits.minBytes === 1 ? 'not empty' : `at least ${limits.minBytes} bytes`),
    limits.maxBytes !== undefined && `at most ${counted(limits.maxBytes, 'byte')}`,
    limits.minChars !== undefined && `at least ${counted(limits.minChars, 'character')}`,
    limits.maxChars !== undefined && `at most ${counted(limits.maxChars, 'character')}`,
    limits.pattern !== undefined && `matching ${limits.pattern}`,
    limits.prefix !== undefined && `beginning with "${limits.prefix}"`,
    limits.suffix !== undefined && `ending with "${limits.suffix}"`,
    limits.unique === true && 'no entry twice',
    limits.noneOf !== undefined && `not ${limits.noneOf.map(literalText).join(', ')}`,
    limits.oneOf !== undefined && `only ${limits.oneOf.map((value) => `"${value}"`).join(', ')}`,
    limits.text !== undefined && `a legal ${limits.text.replace('strict-', '').replace('-', ' ')}`,
    nested('each entry', limits.items),
    nested('each key', limits.keys),
    nested('each value', limits.values),
    limits.unlessEmpty === true && 'or empty',
  ].filter((bound) => bound !== false && bound !== undefined);
  // That a number has a name goes without saying.
  return bounds.length === 0 ? undefined : bounds.join(', ');
}

function nested(what: string, limits: Limits | undefined): string | undefined {
  const text = limitsText(limits);
  return text && `${what} ${text}`;
}

function oneofText(table: CompiledMessage, field: CompiledField): string | undefined {
  const oneof = table.oneofs.find((each) => each.name === field.spec.oneof);
  if (oneof === undefined) return undefined;
  const partners = oneof.members.filter((member) => member !== field).map((member) => member.name);
  if (partners.length === 0) return `${oneof.need} of ${oneof.name}, which has no other member`;
  return oneof.need === 'exactly one'
    ? `exactly one must be set: this or ${partners.join(', ')}`
    : `not together with ${partners.join(', ')}`;
}

function orderText(field: CompiledField): string | undefined {
  if (field.shape !== 'list') return undefined;
  const order =
    field.spec.order === 'set'
      ? 'a set: the order means nothing'
      : field.spec.order === undefined
        ? 'a list: the order counts'
        : 'a set: the order means nothing, but among entries that are the same';
  const identity =
    field.element.kind === 'message' ? compiledMessage(field.element.name).spec.identity : undefined;
  return identity === undefined ? order : `${order}; entries are told apart by ${identity.join(', ')}`;
}

function spellingText(field: CompiledField): string | undefined {
  const others = [field.camel, ...(field.spec.aliases ?? [])].filter((name) => name !== field.name);
  return others.length === 0 ? undefined : `also ${others.join(', ')}`;
}

/** Where a table is specified. */
export function sectionText(section: string, unmodelled?: boolean): string {
  if (section === 'full API') return "the proxy's full API, beyond the specification";
  if (section === OWN_SECTION) return 'a descriptor set that was given';
  if (section === 'version 3') return "the proxy's full API, version 3";
  const place = section.startsWith('CONTRACT') ? section : `the specification, under "${section}"`;
  return unmodelled ? `${place}; this one is known from real configurations only` : place;
}

/** The source of a rule or a migration in words that need no other files. */
export function sourceText(source: string): string {
  return source
    .replaceAll('data-model.md: ', 'the specification: ')
    .replaceAll('full API', "the proxy's full API")
    .replaceAll(/routing-facts \d+/g, 'how the proxy behaves')
    .replaceAll('CONTRACT: ', 'what cfgtool promises: ');
}
