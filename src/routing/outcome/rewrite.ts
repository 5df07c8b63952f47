/** What the upstream sees as path and host (data-model, route.RouteAction; facts 35, 36). */
import type { Message } from '../../schema/types.ts';
import { matchedLength } from '../match/path.ts';
import { type Regexes, type Undecided, whyOpen } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';

/** `:path` with the matched text replaced, byte for byte; the remainder and the query stay. */
export function rewritePrefix(
  rewrite: string | undefined,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
): string {
  if (rewrite === undefined || rewrite === '' || match === undefined) return request.rawPath;
  return rewrite + request.rawPath.slice(matchedLength(match, request));
}

/** The path sent upstream: prefix_rewrite, else regex_rewrite on what is before the query, else as requested. */
export function upstreamPath(
  route: Message<'route.Route'>,
  request: SeenRequest,
  regexes: Regexes,
): string | Undecided {
  const { prefix_rewrite: prefix, regex_rewrite: rewrite } = route.route ?? {};
  if ((prefix !== undefined && prefix !== '') || rewrite === undefined)
    return rewritePrefix(prefix, route.match, request);
  const pattern = rewrite.pattern?.regex ?? '';
  const replaced =
    regexes.replaceAll?.(pattern, 're2', request.barePath, rewrite.substitution ?? '') ?? 'undecided';
  if (replaced === 'undecided' || 'invalid' in replaced) return { undecided: whyOpen(replaced, pattern) };
  return 'text' in replaced ? replaced.text + request.rawPath.slice(request.barePath.length) : replaced;
}

export interface UpstreamHost {
  readonly host: string;
  readonly auto_host_rewrite?: true;
}

/** What a route writes in place of the host, by the names of either version. */
export function hostRewriteOf(action: Message<'route.RouteAction'>): {
  readonly literal: string | undefined;
  readonly header: string | undefined;
} {
  return {
    literal: action.host_rewrite_literal ?? action.host_rewrite,
    header: action.host_rewrite_header ?? action.auto_host_rewrite_header,
  };
}

/**
 * The host sent upstream: the rewrite stands for the whole value, port included (fact 36).
 *
 * @param isNamed whether a host that may be chosen has a name
 */
export function upstreamHost(
  action: Message<'route.RouteAction'>,
  request: SeenRequest,
  isNamed: boolean,
): UpstreamHost {
  const own = request.request.authority;
  const { literal, header: named } = hostRewriteOf(action);
  if (literal !== undefined && literal !== '') return { host: literal };
  if (named !== undefined && named !== '') return { host: request.header(named) || own };
  return action.auto_host_rewrite === true && isNamed
    ? { host: own, auto_host_rewrite: true }
    : { host: own };
}
