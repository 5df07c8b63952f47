/** Fields that stand in one message in two spellings, of which either may count. */
import { NODE, tableOf } from '../model/bound.ts';
import type { Frame } from '../model/walk.ts';
import { keys, kindOf, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';

/** Why a change of such a field is not made. */
export function spelledTwice(field: string): string {
  return `${field} stands there in two spellings, of which only one counts; remove the other`;
}

/** The fields of a message that are written in two spellings. */
export function fieldsTwice(tree: SourceTree, { message, type }: Frame): string[] {
  const at = message[NODE];
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return [];
  const { bySpelling } = tableOf({ message, type });
  const spellings = new Map<string, string>();
  const twice: string[] = [];
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const name = bySpelling.get(spelling)?.name ?? spelling;
    if ((spellings.get(name) ?? spelling) !== spelling) twice.push(name);
    spellings.set(name, spelling);
  }
  return twice;
}
