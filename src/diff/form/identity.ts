/** What makes two entries or resources the same thing, as a text that paths show. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey } from '../../model/content.ts';
import { redactedData } from '../../model/secrets.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { lookup } from '../../source/lookup.ts';

/** Entries that no table gives an identity, but that people know by a field of theirs. */
const KNOWN_BY: { readonly [type: string]: readonly string[] } = {
  'route.HeaderMatcher': ['name'],
  'route.QueryParameterMatcher': ['name'],
  'core.Node': ['id'],
  'route.RouteAction.RequestMirrorPolicy': ['cluster'],
  RuntimeLayer: ['name'],
};

/** The fields that make an entry of a type known, outermost first; undefined where position or content do. */
export function identityOf(type: string): readonly string[] | undefined {
  return compiledMessage(type).spec.identity ?? lookup(KNOWN_BY, type);
}

/** The text of a message's identity; empty where it has none. */
export function identityText(type: string, message: unknown): string {
  if (type === '' || !isObject(message)) return '';
  const fields = identityOf(type) ?? [];
  const [first = ''] = fields;
  // Nearly all are known by one text.
  if (fields.length === 1 && typeof message[first] === 'string')
    return message[first] || fallback(type, message);
  const texts = fields.map((path) => textAt(message, path));
  while (texts.length > 0 && texts[texts.length - 1] === '') texts.pop();
  if (texts.length > 0) return texts.join('/');
  return fallback(type, message);
}

/** What else a message without its name is known by. */
function fallback(type: string, message: BoundMessage): string {
  if (type === 'Listener') return valueText(message.address);
  if (type === 'endpoint.LbEndpoint') return valueText(message.endpoint_name);
  return '';
}

function textAt(message: unknown, path: string): string {
  let at: unknown = message;
  for (const part of path.split('.')) at = isObject(at) ? at[part] : undefined;
  return valueText(at);
}

/** Paths are shown, and data may stand where a name should. */
function withoutSecrets(value: BoundMessage): unknown {
  return redactedData(JSON.parse(JSON.stringify(value)));
}

/** A value as people would write it on one line. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(',');
  if (!isObject(value)) return String(value);
  const { socket_address: socket, pipe, region, zone, sub_zone: sub } = value;
  if (isObject(socket)) {
    const host = String(socket.address ?? '');
    const port = socket.port_value ?? socket.named_port ?? 0;
    return `${host.includes(':') ? `[${host}]` : host}:${String(port)}${socket.protocol === 'UDP' ? '/UDP' : ''}`;
  }
  if (isObject(pipe)) return String(pipe.path ?? '');
  if (region !== undefined || zone !== undefined || sub !== undefined) {
    const parts = [region, zone, sub].map((part) => (typeof part === 'string' ? part : ''));
    while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
    return parts.join('/');
  }
  return Object.keys(value).length === 0 ? '' : contentKey(withoutSecrets(value));
}
