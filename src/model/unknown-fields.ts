/** Messages of which nobody can tell what they do, whatever the tables say. */
import type { CompiledMessage } from '../schema/compiled.ts';
import { type BoundMessage, emptyBeside, INVALID, isObject, tableOf, versionOf } from './bound.ts';

/**
 * Whether a bound message, or one in it, has fields that the tables do not know, that cannot be read as they say, or that
 * only version 3 has and nothing here reads yet.
 */
export function hasUnknownField(type: string, message: unknown): boolean {
  return hasInside(type, message, isUnknown, 0);
}

/** Whether a bound message, or one in it, has fields that the tables do not know or that cannot be read as they say. */
export function hasUnreadField(type: string, message: unknown): boolean {
  return hasInside(type, message, isUnread, 0);
}

/** Whether a bound message, or one in it, sets several fields of which it may set one. */
export function hasConflict(type: string, message: unknown): boolean {
  return hasInside(type, message, isConflicting, 0);
}

/** Fields of version 3 whose meaning is known wherever their messages are read. */
const READ: ReadonlySet<string> = new Set([
  'route.RouteMatch.path_separated_prefix',
  'route.RouteMatch.path_match_policy',
  'route.RouteMatch.connect_matcher',
  'route.RouteMatch.cookies',
  'route.RouteMatch.dynamic_metadata',
  'route.RouteMatch.filter_state',
  'route.HeaderMatcher.string_match',
  'route.HeaderMatcher.contains_match',
  'route.HeaderMatcher.treat_missing_header_as_empty',
  'type.matcher.StringMatcher.contains',
  'listener.FilterChainMatch.direct_source_prefix_ranges',
  'core.TypedExtensionConfig.name',
  'core.TypedExtensionConfig.typed_config',
  'route.CookieMatcher.name',
  'route.CookieMatcher.string_match',
  'route.CookieMatcher.invert_match',
]);

type Question = (message: BoundMessage, table: CompiledMessage) => boolean;

function isUnread(message: BoundMessage, { byName }: CompiledMessage): boolean {
  if (message[INVALID] !== undefined) return true;
  return Object.entries(message).some(
    ([name, value]) => value !== undefined && name !== '@type' && !byName.has(name),
  );
}

function isUnknown(message: BoundMessage, table: CompiledMessage): boolean {
  const isThird = versionOf(message) === 'v3';
  const isRead = (name: string): boolean => isThird && READ.has(`${table.name}.${name}`);
  return (
    isUnread(message, table) ||
    Object.entries(message).some(
      ([name, value]) => value !== undefined && table.byName.get(name)?.spec.only === 'v3' && !isRead(name),
    )
  );
}

function isConflicting(message: BoundMessage, { oneofs }: CompiledMessage): boolean {
  return oneofs.some(({ members }) => members.filter(({ name }) => message[name] !== undefined).length > 1);
}

/** Messages nest less. */
const DEEPEST = 16;

/** Free-form data is not looked into. */
function hasInside(type: string, message: unknown, asked: Question, depth: number): boolean {
  if (!isObject(message) || depth > DEEPEST) return false;
  const table = tableOf({ type, message });
  if (asked(message, table)) return true;
  return table.containers.some(({ name, shape, element }) => {
    const value = message[name];
    if (value === undefined || element.kind !== 'message') return false;
    if (shape === 'one') return hasInside(element.name, value, asked, depth + 1);
    const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    return items.some((item) => hasInside(element.name, item, asked, depth + 1));
  });
}

/** A copy of a bound message with only what the tables know, here and in what is inside. */
export function knownFields(type: string, message: BoundMessage): BoundMessage {
  const table = tableOf({ type, message });
  const inner = new Map(table.containers.map((field) => [field.name, field]));
  const known = Object.entries(message).flatMap(([name, value]): readonly [string, unknown][] => {
    if (!table.byName.has(name)) return [];
    const field = inner.get(name);
    if (field?.element.kind !== 'message') return [[name, value]];
    const { name: held } = field.element;
    const copied = (each: unknown): unknown => (isObject(each) ? knownFields(held, each) : each);
    if (field.shape === 'one') return [[name, copied(value)]];
    return [[name, Array.isArray(value) ? value.map(copied) : value]];
  });
  return { ...emptyBeside(message), ...Object.fromEntries(known) };
}
