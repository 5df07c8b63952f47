/** Names out of the configurations that a command line names, for completion: quick, and silent about any trouble. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Configuration, openConfiguration } from '../../model/index.ts';
import { fits } from '../../routing/match/hosts.ts';
import { type FoundRouting, findRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { decode } from '../../source/decode.ts';
import { sourceFile } from '../../source/load.ts';
import { processIo } from '../io.ts';
import type { Candidate } from './wanted.ts';

/** Somebody waits with a finger on the key: longer files, and more of them, are not read. */
const MAX_BYTES = 3_000_000;
const MAX_FILES = 4;

/** What the files hold about routing; only regular files are looked at. */
export async function routingIn(files: readonly string[]): Promise<FoundRouting> {
  const opened: Configuration[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    const configuration = await openQuietly(file);
    if (configuration !== undefined) opened.push(configuration);
  }
  return findRouting(opened);
}

async function openQuietly(file: string): Promise<Configuration | undefined> {
  try {
    // The shell has not expanded the line yet.
    const path = file.startsWith('~/') ? join(homedir(), file.slice(2)) : file;
    const { kind, size } = await processIo.status(path);
    if (kind !== 'file' || size > MAX_BYTES) return undefined;
    const text = decode(file, await processIo.readFile(path, MAX_BYTES));
    return openConfiguration(sourceFile(file, text, 'searched'));
  } catch {
    return undefined;
  }
}

export function routeConfigurationNames({ routes }: FoundRouting): readonly Candidate[] {
  return routes.flatMap(({ name, listeners }) =>
    name === null ? [] : [{ value: name, about: listeners.map((each) => each.name ?? '').join(', ') }],
  );
}

/** Names of listeners; ports of those without. */
export function listenerNames({ routes }: FoundRouting): readonly Candidate[] {
  return routes.flatMap(({ listeners, name: used }) =>
    listeners.flatMap(({ name, port }) => {
      const value = name !== null && name !== '' ? name : port === null ? undefined : String(port);
      return value === undefined ? [] : [{ value, about: used ?? '' }];
    }),
  );
}

export function clusterNames({ clusters }: FoundRouting): readonly Candidate[] {
  return [...(clusters ?? [])].map((value) => ({ value, about: '' }));
}

/**
 * URLs of the virtual hosts, and behind a host the paths of its routes.
 *
 * @param current as far as the URL is typed
 */
export function urls({ routes, listeners }: FoundRouting, current: string): readonly Candidate[] {
  const secure = behindTls(listeners);
  const hosts = routes.flatMap((found) => hostsOf(found, secure.has(found)));
  const [, start, authority] = /^((?:https?:\/\/)?([^/?:]+(?::\d+)?))\//.exec(current) ?? [];
  if (start === undefined || authority === undefined) {
    // The scheme may be left out: whoever has begun with something else does.
    const isBare = !'https://'.startsWith(current) && !/^https?:/.test(current);
    return hosts.flatMap(({ domains, name, isSecure, ports }) =>
      domains
        .flatMap((domain) => (domain === '*' ? localhosts(ports) : domain.replace(/^\*\./, 'www.')))
        .filter((domain) => !domain.includes('*'))
        .map((domain) => ({
          value: `${isBare ? '' : isSecure ? 'https://' : 'http://'}${domain}/`,
          about: name,
        })),
    );
  }
  const exact = hosts.filter(({ domains }) => domains.includes(authority));
  const meant =
    exact.length > 0 ? exact : hosts.filter(({ domains }) => domains.some((each) => fits(each, authority)));
  return meant.flatMap(({ paths, name }) => paths.map((path) => ({ value: `${start}${path}`, about: name })));
}

interface Host {
  readonly name: string;
  readonly domains: readonly string[];
  readonly isSecure: boolean;
  /** Of the listeners that lead there. */
  readonly ports: readonly number[];
  readonly paths: readonly string[];
}

/** Route configurations to which every client comes over TLS. */
function behindTls(listeners: FoundRouting['listeners']): ReadonlySet<FoundRoutes> {
  const chains = listeners.flatMap((listener) => listener.chains);
  const led = (tls: boolean) =>
    new Set(
      chains.flatMap(({ expectsTls, leads }) =>
        (expectsTls === true) === tls ? leads.map(({ found }) => found) : [],
      ),
    );
  const plain = led(false);
  return new Set([...led(true)].filter((found) => !plain.has(found)));
}

function hostsOf({ routeConfiguration, listeners }: FoundRoutes, isTls: boolean): readonly Host[] {
  const ports = listeners.flatMap(({ port }) => port ?? []);
  return (routeConfiguration.virtual_hosts ?? []).map((host) => ({
    name: host.name ?? '',
    domains: host.domains ?? [],
    ports,
    isSecure: isTls || host.require_tls === 'ALL' || host.require_tls === 'EXTERNAL_ONLY',
    paths: (host.routes ?? []).flatMap(pathOf),
  }));
}

/** A host for a virtual host that takes any. */
function localhosts(ports: readonly number[]): readonly string[] {
  return ports.length === 0
    ? ['localhost']
    : ports.map((port) => (port === 80 ? 'localhost' : `localhost:${port}`));
}

function pathOf({ match }: Message<'route.Route'>): readonly string[] {
  const path = match?.path ?? match?.prefix;
  return path?.startsWith('/') ? [path] : [];
}
