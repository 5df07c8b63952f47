/** Single changes in words: what changed, in which resource, from which value to which. */
import { type Change, thingOf } from '../diff/index.ts';
import { NO_SOURCE, objectText, sourceText } from '../model/source-object.ts';
import { type Data, ExactNumber, isMap } from '../source/data.ts';
import { shortValue } from './text.ts';

export const REFUSED_TITLE = 'Refused by the proxy';
export const MOVED_TITLE = 'Requests that are handled differently';

/** Whether a change is an error that is new. */
export function isRefusal({ rule }: Pick<Change, 'rule'>): boolean {
  return rule === 'refused';
}

/** `Cluster shop`, or `Bootstrap` where it has no name. */
export function resourceText({ resource, within }: Change): string {
  const own = resource.name === '' ? resource.type : `${resource.type} ${resource.name}`;
  const around = within.map(({ type, name }) => (name === '' ? type : `${type} ${name}`));
  return around.length === 0 ? own : `${own} (in ${around.join(' in ')})`;
}

/** The object that made what changed, on both sides where they say different ones; undefined where neither says any. */
export function sourceOfChange({ before, after }: Change, textOf = sourceText): string | undefined {
  const texts = [before, after].flatMap((side) => (side?.source === undefined ? [] : [textOf(side.source)]));
  return texts.length === 0 ? undefined : [...new Set(texts)].join(' → ');
}

/** The resource with the object that made it: `VirtualHost shop, HTTPRoute shop/cart (rule 2)`. */
export function holderText(change: Change): string {
  const source = sourceOfChange(change);
  return source === undefined ? resourceText(change) : `${resourceText(change)}, ${source}`;
}

/** What changes stand under: their resource, or the object that made it. */
export type ChangeHolder = 'resource' | 'source';

/** Changes by their resource, or by the object that made it, in the order in which they are listed. */
export function byHolder(
  changes: readonly Change[],
  holder: ChangeHolder = 'resource',
): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const key = holder === 'source' ? (sourceOfChange(change, objectText) ?? NO_SOURCE) : holderText(change);
    const list = found.get(key);
    if (list) list.push(change);
    else found.set(key, [change]);
  }
  return found;
}

type Side = NonNullable<Change['before']>;

/** A value where it is short, the path where the whole is named above. */
export function changeText(change: Change): string {
  const { kind, path, before, after, message } = change;
  if (isRefusal(change)) return message;
  if (kind === 'changed' && before !== null && after !== null)
    return `${path === '' ? 'the whole' : path}: ${withOrigin(before)} → ${withOrigin(after)}`;
  const side = kind === 'added' ? after : kind === 'removed' ? before : null;
  if (side === null) return message;
  const end = kind === 'added' ? 'is new' : 'is gone';
  if (path === '') return end;
  const thing = thingOf(change.rule);
  const value = valueText(side);
  const place = writtenPath(path, side);
  if (thing !== undefined)
    return `${thing} of ${lowered(resourceText(change))} is ${kind === 'added' ? 'added' : 'removed'}: ${place}: ${value}`;
  return saysOnlyName(path, side.value) ? `${place} ${end}` : `${place}: ${value}`;
}

function withOrigin(side: Side): string {
  return `${valueText(side)}${side.origin === 'default' ? ' (default)' : ''}`;
}

/** The value of a side in a line; what a migration put around it is left out. */
export function valueText({ value, origin }: Side): string {
  return shortValue(origin === 'migrated' ? bare(value) : value);
}

/** The settings of an extension without its name and type. */
function bare(value: Data): Data {
  const config = isMap(value) && 'typed_config' in value ? value.typed_config : value;
  if (config === undefined || !isMap(config) || !('@type' in config)) return config ?? value;
  const { '@type': _, ...rest } = config;
  return rest as Data;
}

/** A path whose last field is called as the file has it, where that is an older form of it. */
function writtenPath(path: string, { origin, pointer }: Side): string {
  const own = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (origin !== 'migrated' || !/^[a-z]\w*$/.test(own) || !/(?:^|\.)\w+$/.test(path)) return path;
  return path.slice(0, path.lastIndexOf('.') + 1) + own;
}

/** Whether an entry says no more than the name that stands in the brackets of its path. */
function saysOnlyName(path: string, value: Data): boolean {
  const name = /\[([^[\]]+)\]$/.exec(path)?.[1];
  return name !== undefined && isMap(value) && leaves(value).every((leaf) => name.includes(leaf));
}

/** The texts in a value; of large ones the first. */
function leaves(value: Data, found: string[] = [], depth = 0): readonly string[] {
  if (found.length > 8 || depth > 8) found.push('\n');
  else if (typeof value !== 'object' || value === null || value instanceof ExactNumber)
    found.push(String(value));
  else for (const item of Object.values(value)) leaves(item, found, depth + 1);
  return found;
}

/** `cluster user` */
function lowered(resource: string): string {
  const end = resource.indexOf(' ');
  return end === -1 ? resource.toLowerCase() : resource.slice(0, end).toLowerCase() + resource.slice(end);
}
