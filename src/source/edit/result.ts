/** The plain value of the overlay, and whether a text says the same. */
import type { Data } from '../data.ts';
import { InputError } from '../errors.ts';
import { readJson } from '../json.ts';
import { plainValue, ROOT, setOwn } from '../tree.ts';
import { readYaml } from '../yaml.ts';
import { type Overlay, open, type Value } from './overlay.ts';
import { sameData } from './same-data.ts';
import { anchored } from './walk.ts';

/** The value that the document has after the edits. */
export function resultOf(overlay: Overlay, value: Value = overlay.root): Data {
  if (value.kind === 'data') return value.data;
  if (value.kind === 'old') {
    const target = overlay.tree.aliases.get(value.node);
    if (target !== undefined) return resultOf(overlay, anchored(overlay, target));
  }
  const container = open(overlay, value);
  if (!container) return value.kind === 'old' ? plainValue(overlay.tree, value.node) : null;
  if (container.kind === 'list') return container.list.map((entry) => resultOf(overlay, entry.value));
  const object: { [key: string]: Data } = {};
  for (const [key, entry] of container.byKey) setOwn(object, key, resultOf(overlay, entry.value));
  return object;
}

/** Whether a text, read again, has the value that the edits should give. */
export function saysTheSame(overlay: Overlay, text: string): boolean {
  const { tree } = overlay;
  try {
    const again = (tree.format === 'json' ? readJson : readYaml)('', text)[tree.document];
    return again !== undefined && sameData(plainValue(again, ROOT), resultOf(overlay));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
