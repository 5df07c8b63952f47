/** Values that static runtime layers of a bootstrap hold. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame, Locator } from '../../model/walk.ts';
import type { Data } from '../../source/data.ts';
import { escapeSegment } from '../../source/pointer.ts';
import type { RuntimeValue } from './migration.ts';

const BOOTSTRAP = 'Bootstrap';

/** What the static layers of the bootstrap around a message hold under a runtime key. */
export function runtimeValuesFor(
  frame: Frame,
  key: string,
  pointer: (frame: Frame) => string,
  relative: Locator['relative'],
): readonly RuntimeValue[] {
  let bootstrap: Frame | undefined = frame;
  while (bootstrap && bootstrap.type !== BOOTSTRAP) bootstrap = bootstrap.parent;
  if (!bootstrap) return [];
  const base = pointer(bootstrap);
  const found: RuntimeValue[] = [];
  const { runtime, layered_runtime: layered } = bootstrap.message;
  if (isObject(runtime)) {
    const at = `${base}${relative(bootstrap, 'runtime')}`;
    collect(
      runtime.base,
      key,
      `${at}${relative({ message: runtime, type: `bootstrap.Runtime` }, 'base')}`,
      found,
    );
  }
  if (isObject(layered) && Array.isArray(layered.layers)) {
    const at = `${base}${relative(bootstrap, 'layered_runtime')}`;
    for (const [index, layer] of (layered.layers as readonly BoundMessage[]).entries()) {
      const list = relative({ message: layered, type: 'LayeredRuntime' }, 'layers', index);
      const own = relative({ message: layer, type: 'RuntimeLayer' }, 'static_layer');
      collect(layer.static_layer, key, `${at}${list}${own}`, found);
    }
  }
  return found;
}

/** Whether values hold one of a kind under a runtime key. */
export function isStored(
  values: unknown,
  key: string,
  isMeant: (value: unknown) => boolean = () => true,
): boolean {
  const found: RuntimeValue[] = [];
  collect(values, key, '', found);
  return found.some(({ value }) => isMeant(value));
}

/** Keys may be written whole (`shop.mirror`) or as maps inside each other. */
function collect(data: unknown, key: string, pointer: string, found: RuntimeValue[]): void {
  if (!isObject(data)) return;
  for (const [part, value] of Object.entries(data)) {
    const here = `${pointer}/${escapeSegment(part)}`;
    if (part === key) found.push({ pointer: here, value: value as Data });
    else if (key.startsWith(`${part}.`)) collect(value, key.slice(part.length + 1), here, found);
  }
}
