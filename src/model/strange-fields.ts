/** Fields that the tables do not know, or that cannot be read as they say: what they do nobody can tell. */
import { compiledMessage } from '../schema/compiled.ts';
import { isObject, UNREADABLE } from './bound.ts';

/** Messages nest less. */
const DEEPEST = 16;

/** Whether a bound message, or one in it, has such a field. Free-form data has none. @param type of its table */
export function hasStrangeField(type: string, message: unknown, depth = 0): boolean {
  if (!isObject(message) || depth > DEEPEST) return false;
  if (message[UNREADABLE] !== undefined) return true;
  const { byName } = compiledMessage(type);
  return Object.entries(message).some(([name, value]) => {
    if (value === undefined) return false;
    const field = byName.get(name);
    if (field === undefined) return true;
    const { element, shape } = field;
    if (element.kind !== 'message') return false;
    if (shape === 'one') return hasStrangeField(element.name, value, depth + 1);
    const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    return items.some((item) => hasStrangeField(element.name, item, depth + 1));
  });
}
