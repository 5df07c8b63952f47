import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { quoted } from '../../traffic/words.ts';
import { dumpedName, dumpedWord } from '../dumps/entry.ts';
import type { AnalysisRule } from '../rule.ts';

const DUMP = (state: string): string => `configs:
- "@type": type.googleapis.com/envoy.admin.v3.ListenersConfigDump
  dynamic_listeners:
  - name: front
    ${state}
`;

export const updateFailed: AnalysisRule = {
  id: 'update-failed',
  level: 'warning',
  purpose: 'A dump in which the running proxy says that it refused the last update of a resource.',
  why: 'The proxy goes on with what it had before, or without the resource, until an update comes that it accepts. What the management server sends is not what runs.',
  remedy: "Correct what the management server sends; the finding quotes the proxy's own reason.",
  source: 'how the proxy behaves: admin interface, /config_dump, UpdateFailureState',
  bad: {
    type: 'ConfigDump',
    yaml: DUMP('error_state: { details: "error adding listener: port is already in use" }'),
  },
  good: { type: 'ConfigDump', yaml: DUMP('active_state: { version_info: "7" }') },
  messages: {
    UpdateFailureState({ details = '', last_update_attempt: when }, frame, { spot, report }) {
      const owner = frame.parent;
      if (owner !== undefined && isToldAgain(owner)) return;
      const what = owner === undefined ? 'a resource' : resourceOf(owner.type, owner.message);
      const since = when === undefined ? '' : ` at ${when}`;
      report({
        message: `the proxy refused the last update of ${what}${since}: ${details === '' ? 'it gives no reason' : details}`,
        at: spot(frame),
        data: { details },
      });
    },
  },
};

/** Whether an entry without a name says of a listener what the entry with its name says too. */
function isToldAgain({ message, parent }: Frame): boolean {
  const { dynamic_listeners: entries } = parent?.message ?? {};
  if (message.name !== undefined || !Array.isArray(entries)) return false;
  const name = dumpedName(message);
  return (
    name !== '' && entries.some((each) => isObject(each) && each.name === name && isObject(each.error_state))
  );
}

function resourceOf(type: string, message: BoundMessage): string {
  const name = dumpedName(message);
  return name === '' ? `a ${dumpedWord(type)}` : `the ${dumpedWord(type)} ${quoted(name)}`;
}
