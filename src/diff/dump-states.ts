/** What a running proxy says in its dump of updates that are not in force: those that it refused, in its own words, and those that still warm up. */
import { isObject } from '../model/bound.ts';
import { dumpedName, dumpedWord } from '../model/dump-entry.ts';
import type { Configuration } from '../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../model/walk.ts';

/** So many resources are named. */
const MAX_NAMED = 20;

/** A sentence for each resource whose last update is not in force. */
export function stateRemarks(configurations: readonly Configuration[]): readonly string[] {
  const remarks = new Set<string>();
  for (const { roots, namespace, file } of configurations)
    for (const root of roots) {
      if (!root.type.endsWith('ConfigDump')) continue;
      const look = (frame: Frame, depth: number): void => {
        const said = remarkOf(frame, file.name);
        if (said !== undefined) remarks.add(said);
        if (depth > 0 && said === undefined) eachChild(frame, namespace, (child) => look(child, depth - 1));
      };
      for (const frame of rootFrames(root)) look(frame, 2);
    }
  const all = [...remarks];
  const left = all.length - MAX_NAMED;
  return left > 0 ? [...all.slice(0, MAX_NAMED), `the same of ${left} more resources`] : all;
}

function remarkOf({ message, type, field }: Frame, file: string): string | undefined {
  const name = dumpedName(message);
  const what = `the ${dumpedWord(type)}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
  if (isObject(message.error_state)) {
    const { details } = message.error_state;
    const why = typeof details === 'string' && details !== '' ? details : 'it gives no reason';
    return `${file} refused the last update of ${what}: ${why}`;
  }
  return message.warming_state !== undefined || field?.name.startsWith('dynamic_warming') === true
    ? `${file} has ${what} not in force yet: it is still warming up`
    : undefined;
}
