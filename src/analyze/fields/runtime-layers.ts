/** Runtime values as a bootstrap itself gives them; disk, admin and delivered layers may hold others. */
import type { BoundMessage } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import type { RuntimeValue } from '../../routing/request/request.ts';
import { runtimeInteger } from '../../routing/runtime.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import type { Subject } from '../subject.ts';

const BOOTSTRAP = 'Bootstrap';
/** Containers of a dump. */
const HOLDS_BOOTSTRAP: ReadonlySet<string> = new Set([
  'ConfigDump',
  'BootstrapConfigDump',
  'OlderConfigDump',
]);

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
      const value = layerValue(bootstrap, key);
      return value !== undefined && value !== null && runtimeInteger(value as RuntimeValue) !== 0;
    });
}
