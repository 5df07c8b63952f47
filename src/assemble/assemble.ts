/**
 * One static bootstrap out of parts: what was fetched stands in it as if it had been written there, so that a proxy
 * starts with it alone. What cannot be put in is said.
 */
import { isObject, type OpenMessage, UNREADABLE } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import { redactMessage } from '../model/secrets.ts';
import { eachChild, type Frame, walkInsideOut } from '../model/walk.ts';
import { DEFAULT_WORD } from '../model/word.ts';
import { plainOf } from '../proxy/plain.ts';
import type { Data } from '../source/data.ts';
import { gatherParts, type Kind, type Part, type Parts, WORDS } from './gather.ts';
import { type Inlining, inlined, ownCopy } from './inline.ts';

export interface Assembled {
  readonly bootstrap: Data;
  readonly counts: { readonly listeners: number; readonly clusters: number; readonly secrets: number };
  /** What could not be put in, each in one sentence. */
  readonly left: readonly string[];
  /** Whether key material was taken out of what is printed. */
  readonly hidesSecrets: boolean;
}

/** What the proxy fills in about itself, and shows in its dump. */
const OWN_FACTS = ['user_agent_name', 'user_agent_version', 'user_agent_build_version', 'extensions'];

export function assemble(configurations: readonly Configuration[], showSecrets: boolean): Assembled {
  const parts = gatherParts(configurations);
  const left = [...parts.left];
  const leave = (what: string): void => {
    if (!left.includes(what)) left.push(what);
  };
  const inlining: Inlining = { parts, leave, secrets: new Set() };
  // Where a part shows none, another one may.
  const word = configurations.find((each) => each.word !== DEFAULT_WORD)?.word ?? DEFAULT_WORD;
  const all = (kind: 'Listener' | 'Cluster'): OpenMessage[] =>
    [...parts.resources[kind]].map(([name, part]) =>
      inlined(part, kind, `${WORDS[kind]} "${name.replace('\u0000', 'without a name ')}"`, inlining),
    );
  const [listeners, clusters] = [all('Listener'), all('Cluster')];
  const bootstrap = strippedBootstrap(parts, leave);
  const secrets = [...parts.resources.Secret].map(([name, part]) => secretOf(name, part, leave));
  bootstrap.static_resources = {
    ...(listeners.length === 0 ? {} : { listeners }),
    ...(clusters.length === 0 ? {} : { clusters }),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
  leaveUnused(parts, inlining);
  leaveUnreadable(bootstrap, word, leave);
  const before = JSON.stringify(plainOf(bootstrap, word));
  if (!showSecrets) walkInsideOut({ message: bootstrap, type: 'Bootstrap' }, word, redactMessage);
  const shown = plainOf(bootstrap, word);
  return {
    bootstrap: shown as Data,
    counts: { listeners: listeners.length, clusters: clusters.length, secrets: secrets.length },
    left,
    hidesSecrets: !showSecrets && JSON.stringify(shown) !== before,
  };
}

/** The bootstrap without its resources, and without what would fetch others. */
function strippedBootstrap(
  { bootstrap, resources, listed }: Parts,
  leave: (what: string) => void,
): OpenMessage {
  if (bootstrap === undefined) return {};
  const made = ownCopy(bootstrap.message);
  const { dynamic_resources: dynamic, node } = made;
  delete made.dynamic_resources;
  const asks = (field: string, kind: Kind): void => {
    if (isObject(dynamic) && dynamic[field] !== undefined && !listed.has(kind))
      leave(
        `${WORDS[kind]}s from ${field}: no input holds what comes from there; ${resources[kind].size} of them are known`,
      );
  };
  asks('cds_config', 'Cluster');
  asks('lds_config', 'Listener');
  if (isObject(node)) {
    const kept = ownCopy(node);
    for (const field of OWN_FACTS) delete kept[field];
    if (Object.keys(kept).length === 0) delete made.node;
    else made.node = kept;
  }
  delete made.static_resources;
  const look = (frame: Frame): void => {
    if (frame.type === 'core.ConfigSource')
      leave(
        `${frame.field?.name ?? 'a source'} of the bootstrap: it is fetched still, since nothing static can stand in its place`,
      );
    else eachChild(frame, bootstrap.word, look);
  };
  look({ message: made, type: 'Bootstrap' });
  return made;
}

/** How the proxy shows what it keeps to itself: `[redacted]`, and the same in base64. */
const REDACTED = /^(?:\[redacted\]|W3JlZGFjdGVkXQ==|<redacted>)$/;

function secretOf(name: string, { message }: Part, leave: (what: string) => void): OpenMessage {
  const copy = ownCopy(message);
  if (holdsRedacted(copy))
    leave(
      `the key material of the secret "${name}": the input shows it redacted; put it in by hand, or no proxy loads this`,
    );
  return copy;
}

function holdsRedacted(value: unknown): boolean {
  if (typeof value === 'string') return REDACTED.test(value);
  if (Array.isArray(value)) return value.some(holdsRedacted);
  return isObject(value) && Object.values(value).some(holdsRedacted);
}

/** Parts that nothing asks for. */
function leaveUnused({ resources }: Parts, { leave }: Inlining): void {
  const listeners = JSON.stringify([...resources.Listener.values()].map(({ message }) => message));
  // That nothing could refer to one without a name is said already.
  for (const [name, { file }] of resources.RouteConfiguration)
    if (name !== '' && !listeners.includes(JSON.stringify(name)))
      leave(`the route configuration "${name}" of ${file}: no listener asks for it`);
  const wanted = new Set(
    [...resources.Cluster].map(([name, { message }]) => {
      const { eds_cluster_config: eds } = message;
      const service = isObject(eds) && typeof eds.service_name === 'string' ? eds.service_name : '';
      return service === '' ? name : service;
    }),
  );
  for (const [name, { file }] of resources.ClusterLoadAssignment)
    if (name !== '' && !wanted.has(name))
      leave(`the endpoints of "${name}" in ${file}: no cluster asks for them`);
}

/** What binding could not read is in no field of a message. */
function leaveUnreadable(message: OpenMessage, word: string, leave: (what: string) => void): void {
  walkInsideOut({ message, type: 'Bootstrap' }, word, ({ message: each, type }) => {
    const lost = each[UNREADABLE];
    if (lost !== undefined)
      leave(
        `${Object.keys(lost).join(', ')} of a ${type}: what stands there cannot be read; cfgtool analyze says why`,
      );
  });
}
