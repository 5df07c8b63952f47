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
    found[version] ??= holdersOf(wanted, graphOf(version));
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

/** Which messages hold which: all who ask for paths share it. */
interface Graph {
  readonly edition: ReturnType<typeof ownEdition>;
  /** By what they hold. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
}

const graphs: { [version in ApiVersion]?: Graph } = {};

function graphOf(version: ApiVersion): Graph['holders'] {
  const edition = ownEdition();
  const known = graphs[version];
  if (known?.edition === edition) return known.holders;
  const holders = new Map<string, string[]>();
  // The many messages that only version 3 has are looked at where one of its messages is met.
  const all = [heldTypes(), ...(version === 'v3' ? [heldTypesOfGenerated()] : []), heldTypesOfOwn()];
  for (const held of all)
    for (const name in held)
      for (const type of held[name] ?? []) {
        const others = holders.get(type);
        if (others === undefined) holders.set(type, [name]);
        else others.push(name);
      }
  graphs[version] = { edition, holders };
  return holders;
}

/** The wanted types and all that hold one of them, at any depth. */
function holdersOf(wanted: ReadonlySet<string>, holders: Graph['holders']): ReadonlySet<string> {
  const found = new Set<string>(wanted);
  const open: string[] = [...wanted, ANYTHING];
  for (let type = open.pop(); type !== undefined; type = open.pop())
    for (const holder of holders.get(type) ?? []) {
      if (found.has(holder)) continue;
      found.add(holder);
      open.push(holder);
    }
  return found;
}

function holdsAnything({ name, element }: CompiledField): boolean {
  return element.kind === 'any' || TYPED_STRUCTS.has(name);
}
