import { type BoundMessage, isObject } from '../../model/bound.ts';
import { dumpedName, dumpedWord } from '../../model/dump-entry.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

const FAILED_DUMP = (state: string): string => `configs:
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
    yaml: FAILED_DUMP('error_state: { details: "error adding listener: port is already in use" }'),
  },
  good: { type: 'ConfigDump', yaml: FAILED_DUMP('active_state: { version_info: "7" }') },
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

const WARMING_DUMP = (states: string): string => `configs:
- "@type": type.googleapis.com/envoy.admin.v3.ListenersConfigDump
  dynamic_listeners:
  - name: front
    ${states}
`;

export const warmingResource: AnalysisRule = {
  id: 'warming-resource',
  level: 'warning',
  purpose: 'A dump in which a fetched resource still waits for others, and does nothing until they come.',
  why: 'A listener takes no connections before its routes and secrets have come, a cluster no requests before its hosts have. One that waits for more than a moment waits for something that nobody sends.',
  remedy:
    'Look at what it names for discovery: routes, endpoints, secrets. The management server has to send them under these very names.',
  source: 'how the proxy behaves: admin interface, /config_dump, warming',
  bad: { type: 'ConfigDump', yaml: WARMING_DUMP('warming_state: { version_info: "7" }') },
  good: { type: 'ConfigDump', yaml: WARMING_DUMP('active_state: { version_info: "7" }') },
  messages: {
    'ListenersConfigDump.DynamicListener'({ name = '', warming_state, active_state }, frame, look) {
      if (warming_state === undefined) return;
      waits(look, look.spot(frame, 'warming_state'), `the listener ${quoted(name)}`, {
        isServed: active_state !== undefined,
        waitsFor: 'its routes or secrets',
        effect: 'takes no connections',
      });
    },
    ClustersConfigDump(
      { dynamic_warming_clusters: waiting = [], dynamic_active_clusters: active },
      frame,
      look,
    ) {
      const served = namesIn(active);
      for (const [index, each] of waiting.entries()) {
        const name = dumpedName(each);
        waits(look, look.spot(frame, 'dynamic_warming_clusters', index), `the cluster ${quoted(name)}`, {
          isServed: served.has(name),
          waitsFor: 'its hosts',
          effect: 'takes no requests',
        });
      }
    },
    SecretsConfigDump(
      { dynamic_warming_secrets: waiting = [], dynamic_active_secrets: active },
      frame,
      look,
    ) {
      const served = namesIn(active);
      for (const [index, each] of waiting.entries()) {
        const name = dumpedName(each);
        waits(look, look.spot(frame, 'dynamic_warming_secrets', index), `the secret ${quoted(name)}`, {
          isServed: served.has(name),
          waitsFor: 'the management server to send it',
          effect: 'is not there, and what needs it waits too',
        });
      }
    },
  },
};

type Entry = Message<'ClustersConfigDump.DynamicCluster'> | Message<'SecretsConfigDump.DynamicSecret'>;

function namesIn(entries: readonly Entry[] = []): ReadonlySet<string> {
  return new Set(entries.map(dumpedName));
}

interface Waiting {
  /** An older version of it does the work meanwhile. */
  readonly isServed: boolean;
  readonly waitsFor: string;
  readonly effect: string;
}

function waits(
  { report }: RuleContext,
  at: ReturnType<RuleContext['spot']>,
  what: string,
  { isServed, waitsFor, effect }: Waiting,
): void {
  const meanwhile = isServed ? 'its version before is in use meanwhile' : `until then it ${effect}`;
  report({
    message: `${what} waited for ${waitsFor} when this was taken; ${meanwhile}`,
    at,
    ...(isServed ? { level: 'info' as const } : {}),
  });
}
