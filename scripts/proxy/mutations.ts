/**
 * One mutation for each demand of each message of version 3 (`--mode mutations`): a bootstrap that the proxy takes and
 * that holds the message, then the same with a demand of its table broken; our errors against the proxy's. False errors
 * are printed and end with 1; what the proxy refuses and we do not is listed in `test/proxy/mutations.tsv`, what an
 * earlier release refuses otherwise in `mutations-RELEASE.tsv` beside it.
 */
import { createHash } from 'node:crypto';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import type { Limits } from '../../src/schema/language.ts';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import type { Data } from '../../src/source/data.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { messagesIn } from './harvest.ts';
import { allTypes, type Home, homesOf, without } from './homes.ts';
import { allowedValue, type Fields, textWithin } from './minimal.ts';
import { isRefusedAtStart, listedMutations, type Missed, TAKEN_AT_FIRST } from './mutations-listing.ts';
import { errorsIn, refusalsIn, refusalTables, TAKEN } from './refusals.ts';
import { askValidate } from './validate-mode.ts';

/** A message as it stands in a home, changed in one way. */
interface Mutation {
  readonly type: string;
  /** The field and what was done to it. */
  readonly what: string;
  readonly bootstrap: string;
}

interface MutationFigures {
  readonly messages: number;
  readonly homes: number;
  readonly asked: number;
  readonly refusedByBoth: number;
  readonly takenByBoth: number;
  readonly falseErrors: readonly string[];
  readonly missed: readonly Missed[];
  /** Messages that no bootstrap was found for, with what the proxy said of the last that was tried. */
  readonly homeless: ReadonlyMap<string, string | undefined>;
}

/**
 * @param share `1/4` is the first quarter of all messages
 * @param tell of each difference when it is found: all of them take long
 */
export async function tryMutations(
  program: string,
  share: string,
  tell: (line: string) => void,
  release: Release = NEWEST_RELEASE,
): Promise<MutationFigures> {
  const ask = async (bootstrap: Data): Promise<string | undefined> =>
    (await askValidate(program, printJson(bootstrap, ''))).refused;
  const { found: homes, refused: said } = await homesOf(ask, bootstrapsHeld());
  const chosen = [...homes.values()].filter(({ type }) => isOfShare(type, share));
  const figures = { asked: 0, refusedByBoth: 0, takenByBoth: 0 };
  const listed = listedMutations(release);
  const falseErrors: string[] = [];
  const missed: Missed[] = [];
  for (const { type, what, bootstrap } of chosen.flatMap((home) => [...mutationsOf(home)])) {
    const { refused } = await askValidate(program, bootstrap);
    const ours = errorsIn(bootstrap, release);
    figures.asked++;
    if (refused === undefined && ours.length > 0 && isRefusedAtStart({ type, what }, listed))
      missed.push({ type, what, said: TAKEN_AT_FIRST });
    else if (refused === undefined && ours.length > 0) {
      falseErrors.push(`${type}\t${what}\t${ours.join(',')}`);
      tell(`false: ${falseErrors.at(-1)}`);
    } else if (refused !== undefined && ours.length === 0) {
      missed.push({ type, what, said: shortened(refused) });
      tell(`missed: ${type}\t${what}\t${shortened(refused)}`);
    } else if (refused === undefined) figures.takenByBoth++;
    else figures.refusedByBoth++;
  }
  const all = allTypes();
  const homeless = all.filter((type) => !homes.has(type)).map((type) => [type, said.get(type)] as const);
  return {
    ...figures,
    messages: all.length,
    homes: homes.size,
    falseErrors,
    missed,
    homeless: new Map(homeless),
  };
}

/** Bootstraps that the proxy is said to take. */
export function* bootstrapsHeld(): Generator<Data> {
  for (const { rule, bootstrap } of refusalTables().flatMap(refusalsIn))
    if (rule === TAKEN) yield JSON.parse(bootstrap);
}

/** The first place of each message in them. @param share of all messages */
export function heldHomes(share: string): readonly Home[] {
  const found = new Map<string, Home>();
  for (const bootstrap of bootstrapsHeld())
    for (const home of messagesIn(bootstrap))
      if (isOfShare(home.type, share) && !found.has(home.type)) found.set(home.type, home);
  return [...found.values()];
}

function isOfShare(type: string, share: string): boolean {
  const [part = 1, parts = 1] = share.split('/').map(Number);
  return shareOf(type, parts) === part - 1;
}

/** The same part for the same name, whatever else there is. */
function shareOf(type: string, parts: number): number {
  return createHash('sha256').update(type).digest().readUInt32BE(0) % parts;
}

/** What the proxy says of it, without the message itself. */
function shortened(refused: string): string {
  return refused
    .replace(/^\s*\[\w+\]\s*|error initializing configuration\s*/g, '')
    .replace(/^.*(?=Proto constraint validation failed)/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 140)
    .trim();
}

