/**
 * One static bootstrap out of parts: what was fetched stands in it as if it had been written there, so that a proxy
 * starts with it alone. What cannot be put in is said.
 */
import { type BoundMessage, INVALID, isObject, type OpenMessage } from '../model/bound.ts';
import { sameContent } from '../model/content.ts';
import { deepCopy } from '../model/copy.ts';
import { shownAgain } from '../model/dump-copies.ts';
import { DEFAULT_NAMESPACE } from '../model/namespace.ts';
import type { Configuration, Root } from '../model/open.ts';
import { redactMessage } from '../model/secrets.ts';
import { eachChild, type Frame, rootFrames, walkInsideOut } from '../model/walk.ts';
import { plainOf } from '../proxy/plain.ts';
import type { Data } from '../source/data.ts';
import { lookup } from '../source/lookup.ts';

interface Assembled {
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
  const namespace =
    configurations.find((each) => each.namespace !== DEFAULT_NAMESPACE)?.namespace ?? DEFAULT_NAMESPACE;
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
  leaveUnreadable(bootstrap, namespace, leave);
  const before = JSON.stringify(plainOf(bootstrap, namespace));
  if (!showSecrets) walkInsideOut({ message: bootstrap, type: 'Bootstrap' }, namespace, redactMessage);
  const shown = plainOf(bootstrap, namespace);
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
    else eachChild(frame, bootstrap.namespace, look);
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
function leaveUnreadable(message: OpenMessage, namespace: string, leave: (what: string) => void): void {
  walkInsideOut({ message, type: 'Bootstrap' }, namespace, ({ message: each, type }) => {
    const lost = each[INVALID];
    if (lost !== undefined)
      leave(
        `${Object.keys(lost).join(', ')} of a ${type}: what stands there cannot be read; cfgtool analyze says why`,
      );
  });
}

// Puts what is fetched into what asks for it: routes into connection managers, endpoints into clusters, secrets by name.

interface Inlining {
  readonly parts: Parts;
  /** Told of what cannot be put in. */
  leave(what: string): void;
  /** Names of secrets that something asks for. */
  readonly secrets: Set<string>;
}

/** A copy of a resource with everything that it fetches put in. @param shown the resource in words */
function inlined({ message, namespace }: Part, type: string, shown: string, inlining: Inlining): OpenMessage {
  const copy = ownCopy(message);
  if (type === 'Cluster') inlineEndpoints(copy, shown, inlining);
  const look = (frame: Frame): void => {
    if (frame.type === 'HttpConnectionManager') inlineRoutes(frame, shown, inlining);
    if (frame.type === 'SdsSecretConfig') inlineSecret(frame, shown, inlining);
    if (frame.type === 'core.ConfigSource') leaveSource(frame, shown, inlining);
    eachChild(frame, namespace, look);
  };
  look({ message: copy, type });
  return copy;
}

/** A copy that may be changed, without the type that it had inside an Any. */
function ownCopy(message: BoundMessage): OpenMessage {
  const copy = deepCopy(message) as OpenMessage;
  delete copy['@type'];
  return copy;
}

/** A message of the copy that is made here, which nobody else sees. */
function own({ message }: Frame): OpenMessage {
  return message as OpenMessage;
}

function inlineRoutes(frame: Frame, shown: string, { parts, leave }: Inlining): void {
  const manager = own(frame);
  const { rds } = manager;
  if (!isObject(rds)) return;
  const name = typeof rds.route_config_name === 'string' ? rds.route_config_name : '';
  const found = parts.resources.RouteConfiguration.get(name);
  if (found === undefined) {
    // Without routes it answers everything with 404, as a proxy does that was sent none.
    leave(
      `the route configuration "${name}" that the ${shown} asks for: no input holds it; its requests get 404`,
    );
    manager.route_config = { name };
  } else manager.route_config = ownCopy(found.message);
  delete manager.rds;
}

function inlineEndpoints(cluster: OpenMessage, shown: string, { parts, leave }: Inlining): void {
  if (cluster.type !== 'EDS') return;
  const { eds_cluster_config: eds, name } = cluster;
  const service = isObject(eds) && typeof eds.service_name === 'string' ? eds.service_name : '';
  const wanted = service !== '' ? service : String(name);
  const found = parts.resources.ClusterLoadAssignment.get(wanted);
  if (found === undefined)
    leave(
      `the endpoints ${wanted === name ? 'of' : `"${wanted}" for`} the ${shown}: no input holds them; its requests fail`,
    );
  const assignment = found === undefined ? undefined : ownCopy(found.message);
  // The proxy looks up names of hosts only where the type says so.
  cluster.type = assignment !== undefined && hasHostNames(assignment) ? 'STRICT_DNS' : 'STATIC';
  cluster.load_assignment = { ...(assignment ?? {}), cluster_name: name };
  delete cluster.eds_cluster_config;
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.%\w]*)$/;

function hasHostNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasHostNames);
  if (!isObject(value)) return false;
  const { socket_address: socket } = value;
  if (isObject(socket) && typeof socket.address === 'string' && !ADDRESS.test(socket.address)) return true;
  return Object.values(value).some(hasHostNames);
}

function inlineSecret(frame: Frame, shown: string, { parts, leave, secrets }: Inlining): void {
  const reference = own(frame);
  if (reference.sds_config === undefined) return;
  const name = typeof reference.name === 'string' ? reference.name : '';
  delete reference.sds_config;
  const found = parts.resources.Secret.get(name);
  if (found === undefined)
    leave(
      `the secret "${name}" that the ${shown} asks for: no input holds it; put it into static_resources.secrets`,
    );
  else secrets.add(name);
}

