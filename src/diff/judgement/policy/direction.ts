/** In which direction a value changed. */
import { isObject } from '../../../model/bound.ts';
import { durationNanos } from '../../../model/values.ts';
import type { Way } from './topic.ts';

type Scale = { readonly [name: string]: { readonly number: number } };

/** Up or down for numbers, durations, percents and enum values, on or off for booleans; undefined for anything else. */
export function directionOf(
  before: unknown,
  after: unknown,
  scale: Scale | undefined,
  zeroIsUnlimited: boolean,
): Way | undefined {
  if (typeof before === 'boolean' && typeof after === 'boolean') return after ? 'enabled' : 'disabled';
  const [one, two] = [before, after].map((value) => {
    const size = sizeOf(value, scale);
    return zeroIsUnlimited && size === 0 ? Number.POSITIVE_INFINITY : size;
  });
  if (one === undefined || two === undefined || one === two) return undefined;
  return two > one ? 'raised' : 'lowered';
}

function sizeOf(value: unknown, scale: Scale | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (isObject(value) && typeof value.value === 'number' && Object.keys(value).length === 1)
    return value.value;
  if (typeof value !== 'string') return undefined;
  if (scale !== undefined) return Object.hasOwn(scale, value) ? scale[value]?.number : undefined;
  if (/^-?\d+$/.test(value)) return Number(value);
  const nanos = durationNanos(value);
  return nanos === undefined ? undefined : Number(nanos);
}
