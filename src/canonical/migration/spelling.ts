/** Spells what a migration adds as the message around it is spelled: snake_case or lowerCamelCase. */
import { isObject } from '../../model/bound.ts';
import { camelCase, compiledMessage } from '../../schema/compiled.ts';
import type { Data } from '../../source/data.ts';
import { keys, type NodeId, parentOf, type SourceTree, scalarText } from '../../source/tree.ts';

export interface Speller {
  name(field: string): string;
  /** A canonical value of a type, spelled. */
  value(type: string, value: unknown): Data;
}

/** How the message at a node is spelled; what it does not show, the messages around it do. */
export function speller(tree: SourceTree, node: NodeId | undefined): Speller {
  const camel = node !== undefined && isCamel(tree, node);
  const name = camel ? camelCase : (field: string): string => field;
  const value = (type: string, canonical: unknown): Data => spelled(type, canonical, name);
  return { name, value };
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

function spelled(type: string, value: unknown, name: (field: string) => string): Data {
  if (Array.isArray(value)) return value.map((item) => spelled(type, item, name));
  if (!isObject(value)) return value as Data;
  const table = compiledMessage(type);
  const found: { [key: string]: Data } = {};
  for (const [key, item] of Object.entries(value)) {
    const field = table.byName.get(key);
    const inner = field?.element.kind === 'message' ? field.element.name : undefined;
    found[field ? name(key) : key] = inner === undefined ? (item as Data) : spelled(inner, item, name);
  }
  return found;
}
