/** What an edit of version 3 would write that the release of the proxy in force does not have yet, and refuses. */
import { isObject, type Typed, versionOf } from '../../model/bound.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import { typedIn } from '../../model/walk.ts';
import { historyOf } from '../../schema/at-release.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { isIn, type Release, sinceShown } from '../../schema/release.ts';
import type { Edit } from '../../source/edit/index.ts';
import { segmentsOf } from '../../source/pointer.ts';

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
export function newerThan(release: Release, held: Typed, edits: readonly Edit[]): string | undefined {
  if (versionOf(held.message) !== 'v3') return undefined;
  for (const edit of edits) {
    if (edit.op === 'remove') continue;
    const found = newerAt(release, held, edit);
    if (found !== undefined)
      return `release ${release} of the proxy is not known to have ${found.name}, which takes its place since ${sinceShown(found.since)}`;
  }
  return undefined;
}

/** Follows the way to where an edit writes, and looks into what it writes there. */
function newerAt(release: Release, held: Typed, edit: Edit): Newer | undefined {
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
    if (isEntry) inner = isObject(inner) || Array.isArray(inner) ? Object(inner)[way[++at] ?? ''] : undefined;
    if (at === way.length - 1)
      return 'value' in edit ? newerValue(release, field, edit.value, isEntry) : undefined;
    const next = typedIn(field, inner)?.type ?? tableOf(field, inner);
    if (next === undefined) return undefined;
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
  const type = tableOf(field, value);
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
function tableOf({ element }: CompiledField, value: unknown): string | undefined {
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
