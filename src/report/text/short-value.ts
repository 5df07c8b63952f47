/** A value in one short line. */
import type { Data } from '../../source/data.ts';
import { ExactNumber } from '../../source/data.ts';

/** Longest text of a value. */
const LONGEST = 110;

/** As YAML would write it in one line, shortened in the middle of nothing: what does not fit is said with `…`. */
export function shortValue(value: Data): string {
  const text = flow(value, LONGEST + 1);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function flow(value: Data, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return String(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 2;
  // The type of what follows says least.
  const entries = Object.entries(value).sort(
    ([one], [other]) => Number(one === '@type') - Number(other === '@type'),
  );
  for (const [key, item] of isList ? Object.entries(value) : entries) {
    if (length > room) break;
    const part = isList ? flow(item, room - length) : `${key}: ${flow(item, room - length)}`;
    parts.push(part);
    length += part.length + 2;
  }
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
