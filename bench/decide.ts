/**
 * One measured process: `load` of js-yaml on a route configuration, and deciding every route of it, once each, as a
 * command meets them, and tracing one request. Prints milliseconds and counts as JSON.
 * `node --expose-gc decide.js MIX ROUTES VIRTUAL_HOSTS`
 */
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { openConfiguration } from '../src/model/open.ts';
import { baseOf, decide, routeList } from '../src/routing/all/index.ts';
import { regexEngine } from '../src/routing/regex/engine.ts';
import { startMeter } from '../src/routing/regex/index.ts';
import { traceRequest } from '../src/routing/trace.ts';
import type { Message } from '../src/schema/types.ts';
import { sourceFile } from '../src/source/load.ts';
import { MIXES, routesText } from './route-mixes.ts';

export interface Decided {
  /** `load` of js-yaml. */
  readonly load: number;
  /** cfgtool's own reading and binding. */
  readonly open: number;
  /** The first request traced, which no route takes, so that all are looked at. */
  readonly trace: number;
  /** Deciding all routes, the preparation of the lists included. */
  readonly decide: number;
  /** The same, of the deciding thread only. */
  readonly decideThread: number;
  /** How many routes came out in which way. */
  readonly kinds: { readonly [kind: string]: number };
}

/** For one route, as the analysis has it. */
const LIMITS = { work: 5_000_000, clock: { now: () => performance.now(), milliseconds: 1000 } };
const WORD = 'proxy';

/** Nanoseconds that this thread has run, as Linux counts them. */
const OWN_TIME = '/proc/thread-self/schedstat';

interface Cost {
  /** Milliseconds of processor time, all threads. */
  readonly all: number;
  /** Those of this thread, where the system tells. */
  readonly thread: number;
}

/**
 * Processor time, so that what else the machine does counts for little. What the parts before have left is collected
 * first: each part pays for its own garbage only.
 */
function timed<T>(run: () => T): readonly [T, Cost] {
  globalThis.gc?.();
  const started = process.cpuUsage();
  const startedThread = threadTime();
  const result = run();
  const thread = threadTime();
  const { user, system } = process.cpuUsage(started);
  const all = (user + system) / 1000;
  return [result, { all, thread: thread === undefined ? all : thread - (startedThread ?? 0) }];
}

function threadTime(): number | undefined {
  return existsSync(OWN_TIME) ? Number(readFileSync(OWN_TIME, 'utf8').split(' ', 1)[0]) / 1e6 : undefined;
}

function decideAll(configuration: Message<'RouteConfiguration'>): Map<string, number> {
  const regexes = regexEngine();
  const kinds = new Map<string, number>();
  for (const [host, { routes = [] }] of (configuration.virtual_hosts ?? []).entries()) {
    const list = routeList(routes, { regexes, namespace: WORD, base: baseOf(configuration, host, WORD) });
    for (const route of routes.keys()) {
      const { kind } = decide(list, route, startMeter(LIMITS));
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return kinds;
}

const [name, routes, hosts] = process.argv.slice(2);
const mix = MIXES.find((each) => each.name === name);
if (mix === undefined) throw new Error(`there is no mix ${name}`);
const text = routesText(mix, Number(routes), Number(hosts));
const [, loaded] = timed(() => load(text));
const [{ roots }, opened] = timed(() =>
  openConfiguration(sourceFile('<text>', text, 'named'), { type: 'RouteConfiguration' }),
);
const configuration = roots[0]?.value as Message<'RouteConfiguration'>;
const request = {
  method: 'GET',
  authority: 'example.test',
  path: '/nowhere',
  scheme: 'https',
  internal: false,
  headers: {},
};
const context = { regexes: regexEngine(), namespace: WORD };
const [, traced] = timed(() => traceRequest(configuration, request, context));
const [kinds, decided] = timed(() => decideAll(configuration));
const result: Decided = {
  load: loaded.all,
  open: opened.all,
  trace: traced.all,
  decide: decided.all,
  decideThread: decided.thread,
  kinds: Object.fromEntries(kinds),
};
console.log(JSON.stringify(result));
