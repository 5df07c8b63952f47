/** A message without the long lists that the tree shows as rows of its own. */
import { AT, type BoundMessage, isObject, type OpenMessage } from '../../model/bound.ts';
import type { NodeId } from '../../source/tree.ts';

export interface Pruned {
  readonly message: BoundMessage;
  /** What was left out: by the node of the message, fields with the number of their entries. */
  readonly left: ReadonlyMap<NodeId, readonly (readonly [field: string, count: number])[]>;
}

/** Lists that always stand in the tree, and lists that are left out where they are long. */
const ALWAYS = new Set(['virtual_hosts', 'routes', 'static_resources']);
const LONG = new Set(['endpoints', 'lb_endpoints', 'hosts', 'clusters', 'listeners']);
const MAX_LENGTH = 20;

/** The message itself is not changed; linear in what is kept. */
export function pruned(message: BoundMessage): Pruned {
  const left = new Map<NodeId, (readonly [string, number])[]>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isObject(value) && value[AT] !== undefined ? copyMessage(value, value[AT]) : value;
  };
  const copyMessage = (each: BoundMessage, at: NodeId): BoundMessage => {
    const made: OpenMessage = { ...each };
    for (const [field, value] of Object.entries(each)) {
      if (typeof value !== 'object') continue;
      if (isLeftOut(field, value)) {
        delete made[field];
        left.set(at, [...(left.get(at) ?? []), [field, Array.isArray(value) ? value.length : 1]]);
      } else made[field] = copy(value);
    }
    return made;
  };
  return { message: message[AT] === undefined ? message : copyMessage(message, message[AT]), left };
}

function isLeftOut(field: string, value: unknown): boolean {
  if (!Array.isArray(value)) return field === 'static_resources';
  const isMessages = value.length > 0 && value.every(isObject);
  return isMessages && (ALWAYS.has(field) || (LONG.has(field) && value.length > MAX_LENGTH));
}
