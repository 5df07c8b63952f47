/** Refuses a file that holds no configuration, by what it holds. */
import { InputError, inputErrorAt } from '../source/errors.ts';
import type { SourceFile } from '../source/load.ts';
import {
  isNull,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../source/tree.ts';
import { foreignEncoding } from './unsupported.ts';

/** What to say of a file in which no document is a configuration of this model. */
export function notRecognised(
  file: Pick<SourceFile, 'name' | 'trees'>,
  notes: readonly string[],
): InputError {
  const tree = file.trees.find((each) => !isNull(each, ROOT)) ?? file.trees[0];
  if (!tree) return new InputError({ file: file.name, problem: 'it holds no document' });
  const foreign = foreignEncoding(tree);
  if (foreign)
    return inputErrorAt(file.name, tree.text, startOf(tree, foreign.node), foreign.problem, foreign.hint);
  const other = somethingElse(tree);
  if (other) return inputErrorAt(file.name, tree.text, startOf(tree, ROOT), other.problem, other.hint);
  const hint =
    notes.length > 0
      ? notes.join('; ')
      : 'say what it is with --type MESSAGE if it is one (cfgtool explain lists the messages)';
  const kind = kindOf(tree, ROOT);
  const held =
    kind === NodeKind.Map
      ? firstKeys(tree)
      : `it holds ${kind === NodeKind.List ? 'a list of something else' : 'a single value'}`;
  const what = `no document of it is a proxy configuration; ${held}`;
  return inputErrorAt(file.name, tree.text, startOf(tree, ROOT), what, hint);
}

function firstKeys(tree: SourceTree): string {
  const names: string[] = [];
  for (const key of keys(tree, ROOT)) {
    if (names.length === 6) {
      names.push('…');
      break;
    }
    names.push(JSON.stringify(scalarText(tree, key).slice(0, 40)));
  }
  return names.length === 0 ? 'it holds an empty map' : `its top-level keys are ${names.join(', ')}`;
}

/** What other people's files say of themselves. */
function somethingElse(tree: SourceTree): { readonly problem: string; readonly hint: string } | undefined {
  if (kindOf(tree, ROOT) !== NodeKind.Map) return undefined;
  const text = (key: string): string | undefined => {
    const node = valueUnder(tree, ROOT, key);
    return node !== -1 && isScalar(tree, node) ? scalarText(tree, node).slice(0, SHOWN) : undefined;
  };
  const [kind, version] = [text('kind'), text('apiVersion')];
  if (kind !== undefined && version !== undefined)
    return {
      problem: `it is a Kubernetes resource, ${kind} of ${version}, and holds no proxy configuration that can be read by itself`,
      hint: 'give cfgtool what its controller makes of it: a dump of the proxy (its admin endpoint /config_dump) shows that',
    };
  return undefined;
}

/** Texts are shown up to this many characters. */
const SHOWN = 60;

function isScalar(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, node);
  return kind !== NodeKind.Map && kind !== NodeKind.List && kind !== NodeKind.Alias;
}
