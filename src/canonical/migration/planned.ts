/**
 * What a migration makes of a message, without what would write over, or take away, a value that nobody could read, or
 * lead from one version of the API into another.
 */
import { INVALID, isObject, STRUCT, type Typed, tableOf, versionOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import { hasUnreadField } from '../../model/unknown-fields.ts';
import { typedIn } from '../../model/walk.ts';
import { historyOf } from '../../schema/at-release.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { isIn, type Release, sinceShown } from '../../schema/release.ts';
import type { Edit } from '../../source/edit/index.ts';
import { escapeSegment, segmentsOf } from '../../source/pointer.ts';
import { isWritten, type MessageView, type Migration, type MigrationOutcome } from './migration.ts';

/**
 * The outcomes of a migration; edits that would lose what somebody wrote are an obstacle instead, and so are those that
 * write what a release does not have.
 *
 * @param release the one that has to take the result, where one does
 */
export function planned(
  migration: Migration,
  view: MessageView,
  release?: Release,
): readonly MigrationOutcome[] {
  return migration.plan(view).map((outcome) => {
    if (outcome.kind === 'left') return outcome;
    const met = outcome.edits.map((edit) => obstacleTo(edit, view)).find((each) => each !== undefined);
    if (met === undefined) return inItsRelease(outcome, migration, view, release);
    const field = migration.fields.find((each) => each !== met.field && isWritten(view, each)) ?? met.field;
    return { kind: 'left', field, reason: met.reason };
  });
}

/** Edits that write what the release in force does not have are an obstacle: it would refuse the result. */
function inItsRelease(
  outcome: MigrationOutcome & { readonly kind: 'edits' },
  { fields }: Migration,
  view: MessageView,
  release: Release | undefined,
): MigrationOutcome {
  if (release === undefined) return outcome;
  const why = newerThan(release, { type: view.type, message: view.value }, outcome.edits);
  const field = fields.find((each) => isWritten(view, each));
  return why === undefined || field === undefined ? outcome : { kind: 'left', field, reason: why };
}

interface Obstacle {
  readonly field: string;
  readonly reason: string;
}

/** Why an edit may not be made: it would take the place of what nobody could read, or lead into another version. */
function obstacleTo({ op, path }: Edit, { type, value }: MessageView): Obstacle | undefined {
  const way = segmentsOf(path) ?? [];
  let held: Typed = { type, message: value };
  for (let at = 0; at < way.length; at++) {
    const field = tableOf(held).bySpelling.get(way[at] ?? '');
    if (field === undefined) return undefined;
    let inner = held.message[field.name];
    const isWhole = at === way.length - 1 || inner === undefined;
    if (isWhole && held.message[INVALID]?.[field.name] !== undefined) return unreadable(field.name);
    const { name: table } = field.element.kind === 'message' ? field.element : { name: undefined };
    if (op === 'remove' && at === way.length - 1 && table !== undefined && hasUnreadField(table, inner))
      return unreadable(field.name);
    if (field.shape !== 'one') inner = isHolder(inner) ? inner[way[++at] ?? ''] : undefined;
    const next = typedIn(field, inner);
    if (next === undefined) return undefined;
    if (versionOf(next.message) !== versionOf(value) && op !== 'remove')
      return {
        field: field.name,
        reason: `it would have to go into ${shortName(next.type)}, which is of another version of the API; lift that first (cfgtool migrate --to v3)`,
      };
    if (next.message[STRUCT] !== undefined && way[at + 1] === 'value') at++;
    held = next;
  }
  return undefined;
}

function unreadable(field: string): Obstacle {
  const reason = `the value of ${field}, which would have to go, cannot be read as a whole; correct it first`;
  return { field, reason };
}

function isHolder(value: unknown): value is { readonly [key: string]: unknown } {
  return isObject(value) || Array.isArray(value);
}

// What an edit of version 3 would write that the release of the proxy in force does not have yet, and refuses.

/** A field, or a type, of a later release. */
interface Newer {
  readonly name: string;
  readonly since: string;
}

/**
 * Why edits on a message cannot be made for a release; undefined where it knows everything that they write.
 *
 * @param held the message, with its table; the pointers of the edits are relative to it
 */
function newerThan(release: Release, held: Typed, edits: readonly Edit[]): string | undefined {
  if (versionOf(held.message) !== 'v3') return undefined;
  const made: Made = new Map();
  for (const edit of edits) {
    if (edit.op === 'remove') continue;
    const found = newerAt(release, held, made, edit);
    if ('value' in edit) made.set(edit.path, edit.value);
    if (found !== undefined)
      return `release ${release} of the proxy is not known to have ${found.name}, which takes its place since ${sinceShown(found.since)}`;
  }
  return undefined;
}

/** What edits made, by their pointers. */
type Made = Map<string, unknown>;

/** What stands where some steps lead in what edits made; undefined where they made nothing there. */
function madeAt(made: Made, way: readonly string[]): unknown {
  for (let length = way.length; length > 0; length--) {
    const place = `/${way.slice(0, length).map(escapeSegment).join('/')}`;
    if (!made.has(place)) continue;
    const inside = (held: unknown, step: string): unknown => (isHolder(held) ? held[step] : undefined);
    return way.slice(length).reduce(inside, made.get(place));
  }
  return undefined;
}

/**
 * Follows the way to where an edit writes, and looks into what it writes there.
 *
 * @param made by the edits before it
 */
function newerAt(release: Release, held: Typed, made: Made, edit: Edit): Newer | undefined {
  const way = segmentsOf(edit.path) ?? [];
  let { type } = held;
  let message: unknown = held.message;
  for (let at = 0; at < way.length; at++) {
    const field = compiledMessage(type, 'v3').bySpelling.get(way[at] ?? '');
    if (field === undefined) return undefined;
    const newer = newerField(release, type, field);
    if (newer !== undefined) return newer;
    let inner = isObject(message) ? message[field.name] : undefined;
    const isEntry = field.shape !== 'one' && at + 1 < way.length;
    if (isEntry) {
      at++;
      inner = isHolder(inner) ? inner[way[at] ?? ''] : undefined;
    }
    if (at === way.length - 1)
      return 'value' in edit ? newerValue(release, field, edit.value, isEntry) : undefined;
    const written = inner ?? madeAt(made, way.slice(0, at + 1));
    const next = typedIn(field, inner)?.type ?? tableNameOf(field, written);
    if (next === undefined) return undefined;
    if (isObject(inner) && inner[STRUCT] !== undefined && way[at + 1] === 'value') at++;
    [type, message] = [next, inner];
  }
  return undefined;
}

/** @param isEntry whether the value is an entry of the field's list or map */
function newerValue(
  release: Release,
  field: CompiledField,
  value: unknown,
  isEntry: boolean,
): Newer | undefined {
  if (field.shape !== 'one' && !isEntry) {
    const entries = Array.isArray(value) || isObject(value) ? Object.values(value) : [];
    return firstOf(entries, (entry) => newerValue(release, field, entry, true));
  }
  const type = tableNameOf(field, value);
  if (type === undefined || !isObject(value)) return undefined;
  const { since } = historyOf(compiledMessage(type, 'v3').name);
  if (since !== undefined && isIn({ since }, release) !== true) return { name: type, since };
  return firstOf(Object.entries(value), ([key, inner]) => {
    const own = compiledMessage(type, 'v3').bySpelling.get(key);
    return own && (newerField(release, type, own) ?? newerValue(release, own, inner, false));
  });
}

function newerField(release: Release, type: string, field: CompiledField): Newer | undefined {
  const since = historyOf(compiledMessage(type, 'v3').name).fields?.[field.name]?.since;
  return since === undefined || isIn({ since }, release) === true ? undefined : { name: field.name, since };
}

/** The table of what stands in a field, as an edit writes it. */
function tableNameOf({ element }: CompiledField, value: unknown): string | undefined {
  if (element.kind === 'message') return element.name;
  const url = element.kind === 'any' && isObject(value) ? value['@type'] : undefined;
  return typeof url === 'string' ? parseTypeUrl(url).table : undefined;
}

function firstOf<T>(list: readonly T[], find: (one: T) => Newer | undefined): Newer | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
