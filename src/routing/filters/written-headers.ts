/** Headers that a connection manager writes by what no request tells, or takes out of one, where something asks for them. */
import { type BoundMessage, versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Assumption } from '../outcome/outcome.ts';
import type { Request } from '../request/request.ts';
import { type FoundManager, placeInManager } from '../where/manager.ts';

/** What it rests on that none of them decides which route or filter takes a request. */
export function restsOnWritten(
  manager: FoundManager,
  virtualHost: Message<'route.VirtualHost'> | undefined,
  request: Request,
): readonly Assumption[] {
  const { message, namespace } = manager;
  if (versionOf(message) !== 'v3') return [];
  const { http_filters: filters } = message;
  const { matcher }: BoundMessage = virtualHost ?? {};
  const asked = (name: string): boolean =>
    (virtualHost !== undefined && namesIn(virtualHost).has(name)) ||
    [matcher, filters].some(
      (each) => typeof each === 'object' && each !== null && textOf(each).includes(`"${name}"`),
    );
  const names = changedBy(message, request, namespace).filter(asked);
  if (names.length === 0) return [];
  const that = `${names.join(', ')}, which the connection manager writes or takes out, ${names.length === 1 ? 'decides' : 'decide'} nothing`;
  return [{ filter: null, that, ...placeInManager(manager, message) }];
}

const WRITES: ReadonlySet<unknown> = new Set(['SANITIZE_SET', 'APPEND_FORWARD']);

/** A referer that no manager takes out; there are others. */
const KEPT_REFERER =
  /^(?:https?:\/\/[-.0-9A-Za-z]+(?::\d+)?)?(?:\/[-.0-9A-Z_a-z~/]*)?(?:\?[-.0-9=&A-Z_a-z~/]*)?$/;

function changedBy(
  manager: BoundMessage,
  { headers, scheme }: Request,
  namespace: string,
): readonly string[] {
  const isEdge = manager.use_remote_address === true;
  const keepsId = !isEdge || manager.preserve_external_request_id === true;
  const saysProto = !isEdge || Number(manager.xff_num_trusted_hops ?? 0) > 0;
  const all: readonly (readonly [name: string, writes: boolean])[] = [
    ['x-request-id', manager.generate_request_id !== false && !(keepsId && 'x-request-id' in headers)],
    ['x-forwarded-for', isEdge && manager.skip_xff_append !== true],
    [`x-${namespace}-external-address`, isEdge],
    ['x-forwarded-port', manager.append_x_forwarded_port === true],
    ['via', typeof manager.via === 'string' && manager.via !== ''],
    ['user-agent', manager.add_user_agent === true && !('user-agent' in headers)],
    [`x-${namespace}-downstream-service-cluster`, manager.add_user_agent === true],
    ['referer', 'referer' in headers && !KEPT_REFERER.test(headers.referer ?? '')],
    // Of HTTP/1.1 it is what x-forwarded-proto says, of HTTP/2 what the client does.
    [':scheme', saysProto && (headers['x-forwarded-proto'] ?? scheme) !== scheme],
    ['x-forwarded-client-cert', WRITES.has(manager.forward_client_cert_details)],
  ];
  return all.flatMap(([name, writes]) => (writes ? name : []));
}

const NAMES = new WeakMap<object, ReadonlySet<string>>();
const TEXTS = new WeakMap<object, string>();

/** The headers that routes of a virtual host ask for, in lower case; gathered once. */
function namesIn(virtualHost: Message<'route.VirtualHost'>): ReadonlySet<string> {
  const known = NAMES.get(virtualHost);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const { match } of virtualHost.routes ?? [])
    for (const { name } of match?.headers ?? []) names.add(lowerAscii(name ?? ''));
  NAMES.set(virtualHost, names);
  return names;
}

function textOf(value: object): string {
  const text = TEXTS.get(value) ?? lowerAscii(JSON.stringify(value));
  TEXTS.set(value, text);
  return text;
}
