/** What the tree says about an item in its row. */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { lookup } from '../../source/lookup.ts';
import { REDIRECT_STATUS } from '../../traffic/action.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import { lineOf } from '../../traffic/words.ts';
import {
  type ItemId,
  ItemKind,
  type Items,
  KIND_WORDS,
  kindOfItem,
  nameOfItem,
  skipOfItem,
  text,
  texts,
} from './items.ts';

interface Label {
  /** What it is called, or what it matches. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
}

export function labelOf(items: Items, item: ItemId): Label {
  const message = items.messages[item];
  const kind = kindOfItem(items, item);
  if (message === undefined)
    return { name: items.titles.get(item) ?? '', summary: String(countIn(items, item)) };
  return { name: title(items, item, kind, message), summary: summary(items, item, kind, message) };
}

function title(items: Items, item: ItemId, kind: ItemKind, message: BoundMessage): string {
  if (kind === ItemKind.Route) return matchText(message.match);
  if (kind === ItemKind.Endpoint) return endpointText(message);
  if (kind === ItemKind.Locality) return localityText(message.locality);
  const name = nameOfItem(items, item);
  if (name !== undefined) return name;
  if (kind === ItemKind.Setting) {
    const { field, type } = items.frame(item) ?? {};
    return field?.name ?? (type === undefined ? 'setting' : type.slice(type.lastIndexOf('.') + 1));
  }
  const namespace = KIND_WORDS[kind]?.[0] ?? '';
  if (kind === ItemKind.FilterChain) return `${namespace} ${(items.indexes[item] ?? 0) + 1}`;
  const address = kind === ItemKind.Listener ? addressText(message.address) : '';
  if (address !== '') return address;
  const around = kind === ItemKind.RouteConfiguration ? surroundings(items.frame(item)) : '';
  return around === '' ? `(${namespace} without a name)` : `(${around})`;
}

/** What tells a route configuration without a name from others: the listener and filter chain that it stands in. */
function surroundings(frame: Frame | undefined): string {
  let chain = '';
  for (let at = frame?.parent; at !== undefined; at = at.parent) {
    if (at.type === 'listener.FilterChain') chain = `, filter chain ${Number(at.index ?? 0) + 1}`;
    if (at.type !== 'Listener') continue;
    const name = text(at.message.name) || addressText(at.message.address);
    return name === '' ? '' : `in ${name}${chain}`;
  }
  return '';
}

function summary(items: Items, item: ItemId, kind: ItemKind, message: BoundMessage): string {
  switch (kind) {
    case ItemKind.Listener:
      // Without a name it goes by its address.
      return nameOfItem(items, item) === undefined ? '' : addressText(message.address);
    case ItemKind.FilterChain: {
      const match = message.filter_chain_match;
      const names = isObject(match) ? texts(match.server_names) : [];
      return names.length > 0 ? `for ${names.join(', ')}` : '';
    }
    case ItemKind.RouteConfiguration:
      return countText(countIn(items, item), ItemKind.VirtualHost);
    case ItemKind.VirtualHost:
      return `${texts(message.domains).join(', ')}`;
    case ItemKind.Route:
      return actionText(message);
    case ItemKind.Cluster:
      return [text(message.type), text(message.lb_policy), endpointCount(items, item)]
        .filter((part) => part !== '')
        .join(' · ');
    case ItemKind.LoadAssignment:
      return endpointCount(items, item);
    case ItemKind.Locality:
      return [
        countText(countIn(items, item), ItemKind.Endpoint),
        typeof message.priority === 'number' ? `priority ${message.priority}` : '',
        weightText(message),
      ]
        .filter((part) => part !== '')
        .join(' · ');
    case ItemKind.Endpoint:
      return [text(message.health_status), weightText(message)].filter((part) => part !== '').join(' · ');
    default:
      return '';
  }
}

/** `2 routes`. */
function countText(count: number, kind: ItemKind): string {
  const [one = '', many = ''] = KIND_WORDS[kind] ?? [];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Items directly inside. */
export function countIn(items: Items, item: ItemId): number {
  const end = skipOfItem(items, item);
  const depth = (items.depths[item] ?? 0) + 1;
  let count = 0;
  for (let at = item + 1; at < end; at = skipOfItem(items, at)) if (items.depths[at] === depth) count++;
  return count;
}

function endpointCount(items: Items, cluster: ItemId): string {
  let count = 0;
  for (let at = cluster + 1; at < skipOfItem(items, cluster); at++)
    if (kindOfItem(items, at) === ItemKind.Endpoint) count++;
  return count === 0 ? '' : countText(count, ItemKind.Endpoint);
}

function weightText({ load_balancing_weight: weight }: BoundMessage): string {
  return typeof weight === 'number' ? `weight ${weight}` : '';
}

function endpointText(message: BoundMessage): string {
  const { endpoint } = message;
  if (typeof message.endpoint_name === 'string') return message.endpoint_name;
  // The older form of an endpoint is a bare address.
  return addressText(isObject(endpoint) ? endpoint.address : message) || '(an endpoint without an address)';
}

/** `10.0.0.1:80`, a socket's path, or nothing. */
export function addressText(address: unknown): string {
  if (!isObject(address)) return '';
  const { socket_address: socket, pipe } = address;
  if (isObject(pipe)) return text(pipe.path);
  if (!isObject(socket)) return '';
  const host = text(socket.address);
  const port = socket.port_value ?? socket.named_port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? shown : `${shown}:${String(port)}`;
}

function localityText(locality: unknown): string {
  if (!isObject(locality)) return 'locality';
  const parts = [locality.region, locality.zone, locality.sub_zone].map(text).filter((part) => part !== '');
  return parts.length === 0 ? 'locality' : parts.join('/');
}

function matchText(match: unknown): string {
  return isObject(match) ? lineOf(lowerMatch(match)) : '(a route without a match)';
}

// What a route does, in one line: `→ shop`, `→ 301 https`, `→ 404`.

function actionText(route: BoundMessage): string {
  if (isObject(route.route)) return `→ ${forwardText(route.route)}`;
  if (isObject(route.redirect)) return `→ ${redirectText(route.redirect)}`;
  if (isObject(route.direct_response)) return `→ answers ${String(route.direct_response.status ?? 0)}`;
  return route.filter_action === undefined ? '→ nothing' : '→ an HTTP filter';
}

function forwardText(action: BoundMessage): string {
  if (typeof action.cluster === 'string') return action.cluster;
  if (typeof action.cluster_header === 'string') return `what header ${action.cluster_header} names`;
  if (!isObject(action.weighted_clusters)) return 'no cluster';
  const { clusters } = action.weighted_clusters;
  return messagesIn(clusters)
    .map(({ name, weight }) => `${String(name ?? '')} ${String(weight ?? 0)}`)
    .join(', ');
}

function redirectText(redirect: BoundMessage): string {
  const { response_code: code, host_redirect: host, path_redirect: path, prefix_rewrite: prefix } = redirect;
  const scheme =
    redirect.https_redirect === true
      ? 'https'
      : typeof redirect.scheme_redirect === 'string'
        ? redirect.scheme_redirect
        : '';
  const to = [
    scheme === '' ? '' : `${scheme}://`,
    typeof host === 'string' ? host : scheme === '' ? '' : '…',
    typeof path === 'string' ? path : typeof prefix === 'string' ? `${prefix}…` : '',
  ].join('');
  return `${typeof code === 'string' ? (lookup(REDIRECT_STATUS, code) ?? code) : 301} ${to}`.trimEnd();
}
