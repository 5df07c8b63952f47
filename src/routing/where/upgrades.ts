/** Requests that ask for another protocol: refused with 403 where a route takes them, and neither it nor the manager lets them (fact 105). */

import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { NOTHING, type Outcome, type RouteRef, UNFILTERED } from '../outcome/outcome.ts';
import type { Request } from '../request/request.ts';
import type { Trace } from '../trace.ts';

type Manager = Message<'HttpConnectionManager'>;
type RouteConfiguration = Message<'RouteConfiguration'>;

/** The protocols that a manager lets requests ask for, in lower case. */
export function upgradesOf({ upgrade_configs: configs = [] }: Manager): readonly string[] {
  return configs.flatMap(({ upgrade_type: type = '', enabled }) =>
    enabled === false ? [] : lowerAscii(type),
  );
}

/** What a request asks for, in lower case; undefined for a plain one. */
export function upgradeOf({ method, headers }: Request): string | undefined {
  if (method === 'CONNECT') return 'connect';
  const tokens = lowerAscii(headers.connection ?? '').split(',');
  const asked = lowerAscii(headers.upgrade ?? '');
  // The proxy never takes this one over a plain connection, and answers as if nobody had asked.
  if (asked === '' || asked === 'h2c') return undefined;
  return tokens.some((token) => token.trim() === 'upgrade') ? asked : undefined;
}

/** The trace of a request that came through a manager; refused where what it asks for is not allowed. */
export function withUpgrade(
  trace: Trace,
  request: Request,
  configuration: RouteConfiguration,
  allowed: readonly string[] | undefined,
): Trace {
  const asked = upgradeOf(request);
  const { outcome, virtual_host_index: host } = trace;
  // What the manager refuses before, and a tunnel that no route takes, is not looked at.
  if (asked === undefined || allowed === undefined || outcome.status === 400) return trace;
  const isLet = (route: RouteRef | null): boolean => {
    // What no route takes is told so, after the filters have seen it.
    if (route === null) return asked === 'connect' || outcome.kind === 'not_found' || allowed.includes(asked);
    const action = configuration.virtual_hosts?.[host ?? -1]?.routes?.[route.index]?.route;
    const own = action?.upgrade_configs?.find(({ upgrade_type: type = '' }) => lowerAscii(type) === asked);
    return own === undefined ? allowed.includes(asked) : own.enabled !== false;
  };
  if (outcome.kind === 'random') {
    if (outcome.branches.every(({ route }) => isLet(route))) return trace;
    const branches = outcome.branches.map((branch) =>
      isLet(branch.route) ? branch : { ...branch, outcome: REFUSED },
    );
    return { ...trace, outcome: { ...outcome, branches } };
  }
  if (isLet(trace.route)) return trace;
  const why = `no upgrade_configs let requests ask for ${JSON.stringify(asked)}: it is answered with 403`;
  const step = { what: 'upgrade', matched: false, why, about: { kind: 'connection' as const } };
  return { ...trace, outcome: REFUSED, steps: [...trace.steps, step] };
}

const REFUSED = {
  kind: 'not_found',
  ...NOTHING,
  status: 403,
  [UNFILTERED]: true,
} as const satisfies Outcome;
