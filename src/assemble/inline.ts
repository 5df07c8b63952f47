/** Puts what is fetched into what asks for it: routes into connection managers, endpoints into clusters, secrets by name. */
import { type BoundMessage, isObject, type OpenMessage } from '../model/bound.ts';
import { deepCopy } from '../model/copy.ts';
import { eachChild, type Frame } from '../model/walk.ts';
import type { Part, Parts } from './gather.ts';

export interface Inlining {
  readonly parts: Parts;
  /** Told of what cannot be put in. */
  leave(what: string): void;
  /** Names of secrets that something asks for. */
  readonly secrets: Set<string>;
}

/** A copy of a resource with everything that it fetches put in. @param shown the resource in words */
export function inlined(
  { message, word }: Part,
  type: string,
  shown: string,
  inlining: Inlining,
): OpenMessage {
  const copy = ownCopy(message);
  if (type === 'Cluster') inlineEndpoints(copy, shown, inlining);
  const look = (frame: Frame): void => {
    if (frame.type === 'HttpConnectionManager') inlineRoutes(frame, shown, inlining);
    if (frame.type === 'SdsSecretConfig') inlineSecret(frame, shown, inlining);
    if (frame.type === 'core.ConfigSource') leaveSource(frame, shown, inlining);
    eachChild(frame, word, look);
  };
  look({ message: copy, type });
  return copy;
}

/** A copy that may be changed, without the type that it had inside an Any. */
export function ownCopy(message: BoundMessage): OpenMessage {
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
