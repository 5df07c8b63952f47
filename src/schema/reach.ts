/** Which messages can hold which, told from the tables. */
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
  let found: { [version in ApiVersion]?: ReadonlySet<string> } = {};
  let edition = ownEdition();
  const holders = (version: ApiVersion): ReadonlySet<string> => {
    // The many messages that only version 3 has are looked at where one of its messages is met.
    found[version] ??= holdersOf(
      wanted,
      version === 'v2'
        ? [heldTypes(), heldTypesOfOwn()]
        : [heldTypes(), heldTypesOfGenerated(), heldTypesOfOwn()],
    );
    return found[version];
  };
  const paths = {
    v2: new Map<string, readonly CompiledField[]>(),
    v3: new Map<string, readonly CompiledField[]>(),
  };
  return {
    get(type, version = 'v2') {
      if (edition !== ownEdition()) {
        edition = ownEdition();
        found = {};
        paths.v2.clear();
        paths.v3.clear();
      }
      const before = paths[version].get(type);
      if (before !== undefined || !hasTable(type)) return before;
      const fields = compiledMessage(type, version).containers.filter(
        (field) =>
          holdsAnything(field) ||
          (field.element.kind === 'message' && holders(version).has(field.element.name)),
      );
      paths[version].set(type, fields);
      return fields;
    },
  };
}

/** The same of the user's own messages. */
function heldTypesOfOwn(): HeldTypes {
  return Object.fromEntries([...ownMessages()].map(([name, table]) => [name, heldIn(table, hasTable)]));
}

/** The wanted types and all that hold one of them, at any depth. */
function holdersOf(wanted: ReadonlySet<string>, all: readonly HeldTypes[]): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>(wanted);
  const open: string[] = [...wanted];
  const add = (type: string): void => {
    if (found.has(type)) return;
    found.add(type);
    open.push(type);
  };
  for (const [name, types] of all.flatMap((held) => Object.entries(held))) {
    for (const type of types) {
      const known = holders.get(type);
      if (type === ANYTHING) add(name);
      else if (known === undefined) holders.set(type, [name]);
      else known.push(name);
    }
  }
  for (let type = open.pop(); type !== undefined; type = open.pop())
    for (const holder of holders.get(type) ?? []) add(holder);
  return found;
}

function holdsAnything({ name, element }: CompiledField): boolean {
  return element.kind === 'any' || TYPED_STRUCTS.has(name);
}
