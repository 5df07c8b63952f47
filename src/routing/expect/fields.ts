/** The spellings of keys in expectation files. */
import { nearest } from '../../model/near-miss.ts';
import {
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../../source/tree.ts';

export interface Field {
  /** In snake_case, without the colon of pseudo headers. */
  readonly name: string;
  readonly written: string;
  /** Aliases are followed. */
  readonly node: NodeId;
}

/** The fields of a map; `:path`, `pathRedirect` and `path_redirect` are spellings that files of several ages have. */
export function fieldsOf(tree: SourceTree, map: NodeId): readonly Field[] {
  if (kindOf(tree, map) !== NodeKind.Map) return [];
  return [...keys(tree, map)].map((key) => {
    const written = scalarText(tree, key);
    const name = written
      .replace(/^:/, '')
      .replace(/(?<=[a-z])[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    return { name, written, node: resolve(tree, key + 1) };
  });
}

/** The text of a field; where a map or list stands in its place, empty, which is added to `problems`. */
export function textOf(tree: SourceTree, { written, node }: Field, problems: string[]): string {
  const kind = kindOf(tree, node);
  if (kind !== NodeKind.Map && kind !== NodeKind.List) return scalarText(tree, node);
  problems.push(`${written} is a text, not ${kind === NodeKind.Map ? 'an object' : 'a list'}`);
  return '';
}

/** Names and values of a list of headers, whose name stands under `key`, or `field` in older files. */
export function headerPairs(
  tree: SourceTree,
  list: NodeId,
  where: string,
  problems: string[],
): readonly (readonly [name: string, value: string])[] {
  const entries = kindOf(tree, list) === NodeKind.List ? [...items(tree, list)] : [list];
  return entries.flatMap((entry) => {
    let name: string | undefined;
    let value = '';
    for (const field of fieldsOf(tree, resolve(tree, entry))) {
      if (field.name === 'key' || field.name === 'field') name = textOf(tree, field, problems);
      else if (field.name === 'value') value = textOf(tree, field, problems);
      // Newer files wrap the pair as the proxy's own configuration does.
      else if (field.name === 'header') return headerPairs(tree, field.node, where, problems);
      else if (field.name !== 'append')
        problems.push(`an entry of ${where} has no ${JSON.stringify(field.written)}, only key and value`);
    }
    if (name !== undefined) return [[name, value] as const];
    problems.push(`an entry of ${where} has no key`);
    return [];
  });
}

/** The words for a key that nobody knows, with the one that may be meant. */
export function unknown(written: string, where: string, known: readonly string[]): string {
  const near = nearest(written, known);
  const hint = near === undefined ? `it takes ${known.join(', ')}` : `did you mean ${near}?`;
  return `${where} has no ${JSON.stringify(written)}; ${hint}`;
}
