/** What becomes of the fields and enum values of version 2 in version 3, told from the tables. */
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { isGenerated } from '../../schema/index.ts';
import type { EnumSpec } from '../../schema/language.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { lookup } from '../../source/lookup.ts';

/** A field of version 2 and the same in version 3. */
export interface Succession {
  /** The field as version 2 has it; as version 3 has it where nobody wrote a table of the message. */
  readonly field: CompiledField;
  readonly successor: CompiledField | undefined;
}

/** Names that fields had in messages of which only the reference of version 3 tells. */
const OLDER_NAMES: { readonly [message: string]: { readonly [older: string]: string } } = {
  'dynamic_forward_proxy.PerRouteConfig': {
    host_rewrite: 'host_rewrite_literal',
    hostRewrite: 'host_rewrite_literal',
    auto_host_rewrite_header: 'host_rewrite_header',
    autoHostRewriteHeader: 'host_rewrite_header',
  },
};

const byKey = new Map<string, ReadonlyMap<string, CompiledField>>();

/** The fields of a message in version 3 by what is the same in both versions. */
function fieldsOfThree(id: string): ReadonlyMap<string, CompiledField> {
  const known = byKey.get(id);
  if (known !== undefined) return known;
  const made = new Map(compiledMessage(id, 'v3').fields.map((field) => [field.key, field]));
  byKey.set(id, made);
  return made;
}

/**
 * What a key of a message is in version 3.
 *
 * @param version what the message is written in; a dump of version 3 hides fields of version 2 under other names
 * @returns undefined for a key that is no field of that version
 */
export function successionOf(
  id: string,
  spelling: string,
  version: ApiVersion = 'v2',
): Succession | undefined {
  const known = successions[version].get(id);
  const found = known?.get(spelling) ?? findSuccession(id, spelling, version);
  if (found === undefined) return undefined;
  if (known === undefined) successions[version].set(id, new Map([[spelling, found]]));
  else known.set(spelling, found);
  return found;
}

/** What was found, by message and spelling: every field of every message asks. */
const successions: { readonly [version in ApiVersion]: Map<string, Map<string, Succession>> } = {
  v2: new Map(),
  v3: new Map(),
};

function findSuccession(id: string, spelling: string, version: ApiVersion): Succession | undefined {
  if (version === 'v3' || isGenerated(id)) {
    const older = version === 'v2' ? lookup(OLDER_NAMES, id)?.[spelling] : undefined;
    const field = compiledMessage(id, 'v3').bySpelling.get(older ?? spelling);
    return field && { field, successor: field.gone ? fieldsOfThree(id).get(field.key) : field };
  }
  const field = compiledMessage(id, 'v2').bySpelling.get(spelling);
  return field && { field, successor: fieldsOfThree(id).get(field.key) };
}

/** A field's name in version 3, spelled as it was: in lowerCamelCase where it was. */
export function renamed(spelling: string, { field, successor }: Succession): string {
  if (successor === undefined || spelling === successor.name || spelling === successor.camel) return spelling;
  const isOther = field.name !== successor.name || field === successor;
  // Other accepted spellings of a name that did not change stay.
  if (!isOther) return spelling;
  return /^[a-z]+[A-Z]/.test(spelling) ? successor.camel : successor.name;
}

/** The name in version 3 of a value that version 2 names so; undefined where it has none. */
export function valueSuccessor(older: EnumSpec, newer: EnumSpec, name: string): string | undefined {
  if (Object.hasOwn(newer.values, name)) return name;
  const number = older.values[name]?.number;
  const same = Object.entries(newer.values).find(([, value]) => value.number === number)?.[0];
  return same === undefined || GONE_VALUE.test(same) ? undefined : same;
}

/** Under such names version 3 keeps the numbers of values that it no longer has. */
const GONE_VALUE = /^DEPRECATED_AND_UNAVAILABLE/;

/** Fields whose absence means a value that version 3 does not have, with that value. */
export function fieldsWithGoneZero(
  id: string,
): readonly { readonly field: CompiledField; readonly value: string }[] {
  const known = goneZeros.get(id);
  if (known !== undefined) return known;
  const made = compiledMessage(id, 'v2').fields.flatMap((field) => {
    const newer = fieldsOfThree(id).get(field.key)?.element;
    if (field.element.kind !== 'enum' || newer?.kind !== 'enum' || field.shape !== 'one') return [];
    if (field.spec.oneof !== undefined || field.spec.default !== undefined) return [];
    const { spec } = field.element;
    const zero = Object.entries(spec.values).find(([, { number }]) => number === 0)?.[0];
    const isGone = zero !== undefined && valueSuccessor(spec, newer.spec, zero) === undefined;
    return isGone ? [{ field, value: zero }] : [];
  });
  goneZeros.set(id, made);
  return made;
}

const goneZeros = new Map<string, readonly { readonly field: CompiledField; readonly value: string }[]>();
