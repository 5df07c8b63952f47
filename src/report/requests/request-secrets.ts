/** Secrets of requests and of tests, which no configuration holds. */
import { secretsIn } from '../../model/secrets.ts';
import type { RouteTest } from '../../routing/expect/read.ts';
import type { Request } from '../../routing/request/request.ts';
import { isNoSecret } from '../../source/secret-looks.ts';
import { isSecretName } from '../../source/secret-names.ts';

/**
 * Headers that carry credentials, single cookies, query parameters with a secret's name, a login before the host, and
 * what is secret by its name or looks in the rest.
 */
export function requestSecrets(request: Request): readonly string[] {
  return [
    ...new Set([
      ...secretsIn(request),
      ...headerSecrets(Object.entries(request.headers)),
      ...urlSecrets(request.authority),
      ...urlSecrets(request.path),
    ]),
  ];
}

/** The login and the query parameters with a secret's name of what should be a URL, or of a part of one. */
export function urlSecrets(url: string): readonly string[] {
  const login = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^@:/?#]*:([^@/?#]+)@/i.exec(url)?.[1];
  return [...querySecrets(url), ...(login === undefined ? [] : [login])];
}

/** What is secret in a test beside what the names in its file say. */
export function testSecrets({ request, responseHeaders, expectations }: RouteTest): readonly string[] {
  return [
    ...requestSecrets(request),
    ...headerSecrets(responseHeaders),
    ...expectations.flatMap((each) => (each.kind === 'text' ? querySecrets(each.expected) : [])),
  ];
}

/** A cookie as short as `1` lets nobody in, and would hide every 1 of a report. */
const LONG = 4;

/** Values of single cookies, which a trace shows without the rest of their header. */
function headerSecrets(headers: Iterable<readonly [name: string, value: string]>): readonly string[] {
  return [...headers].flatMap(([name, value]) => {
    const cookies = value
      .split(';')
      .flatMap((pair) => /^\s*[^=;\s]+=(.+)$/s.exec(pair)?.[1]?.trim() ?? [])
      .filter((cookie) => cookie.length >= LONG);
    if (name.toLowerCase() === 'cookie') return cookies;
    // Behind the cookie stand its attributes.
    return name.toLowerCase() === 'set-cookie' ? cookies.slice(0, 1) : [];
  });
}

/** Values of query parameters that are called like secrets, as they stand in a path or URL. */
function querySecrets(path: string): readonly string[] {
  const query = /\?([^#]*)/s.exec(path)?.[1] ?? '';
  return query.split('&').flatMap((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=(.+)$/s.exec(pair) ?? [];
    return isSecretName(name) && !isNoSecret(value) ? [value] : [];
  });
}
