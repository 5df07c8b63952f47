/** Runtime values as a bootstrap itself gives them; disk, admin and delivered layers may hold others. */
import type { BoundMessage } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import type { RuntimeValue } from '../../routing/request.ts';
import { runtimeInteger } from '../../routing/runtime.ts';
import type { Message } from '../../schema/types.ts';
import type { Data } from '../../source/data.ts';
import type { Subject } from '../subject.ts';

const BOOTSTRAP = 'config.bootstrap.v2.Bootstrap';
/** Containers of a dump. */
const HOLDS_BOOTSTRAP: ReadonlySet<string> = new Set([
  'admin.v2alpha.ConfigDump',
  'admin.v2alpha.BootstrapConfigDump',
  'OlderConfigDump',
]);

type Values = { readonly [key: string]: Data };

/**
 * The value of a runtime key in the static layers of a bootstrap, the last layer that has it.
 *
 * @param key dotted; values may stand under the whole key or in nested objects
 */
export function runtimeValue(bootstrap: BoundMessage, key: string): Data | undefined {
  const { runtime, layered_runtime } = bootstrap as Message<'config.bootstrap.v2.Bootstrap'>;
  const layers = (layered_runtime?.layers ?? []).map(({ static_layer }) => static_layer);
  for (const values of [runtime?.base, ...layers].reverse()) {
    const value = values === undefined ? undefined : valueIn(values, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether the layers of a bootstrap of the subject give a key a value other than 0. */
export function givenKeys(subject: Subject): (key: string) => boolean {
  const bootstraps: BoundMessage[] = [];
  const gather = (frame: Frame, word: string): void => {
    if (frame.type === BOOTSTRAP) bootstraps.push(frame.message);
    else if (HOLDS_BOOTSTRAP.has(frame.type)) eachChild(frame, word, (child) => gather(child, word));
  };
  for (const document of subject.documents)
    for (const frame of subject.frames(document)) gather(frame, document.configuration.word);
  return (key) =>
    bootstraps.some((bootstrap) => {
      const value = runtimeValue(bootstrap, key);
      return value !== undefined && value !== null && runtimeInteger(value as RuntimeValue) !== 0;
    });
}

/** Looks for a dotted key in nested objects whose own keys may hold dots. */
function valueIn(values: Values, key: string): Data | undefined {
  if (Object.hasOwn(values, key)) return values[key];
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const head = key.slice(0, dot);
    const inner = Object.hasOwn(values, head) ? values[head] : undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    const value = valueIn(inner as Values, key.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}
