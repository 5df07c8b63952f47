/** Which messages can hold which, told from the tables. */
import { lookup } from '../source/lookup.ts';
import { type CompiledField, compiledMessage, hasTable } from './compiled.ts';
import { ANYTHING, heldIn, TYPED_STRUCTS } from './held-in.ts';
import { type HeldTypes, heldTypes, heldTypesOfGenerated } from './held-types.ts';
import { ownEdition, ownMessages } from './own.ts';
import type { ApiVersion } from './version.ts';

/** The fields of a type through which a wanted type can be reached, at any depth. */
export interface Paths {
  /** @param type the full name of a message; nothing where no table has it */
  get(type: string, version?: ApiVersion): readonly CompiledField[] | undefined;
}

/**
 * For each type the fields through which a wanted type can be reached, at any depth. An Any can hold anything, and so
 * can a Struct that is an extension's configuration.
 */
export function pathsTo(wanted: ReadonlySet<string>): Paths {
  let edition = ownEdition();
  let reaching = { v2: reachingOf(wanted, 'v2'), v3: reachingOf(wanted, 'v3') };
  const paths = {
    v2: new Map<string, readonly CompiledField[]>(),
    v3: new Map<string, readonly CompiledField[]>(),
  };
  return {
    get(type, version = 'v2') {
      if (edition !== ownEdition()) {
        edition = ownEdition();
        reaching = { v2: reachingOf(wanted, 'v2'), v3: reachingOf(wanted, 'v3') };
        paths.v2.clear();
        paths.v3.clear();
      }
      const before = paths[version].get(type);
      if (before !== undefined || !hasTable(type)) return before;
      const fields = compiledMessage(type, version).containers.filter(
        (field) =>
          holdsAnything(field) || (field.element.kind === 'message' && reaching[version](field.element.name)),
      );
      paths[version].set(type, fields);
      return fields;
    },
  };
}

/**
 * Tells whether a type is wanted or holds, at any depth, one that is. Nearly all that matter hold an Any not far below:
 * to look from each type that is met takes less than to turn the whole graph round.
 */
function reachingOf(wanted: ReadonlySet<string>, version: ApiVersion): (type: string) => boolean {
  const known = new Map<string, boolean>();
  const held = heldOf(version);
  return (type) => {
    const below = new Set([type]);
    for (const each of below) {
      const before = known.get(each);
      const inner = before === undefined ? held(each) : [];
      if (before === true || wanted.has(each) || inner.includes(ANYTHING)) {
        known.set(type, true);
        return true;
      }
      for (const name of inner) below.add(name);
    }
    for (const each of below) known.set(each, false);
    return false;
  };
}

/** What the fields of a message hold, of the tables and of the user's own. */
function heldOf(version: ApiVersion): (type: string) => readonly string[] {
  const heldBy = (all: HeldTypes, type: string) => lookup(all, type) ?? [];
  return (type) => {
    const own = ownMessages().get(type);
    if (own !== undefined) return heldIn(own, hasTable);
    const held = heldBy(heldTypes(), type);
    // The many messages that only version 3 has are looked at where one of its messages is met.
    return held.length === 0 && version === 'v3' ? heldBy(heldTypesOfGenerated(), type) : held;
  };
}

function holdsAnything({ name, element }: CompiledField): boolean {
  return element.kind === 'any' || TYPED_STRUCTS.has(name);
}
