/** Traces a request through a configuration written as YAML, for tests. */
import type { RoutingContext } from '../../src/routing/context.ts';
import type { Regexes } from '../../src/routing/regex/regexes.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { parseRequest } from '../../src/routing/request/request-json.ts';
import { type Trace, traceRequest } from '../../src/routing/trace.ts';
import type { Message } from '../../src/schema/types.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';

/** Stands in for the engine: JavaScript's own, with names for patterns whose answer stays open. */
export const stubRegexes: Regexes = {
  matches(pattern, _grammar, text) {
    if (pattern === 'UNDECIDED') return 'undecided';
    if (pattern === '(') return { invalid: 'a group is not closed' };
    return new RegExp(`^(?:${pattern})$`).test(text);
  },
  replaceAll: (pattern, _grammar, text, substitution) => ({
    text: text.replace(new RegExp(pattern, 'g'), substitution.replaceAll('\\', '$')),
  }),
};

export const context: RoutingContext = { namespace: 'proxy', regexes: stubRegexes };

export function routeConfiguration(yaml: string, api: ApiVersion = 'v2'): Message<'RouteConfiguration'> {
  const [root] = opened(yaml, { type: 'RouteConfiguration', api }).roots;
  if (root === undefined || root.many) throw new Error('one route configuration was expected');
  return root.value as Message<'RouteConfiguration'>;
}

/** A virtual host for every host, with these routes. */
export function withRoutes(routes: string, more = ''): Message<'RouteConfiguration'> {
  const indented = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => `    ${line}`);
  const lines = ['virtual_hosts:', '  - name: all', '    domains: ["*"]', '    routes:'];
  return routeConfiguration(
    [...lines, ...indented(routes), ...(more === '' ? [] : indented(more))].join('\n'),
  );
}

export function requestOf(fields: object): Request {
  const result = parseRequest({ authority: 'shop.test', path: '/', ...fields });
  if ('problem' in result) throw new Error(result.problem);
  return result.request;
}

export function traced(
  configuration: Message<'RouteConfiguration'>,
  fields: object = {},
  more: Partial<RoutingContext> = {},
): Trace {
  return traceRequest(configuration, requestOf(fields), { ...context, ...more });
}

/** The name of the chosen route, or the kind of the outcome where none is. */
export function taker(
  configuration: Message<'RouteConfiguration'>,
  fields: object = {},
  more: Partial<RoutingContext> = {},
): string | null {
  const { route, outcome } = traced(configuration, fields, more);
  return route === null ? outcome.kind : route.name;
}

/** Routes from lines `name: match`, each answering directly. */
export function namedRoutes(matches: { readonly [name: string]: string }): Message<'RouteConfiguration'> {
  const routes = Object.entries(matches).map(
    ([name, match]) => `- { name: "${name}", match: ${match}, direct_response: { status: 200 } }`,
  );
  return withRoutes(routes.join('\n'));
}

/** Whether a route with this match takes the request. */
export function takesRequest(
  match: string,
  fields: object = {},
  more: Partial<RoutingContext> = {},
): boolean {
  return taker(namedRoutes({ it: match }), fields, more) === 'it';
}
