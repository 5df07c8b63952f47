/** What becomes of messages and fields from one version of the API to the other (CONTRACT, Two versions of the API). */
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';

const NAMES: { readonly [version in ApiVersion]: string } = { v2: 'version 2', v3: 'version 3' };

/** The message's table in the version that people inherit, or in the only one that has it. */
export function tableOf(name: string): CompiledMessage {
  return compiledMessage(name, isOnlyLater(name) ? 'v3' : 'v2');
}

/** Fields of both versions: those of version 2, then what version 3 has beside them. */
export function fieldsOf(name: string): readonly (readonly [CompiledMessage, CompiledField])[] {
  const earlier = tableOf(name);
  const all = earlier.fields.map((field) => [earlier, field] as const);
  const later = laterTable(name);
  if (later === undefined || later === earlier) return all;
  const added = later.fields.filter((field) => earlier.byName.get(field.name)?.key !== field.key);
  return [...all, ...added.map((field) => [later, field] as const)];
}

/** Which versions have a field, and under which name; nothing where its whole message is of one version. */
export function versionsText(table: CompiledMessage, field: CompiledField): string | undefined {
  const other = table.version === 'v2' ? laterTable(table.name) : earlierTable(table.name);
  if (other === undefined) return undefined;
  const there = other.fields.find(({ key }) => key === field.key);
  const [own, others] = [NAMES[table.version], NAMES[other.version]];
  if (there === undefined) return `${own} only${successor(table, field)}`;
  if (there.name !== field.name) return `${own}; in ${others} it is called ${there.name}`;
  const told = [
    there.spec.type !== field.spec.type && `in ${others} it is of type ${there.spec.type}`,
    isNewlyDeprecated(field, there) && `deprecated in ${others}: use ${there.spec.deprecated.use}`,
    there.spec.refused && `${others} refuses it`,
  ].filter((text) => text !== false && text !== undefined);
  return told.length === 0 ? 'both' : `both; ${told.join('; ')}`;
}

/** The full names of a message's type, without the namespace. */
export function typesText(name: string): string | undefined {
  const [earlier, later] = [typeIn('v2', name), typeIn('v3', name)];
  if (earlier === undefined) return later === undefined ? undefined : `${later}, in version 3 only`;
  if (earlier === later) return earlier;
  return later === undefined ? `${earlier}, in version 2 only` : `${earlier}; in version 3 ${later}`;
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

function isOnlyLater(name: string): boolean {
  return typeIn('v2', name) === undefined && typeIn('v3', name) !== undefined;
}

function laterTable(name: string): CompiledMessage | undefined {
  return typeIn('v3', name) === undefined ? undefined : compiledMessage(name, 'v3');
}

function earlierTable(name: string): CompiledMessage | undefined {
  return isOnlyLater(name) ? undefined : compiledMessage(name, 'v2');
}
