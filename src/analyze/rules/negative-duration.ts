import { shortName } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import { messages } from '../../schema/index.ts';
import type { MessageTables } from '../../schema/language.ts';
import type { AnalysisRule, Look, Visits } from '../rule.ts';

/** For each message its durations without a lower bound of their own. */
function durations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const tables: MessageTables = messages;
  for (const [type, { fields }] of Object.entries(tables)) {
    const names = Object.entries(fields)
      .filter(
        ([, { type, limits }]) =>
          type === 'Duration' && limits?.gt === undefined && limits?.gte === undefined,
      )
      .map(([name]) => name);
    if (names.length > 0) found.set(type, names);
  }
  return found;
}

function visits(): Visits {
  return Object.fromEntries(
    [...durations()].map(([type, fields]) => [
      type,
      (_: unknown, frame: Frame, { spot, report }: Look) => {
        for (const field of fields) {
          const value = frame.message[field];
          if (typeof value !== 'string' || !value.startsWith('-')) continue;
          report({
            message: `${field} of ${shortName(frame.type)} is ${value}, and a time cannot be negative: the proxy refuses it; write 0s where none is meant`,
            at: spot(frame, field),
            identity: field,
          });
        }
      },
    ]),
  );
}

export const negativeDuration: AnalysisRule = {
  id: 'negative-duration',
  level: 'error',
  purpose: 'A timeout, interval or window below zero.',
  why: 'The form of a duration allows a minus sign, but no setting means a time before now; the proxy refuses the configuration.',
  mend: 'Write the time that is meant; for the settings that have it, 0s switches the limit off.',
  source: 'data-model.md: Notation used in this document: Duration; how the proxy behaves',
  bad: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: -1s\n' },
  good: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: 0s\n' },
  get messages(): Visits {
    // Made when a configuration is analysed: the tables have a thousand fields to look at.
    made ??= visits();
    return made;
  },
};

let made: Visits | undefined;