/** What of a resource is fetched still. */
function leaveSource(frame: Frame, shown: string, { leave }: Inlining): void {
  const { parent, field } = frame;
  const around = parent?.type === 'core.ExtensionConfigSource' ? parent.parent : parent;
  const name = around?.message.name;
  const what = typeof name === 'string' && name !== '' ? ` "${name}"` : '';
  leave(
    `${field?.name ?? 'a source'}${what} of the ${shown}: it is fetched still, since nothing static can stand in its place`,
  );
}

/** What the parts hold: the bootstrap, and resources by kind and name, whatever container they stand in. */
const KINDS = ['Cluster', 'Listener', 'RouteConfiguration', 'ClusterLoadAssignment', 'Secret'] as const;
type Kind = (typeof KINDS)[number];

/** How messages call a kind. */
const WORDS: { readonly [kind in Kind]: string } = {
  Cluster: 'cluster',
  Listener: 'listener',
  RouteConfiguration: 'route configuration',
  ClusterLoadAssignment: 'endpoints of',
  Secret: 'secret',
};

interface Part {
  readonly message: BoundMessage;
  readonly namespace: string;
  readonly file: string;
}

interface Parts {
  readonly bootstrap: Part | undefined;
  readonly resources: { readonly [kind in Kind]: ReadonlyMap<string, Part> };
  /** What cannot be taken, in words. */
  readonly left: readonly string[];
  /** Kinds of which something else than the bootstrap holds the whole list: a dump, or a discovery response. */
  readonly listed: ReadonlySet<Kind>;
}

const BOOTSTRAP = 'Bootstrap';
/** Sections of a dump, each with the kind that it lists. */
const SECTIONS: { readonly [type: string]: Kind } = {
  ClustersConfigDump: 'Cluster',
  ListenersConfigDump: 'Listener',
};

function gatherParts(configurations: readonly Configuration[]): Parts {
  const gathering = new Gathering();
  for (const configuration of configurations)
    for (const root of configuration.roots) gathering.look(root, configuration);
  return gathering.done();
}

class Gathering {
  private bootstrap: Part | undefined;
  private readonly resources = new Map<Kind, Map<string, Part>>(KINDS.map((kind) => [kind, new Map()]));
  private readonly left: string[] = [];
  private readonly listed = new Set<Kind>();
  private nameless = 0;

  look(root: Root, { namespace, file }: Configuration): void {
    const again = shownAgain(root, namespace);
    const look = (frame: Frame): void => {
      const { type, message } = frame;
      const listed = lookup(SECTIONS, type);
      if (listed !== undefined) this.listed.add(listed);
      if (again.has(message)) return;
      const part = { message, namespace, file: file.name };
      const kind = KINDS.find((each) => each === type);
      if (kind !== undefined) this.take(kind, part, frame.parent?.type === 'DiscoveryResponse');
      else {
        if (type === BOOTSTRAP) this.takeBootstrap(part);
        if (type === 'route.VirtualHost' || type === 'route.Route')
          this.left.push(loose(type, message, file.name));
        else eachChild(frame, namespace, look);
      }
    };
    for (const frame of rootFrames(root)) look(frame);
  }

  private takeBootstrap(part: Part): void {
    if (this.bootstrap === undefined) this.bootstrap = part;
    else if (!sameContent(this.bootstrap.message, part.message))
      this.left.push(
        `the bootstrap of ${part.file}: that of ${this.bootstrap.file} counts; only its resources are taken`,
      );
  }

  private take(kind: Kind, part: Part, isListed: boolean): void {
    if (isListed) this.listed.add(kind);
    const { name = part.message.cluster_name } = part.message;
    const known = this.resources.get(kind);
    const given = typeof name === 'string' ? name : '';
    // Listeners may go without a name; everything else is found by it.
    const key = given !== '' ? given : kind === 'Listener' ? `\u0000${this.nameless++}` : '';
    if (key === '')
      this.left.push(`a ${WORDS[kind]} without a name in ${part.file}: nothing could refer to it`);
    const other = known?.get(key);
    if (other === undefined) known?.set(key, part);
    else if (!sameContent(other.message, part.message))
      this.left.push(
        `the ${WORDS[kind]} "${given}" of ${part.file}: ${other.file === part.file ? 'an earlier one of this name' : `that of ${other.file}`} counts, and says something else`,
      );
  }

  done(): Parts {
    const of = (kind: Kind): ReadonlyMap<string, Part> => this.resources.get(kind) ?? new Map();
    return {
      bootstrap: this.bootstrap,
      resources: {
        Cluster: of('Cluster'),
        Listener: of('Listener'),
        RouteConfiguration: of('RouteConfiguration'),
        ClusterLoadAssignment: of('ClusterLoadAssignment'),
        Secret: of('Secret'),
      },
      left: this.left,
      listed: this.listed,
    };
  }
}

function loose(type: string, { name }: BoundMessage, file: string): string {
  const what = type === 'route.Route' ? 'routes' : 'virtual hosts';
  const shown = typeof name === 'string' && name !== '' ? ` ("${name}")` : '';
  return `${what} of ${file}${shown}: they stand in no route configuration that a listener could name`;
}
