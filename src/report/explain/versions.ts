/**
 * Messages and fields in the version and release that a page is asked for, and what becomes of them from one to the other
 * (CONTRACT, Two versions of the API; Releases and own messages).
 */
import { historyOf } from '../../schema/at-release.ts';
import { builtIn } from '../../schema/built-in-extensions.ts';
import {
  type CompiledField,
  type CompiledMessage,
  compiledAt,
  compiledMessage,
} from '../../schema/compiled.ts';
import type { FieldHistory } from '../../schema/language.ts';
import { goneShown, isIn, type Release, sinceShown } from '../../schema/release.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';

/** What a page is about: one version of the API or both, and a release of the proxy or the newest. */
export interface View {
  readonly api?: ApiVersion | undefined;
  readonly release?: Release | undefined;
}

const NEWEST: View = {};
const NAMES: { readonly [version in ApiVersion]: string } = { v2: 'version 2', v3: 'version 3' };

/** The message's table in the version that is asked for, or in the newest that has it. */
export function tableOf(name: string, { api, release }: View = NEWEST): CompiledMessage {
  const isThere = (version: ApiVersion): boolean => typeIn(version, name) !== undefined;
  const version = api !== undefined && isThere(api) ? api : isThere('v3') ? 'v3' : 'v2';
  return compiledAt(name, version, release);
}

/** The fields that a view shows of a message: those of its table, then what only the other version has, where both are shown. */
export function fieldsOf(
  name: string,
  view: View = NEWEST,
): readonly (readonly [CompiledMessage, CompiledField])[] {
  const table = tableOf(name, view);
  const own = table.fields.map((field) => [table, field] as const);
  const other = view.api === undefined && view.release === undefined ? otherTable(table) : undefined;
  if (other === undefined) return own;
  const keys = new Map(table.fields.map((field) => [field.name, field.key]));
  // What is called otherwise is found under both names.
  const beside = other.fields.filter((field) => keys.get(field.name) !== field.key);
  return [...own, ...beside.map((field) => [other, field] as const)];
}

/** A field as a view has it; undefined where it has none. */
export function fieldIn(
  table: CompiledMessage,
  field: CompiledField,
  view: View,
): readonly [CompiledMessage, CompiledField] | undefined {
  if (view.api === undefined && view.release === undefined) return [table, field];
  const held = tableOf(table.name, view);
  const own = held.fields.find(({ key }) => key === field.key);
  return own && [held, own];
}

/** Which versions have a field, and under which name; nothing where its whole message is of one version. */
export function versionsText(table: CompiledMessage, field: CompiledField): string | undefined {
  const other = otherTable(table);
  if (other === undefined) return undefined;
  const there = other.fields.find(({ key }) => key === field.key);
  const [own, others] = [NAMES[table.version], NAMES[other.version]];
  if (there === undefined) return `${own} only${successor(table, field)}`;
  if (there.name !== field.name) return `${own}; in ${others} it is called ${there.name}`;
  const told = [
    there.spec.type !== field.spec.type && `in ${others} it is of type ${there.spec.type}`,
    isNewlyDeprecated(field, there) && `deprecated in ${others}: use ${there.spec.deprecated.use}`,
    isNewlyDeprecated(there, field) && `not deprecated in ${others}`,
    there.spec.refused && `${others} refuses it`,
  ].filter((text) => text !== false && text !== undefined);
  return told.length === 0 ? 'both' : `both; ${told.join('; ')}`;
}

/** The full names of a message's type, without the namespace. */
export function typesText(name: string): string | undefined {
  const [earlier, later] = [typeIn('v2', name), typeIn('v3', name)];
  if (earlier === undefined) return later === undefined ? undefined : `${later}, in version 3 only`;
  if (earlier === later) return earlier;
  return later === undefined ? `${earlier}, in version 2 only` : `${later}; in version 2 ${earlier}`;
}

/** What is known of a field of version 3 from release to release. */
export function fieldHistory(message: string, field: string): FieldHistory {
  return historyOf(message).fields?.[field] ?? {};
}

/** The first release with something of version 3; undefined where all that are known have it. */
export function sinceText(message: string, own: { readonly since?: string } = {}): string | undefined {
  const since = own.since ?? historyOf(message).since;
  const extension = builtIn(message).since;
  const later =
    extension === undefined || own.since !== undefined
      ? ''
      : `; the proxy has its extension since ${extension}`;
  return since && `release ${sinceShown(since)}${later}`;
}

/** The first release without it; undefined where the newest has it. */
export function removedText(message: string, own: { readonly until?: string } = {}): string | undefined {
  const until = own.until ?? historyOf(message).until;
  if (until !== undefined) return `release ${goneShown(until)}`;
  const { removed, never } = builtIn(message);
  if (never) return 'in no release: the API has it for others that speak it, the proxy does not';
  return removed && `release ${removed}: the API still has it, the proxy does not`;
}

/** Why a view has nothing of a name, as a sentence. */
export function absentText(message: string, own: FieldHistory, { api, release }: View): string {
  if (api === 'v2' || release === undefined)
    return `${api === undefined ? 'The newest release' : `V${NAMES[api].slice(1)}`} does not have it.`;
  const { since = historyOf(message).since, until } = own;
  const isBefore = since !== undefined && isIn({ since }, release) === false;
  if (isBefore) return `Release ${release} does not have it: it is there since ${sinceShown(since)}.`;
  if (until === undefined && own.was === undefined)
    return `Version 3 does not have it, in release ${release} or any other.`;
  return until === undefined
    ? `Release ${release} does not have it as the newest one does.`
    : `Release ${release} does not have it: it was there until ${until} and is gone since ${goneShown(until)}.`;
}

function successor({ version }: CompiledMessage, { spec }: CompiledField): string {
  return version === 'v2' && spec.deprecated !== undefined ? `; version 3 has ${spec.deprecated.use}` : '';
}

function isNewlyDeprecated(
  before: CompiledField,
  after: CompiledField,
): after is CompiledField & { readonly spec: Required<Pick<CompiledField['spec'], 'deprecated'>> } {
  return after.spec.deprecated !== undefined && before.spec.deprecated === undefined;
}

/** The message in the other version; nothing where that has none, or where no version is told apart. */
function otherTable({ name, version }: CompiledMessage): CompiledMessage | undefined {
  const other = version === 'v2' ? 'v3' : 'v2';
  const isUntold = typeIn(version, name) === undefined || typeIn('v2', name) === typeIn('v3', name);
  return isUntold || typeIn(other, name) === undefined ? undefined : compiledMessage(name, other);
}
