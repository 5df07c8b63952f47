/** Spells what a migration adds as the message around it is spelled: snake_case or lowerCamelCase. */
import { isObject } from '../../model/bound.ts';
import { parseTypeUrl, typeUrlOfName } from '../../model/type-url.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { camelCase } from '../../schema/hidden.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Data } from '../../source/data.ts';
import { keys, type NodeId, parentOf, type SourceTree, scalarText } from '../../source/tree.ts';

/** How the message at a node spells a field; what it does not show, the messages around it do. */
export function speller(tree: SourceTree, node: NodeId | undefined): (field: string) => string {
  return node !== undefined && isCamel(tree, node) ? camelCase : (field) => field;
}

function isCamel(tree: SourceTree, node: NodeId): boolean {
  for (let at = node; at >= 0; at = parentOf(tree, at)) {
    if ((tree.kinds[at] ?? 0) % 16 !== 1) continue;
    let snake = 0;
    let camel = 0;
    for (const key of keys(tree, at)) {
      const text = scalarText(tree, key);
      if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(text)) snake++;
      else if (/^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(text)) camel++;
    }
    if (snake !== camel) return camel > snake;
  }
  return false;
}

export interface Spelling {
  readonly name: (field: string) => string;
  readonly version: ApiVersion;
  /** Of the file: the types of a canonical value are without it. */
  readonly namespace: string;
}

/** A canonical value of a type, as a file writes it. */
export function spelled(type: string, value: unknown, spelling: Spelling): Data {
  if (Array.isArray(value)) return value.map((item) => spelled(type, item, spelling));
  if (!isObject(value)) return value as Data;
  const table = compiledMessage(type, spelling.version);
  const found: { [key: string]: Data } = {};
  for (const [key, item] of Object.entries(value)) {
    const field = table.byName.get(key);
    const one = (each: unknown): Data => spelledValue(field, each, spelling);
    const name = field ? spelling.name(key) : key;
    if (field?.shape === 'map' && isObject(item))
      found[name] = Object.fromEntries(Object.entries(item).map(([entry, each]) => [entry, one(each)]));
    else found[name] = Array.isArray(item) ? item.map(one) : one(item);
  }
  return found;
}

function spelledValue(field: CompiledField | undefined, value: unknown, spelling: Spelling): Data {
  if (field?.element.kind === 'message') return spelled(field.element.name, value, spelling);
  if (field?.element.kind !== 'any' || !isObject(value) || typeof value['@type'] !== 'string')
    return value as Data;
  const url = typeUrlOfName(value['@type'], spelling.namespace);
  const { table, version = spelling.version } = parseTypeUrl(url);
  const typed = { ...value, '@type': url };
  return table === undefined ? (typed as Data) : spelled(table, typed, { ...spelling, version });
}
