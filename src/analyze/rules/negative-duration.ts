import { versionOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { isOutside } from '../../model/limits.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { AnalysisRule } from '../rule.ts';

const known = { v2: new Map<string, readonly string[]>(), v3: new Map<string, readonly string[]>() };

/** The durations of a message without a lower bound of their own. */
function durationsOf(type: string, version: ApiVersion): readonly string[] {
  let names = known[version].get(type);
  if (names === undefined) {
    names = compiledMessage(type, version).fields.flatMap(({ name, spec: { type: kind, limits } }) =>
      kind === 'Duration' && limits?.gt === undefined && (limits?.gte === undefined || isOutside(limits))
        ? name
        : [],
    );
    known[version].set(type, names);
  }
  return names;
}

/** Caches are made when the first request comes, and their settings are looked at no earlier. */
const MADE_LATER = /^FileSystemHttpCache/;

export const negativeDuration: AnalysisRule = {
  id: 'negative-duration',
  level: 'error',
  purpose: 'A timeout, interval or window below zero.',
  why: 'The form of a duration allows a minus sign, but no setting means a time before now; the proxy refuses the configuration.',
  remedy: 'Write the time that is meant; for the settings that have it, 0s switches the limit off.',
  source: 'data-model.md: Notation used in this document: Duration; how the proxy behaves',
  bad: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: -1s\n' },
  good: { type: 'route.RouteAction', yaml: 'cluster: shop\nidle_timeout: 0s\n' },
  every(frame, { spot, report }) {
    if (MADE_LATER.test(frame.type)) return;
    for (const field of durationsOf(frame.type, versionOf(frame.message))) {
      const value = frame.message[field];
      if (typeof value !== 'string' || !value.startsWith('-')) continue;
      report({
        message: `${field} of ${shortName(frame.type)} is ${value}, and a time cannot be negative: the proxy refuses it; write 0s where none is meant`,
        at: spot(frame, field),
        identity: field,
      });
    }
  },
};