/** The message as it is, with each field alone, and with each demand of its table broken. */
export function* mutationsOf({ type, message, around }: Home): Generator<Mutation> {
  const mutation = (what: string, changed: Fields): Mutation => ({
    type,
    what,
    bootstrap: printJson(around(changed), ''),
  });
  yield mutation('as it is', message);
  yield mutation('an unknown field', { ...message, no_such_field: 1 });
  const { fields, oneofs } = compiledMessage(type, 'v3');
  for (const field of fields) {
    if (field.gone === true) continue;
    const { name, spec } = field;
    const rest = without(message, field, type);
    const value = allowedValue(field, 0);
    if (spec.required === true && name in message) yield mutation(`${name} absent`, omit(message, name));
    if (value !== undefined && !(name in message)) yield mutation(`${name} set`, { ...rest, [name]: value });
    for (const [how, bad] of broken(field)) yield mutation(`${name} ${how}`, { ...rest, [name]: bad });
  }
  for (const { name, need, members } of oneofs) {
    const set = members.filter((member) => member.name in message);
    if (need === 'exactly one' && set.length === 1)
      yield mutation(`none of ${name}`, omit(message, set[0]?.name ?? ''));
    const values = members.flatMap((member) => {
      const value = allowedValue(member, 0);
      return value === undefined ? [] : [[member.name, value] as const];
    });
    if (values.length > 1)
      yield mutation(`two of ${name}`, { ...message, ...Object.fromEntries(values.slice(0, 2)) });
  }
}

function omit(message: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(message).filter(([key]) => key !== name));
}

/** Values that break each bound of a field, and one of another type. */
function* broken(field: CompiledField): Generator<readonly [how: string, value: Data]> {
  const { limits = {} } = field.spec;
  if (field.shape === 'one') {
    yield* brokenValues(field, limits);
    return;
  }
  const { minItems = 0, maxItems, unique, items, values, keys } = limits;
  const allowed = allowedValue(field, 0);
  if (field.shape === 'list') {
    const [one] = Array.isArray(allowed) ? allowed : [];
    if (minItems > 1 && one !== undefined) yield ['with too few entries', [one]];
    if (maxItems !== undefined && maxItems <= MAX_MADE && one !== undefined)
      yield ['with too many entries', Array.from({ length: maxItems + 1 }, () => one)];
    if (unique === true && one !== undefined) yield ['with an entry twice', [one, one]];
    for (const [how, bad] of brokenValues(field, items ?? {})) yield [`with an entry ${how}`, [bad]];
    return;
  }
  const [[key, one] = []] = Object.entries(typeof allowed === 'object' && allowed !== null ? allowed : {});
  if (keys !== undefined && one !== undefined && key !== '') yield ['with an empty key', { '': one }];
  for (const [how, bad] of brokenValues(field, values ?? {})) yield [`with a value ${how}`, { x: bad }];
}

/** Longer lists are not made. */
const MAX_MADE = 200;

function* brokenValues(
  { element }: CompiledField,
  limits: Limits,
): Generator<readonly [how: string, value: Data]> {
  if (element.kind === 'enum') {
    yield ['an unknown value', 'NO_SUCH_VALUE'];
    yield ['a number without a name', 7777];
  }
  if (element.kind === 'message') yield ['of another type', 'x'];
  if (element.kind !== 'scalar') return;
  const { scalar } = element;
  if (scalar === 'duration') {
    yield ['below zero', '-1s'];
    if (limits.gt !== undefined) yield ['at its bound', String(limits.gt)];
  } else if (scalar === 'string') yield* brokenTexts(limits);
  else if (scalar === 'bytes') {
    if ((limits.minBytes ?? 0) > 0) yield ['empty', ''];
  } else if (scalar === 'bool') {
    if (limits.oneOf !== undefined) yield ['false', false];
  } else yield* brokenNumbers(limits);
}

function* brokenTexts(limits: Limits): Generator<readonly [how: string, value: Data]> {
  if ((limits.minBytes ?? limits.minChars ?? 0) > 0) yield ['empty', ''];
  const most = limits.maxBytes ?? limits.maxChars;
  if (most !== undefined) yield ['too long', textWithin({ minBytes: most + 1 })];
  if (limits.text !== undefined) yield ['with a line end', 'x\ny'];
  if (limits.prefix !== undefined || limits.oneOf !== undefined) yield ['another text', '?'];
}

function* brokenNumbers({ lte, lt, gte, gt }: Limits): Generator<readonly [how: string, value: Data]> {
  if (lte !== undefined) yield ['above its bound', Number(lte) + 1];
  if (lt !== undefined) yield ['at its upper bound', Number(lt)];
  if (gte !== undefined && Number(gte) > 0) yield ['below its bound', Number(gte) - 1];
  if (gt !== undefined) yield ['at its bound', Number(gt)];
}
