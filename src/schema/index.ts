/** The tables of the data model by name. */
import { lookup } from '../source/lookup.ts';
import type {
  EnumSpec,
  EnumTables,
  GeneratedEnum,
  GeneratedMessage,
  MessageSpec,
  MessageTables,
} from './language.ts';
import { isOwn, ownEnums, ownMessages } from './own.ts';
import { enums, generatedEnums, generatedMessages, history, messages } from './tables.ts';

export { enums, generatedEnums, generatedMessages, history, messages };

const messageByName: MessageTables = messages;
const enumByName: EnumTables = enums;

/**
 * The names of all messages: those with a table of their own, then those that only the reference of version 3 tells of,
 * then the user's own.
 */
export function tableNames(): readonly string[] {
  return [...Object.keys(messages), ...Object.keys(generatedMessages), ...ownMessages().keys()];
}

/** The names of all enums, in the same order. */
export function enumNames(): readonly string[] {
  return [...Object.keys(enums), ...Object.keys(generatedEnums), ...ownEnums().keys()];
}

/** Whether nobody wrote a table for a message or an enum: only the reference of version 3 tells of it. */
export function isGenerated(name: string): boolean {
  return Object.hasOwn(generatedMessages, name) || Object.hasOwn(generatedEnums, name);
}

/** Whether cfgtool's own tables have a message or an enum of that name. */
export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(messages, name) || Object.hasOwn(enums, name) || isGenerated(name);
}

/** The message or enum that a name begins with (`core.Node` of `core.Node.id`); undefined where it begins with none. */
export function tableWithin(name: string): string | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const id = name.slice(0, end);
    if (isBuiltIn(id) || isOwn(id)) return id;
  }
  return undefined;
}

/** The table of a message by its full name, such as `core.Node`; one that only version 3 has may be without words. */
export function messageSpec(name: string): MessageSpec | undefined {
  const worded = lookup(messageByName, name);
  if (worded !== undefined) return worded;
  const generated = lookup(generatedMessages, name);
  return generated === undefined ? ownMessages().get(name) : describedMessage(generated);
}

/** The table of an enum by its full name, such as `Cluster.LbPolicy`. */
export function enumSpec(name: string): EnumSpec | undefined {
  const worded = lookup(enumByName, name);
  if (worded !== undefined) return worded;
  const generated = lookup(generatedEnums, name);
  return generated === undefined ? ownEnums().get(name) : describedEnum(generated);
}

/** What only descriptors tell of, as the tables have it: without words. */
function describedMessage({ oneofs, fields }: GeneratedMessage): MessageSpec {
  const made = Object.entries(fields).map(
    ([field, facts]) => [field, { ...facts, doc: '', only: 'v3' as const }] as const,
  );
  return { doc: '', section: 'version 3', ...(oneofs && { oneofs }), fields: Object.fromEntries(made) };
}

function describedEnum(values: GeneratedEnum): EnumSpec {
  const made = Object.entries(values).map(([value, each]) => {
    const { number, deprecated } = typeof each === 'number' ? { number: each } : each;
    return [value, { number, doc: '', only: 'v3' as const, ...(deprecated && { deprecated }) }] as const;
  });
  return { doc: '', section: 'version 3', values: Object.fromEntries(made) };
}
