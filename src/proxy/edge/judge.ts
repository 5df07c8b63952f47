/** The real proxy as a judge: runs a configuration on the loopback address and says what it does with requests. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request } from '../../routing/request/request.ts';
import type { Message } from '../../schema/types.ts';
import { REQUEST_ID, readLine } from '../access-log.ts';
import { madeUpCertificate } from '../certificate.ts';
import { type EchoCluster, type Entrance, runnable } from '../runnable/bootstrap.ts';
import { INSIDE } from '../runnable/manager.ts';
import type { Headers, Logged, Seen } from '../seen.ts';
import { type Client, type Sent, startClient } from './client.ts';
import { type Echo, startEcho } from './echo.ts';
import {
  LOOK_MS,
  type Program,
  ProxyError,
  pause,
  portsOf,
  prepareProxy,
  type Started,
  startProgram,
} from './program.ts';

/** What a run is about. */
export interface Trial {
  readonly namespace: string;
  readonly entrances: readonly Entrance[];
  /** The clusters that exist. */
  readonly clusters: Iterable<string>;
  /** Those of them whose hosts have no names. */
  readonly nameless: ReadonlySet<string>;
  readonly routesNamed: (name: string) => Message<'RouteConfiguration'> | undefined;
  readonly runtime: { readonly [key: string]: unknown };
  /** Servers that answer filters. */
  readonly servers?: readonly EchoCluster[];
  /** Starts what sends the requests; over HTTP/1.1 where absent. */
  readonly client?: () => Client;
}

/** A request, and how it comes in. */
export interface Question {
  /** Position among the entrances. */
  readonly entrance: number;
  readonly request: Request;
  /** The name that the TLS handshake asks for, empty for none; plaintext where absent. */
  readonly serverName?: string;
  /** The address and port that the client connects to, as the configuration has them. */
  readonly destination?: string;
  readonly destinationPort?: number;
}

export interface Judge {
  /** What of the configuration does not run. */
  readonly leftOut: readonly string[];
  /** What of it might have done something else with requests. */
  readonly deciding: readonly string[];
  /** What the proxy does with each, in order. */
  ask(questions: readonly Question[]): Promise<readonly Seen[]>;
  stop(): Promise<void>;
}

/** Requests that are under way at a time. */
const AT_ONCE = 16;
/** How long copies of requests may take, which come on their own. */
const COPIES_MS = 5000;
/** More clusters would be more ports than a machine may give. */
const MAX_CLUSTERS = 2000;

/** @throws ProxyError where the proxy does not start with it */
export async function startJudge(program: string, trial: Trial): Promise<Judge> {
  const asked = new Set(trial.servers?.map(({ name }) => name));
  const names = [...new Set(trial.clusters)].filter((name) => !asked.has(name));
  if (names.length > MAX_CLUSTERS)
    throw new ProxyError(`${names.length} clusters are more than the ${MAX_CLUSTERS} that can be led here`);
  const echo = await startEcho(names);
  try {
    const prepared = await prepareProxy(program);
    try {
      return await startIn(prepared, program, trial, echo);
    } catch (error) {
      await prepared.stop();
      throw error;
    }
  } catch (error) {
    await echo.stop();
    throw error;
  }
}

async function startIn(prepared: Program, program: string, trial: Trial, echo: Echo): Promise<Judge> {
  const logPath = join(prepared.folder, 'access.log');
  const { bootstrap, listeners, leftOut, deciding } = runnable({
    ...trial,
    clusters: [...echo.ports].map(([name, port]) => ({ name, port, isNamed: !trial.nameless.has(name) })),
    certificate: madeUpCertificate(),
    logPath,
  });
  const started = await startProgram(prepared, program, bootstrap);
  const copies = JSON.stringify(bootstrap).includes('"request_mirror_polic');
  return await judgeOf(started, {
    trial,
    echo,
    log: startLog(logPath),
    listeners,
    leftOut,
    deciding,
    copies,
  });
}

interface Running {
  readonly trial: Trial;
  readonly echo: Echo;
  readonly log: Log;
  readonly listeners: readonly string[];
  readonly leftOut: readonly string[];
  readonly deciding: readonly string[];
  readonly copies: boolean;
}

async function judgeOf(
  { program, admin }: Started,
  { trial, echo, log, listeners, leftOut, deciding, copies }: Running,
): Promise<Judge> {
  const client = trial.client?.() ?? startClient();
  const stop = async (): Promise<void> => {
    client.stop();
    await program.stop();
    await echo.stop();
  };
  const ports = await portsOf(admin).catch(async (error) => {
    await stop();
    throw error;
  });
  let asked = 0;
  return {
    leftOut,
    deciding,
    stop,
    ask: async (questions) => {
      const ids = questions.map(() => `${++asked}`);
      const answers = await eachAtOnce(questions, (question, index) => {
        const entrance = trial.entrances[question.entrance];
        const port = ports.get(listeners[question.entrance] ?? '');
        if (entrance === undefined || port === undefined) throw new ProxyError('it has no such listener');
        return sendBy(client, question, entrance, port, ids[index] ?? '');
      });
      const logged = await log.collect(ids.filter((_, index) => answers[index]?.kind === 'answered'));
      if (copies) await untilIdle(admin);
      if (program.code() !== undefined) throw new ProxyError('it ended while requests were sent');
      return answers.map((answer, index) => {
        const id = ids[index] ?? '';
        const received = echo.take(id);
        return answer.kind !== 'answered' ? answer : { ...answer, logged: logged.get(id), received };
      });
    },
  };
}

function sendBy(client: Client, question: Question, entrance: Entrance, port: number, id: string) {
  const { request, serverName, destination, destinationPort } = question;
  const sent: Sent = {
    method: request.method,
    path: request.method === 'CONNECT' ? request.authority : request.path,
    headers: sentHeaders(request, {
      id,
      overTls: serverName !== undefined,
      ...(entrance.kind === 'routes' ? { inside: INSIDE } : {}),
    }),
    port,
    ...(serverName === undefined ? {} : { serverName }),
    source: request.remote_address ?? '127.0.0.1',
    destination: destination ?? '127.0.0.1',
    destinationPort: destinationPort ?? port,
  };
  return client.send(sent);
}

/** Waits until no request is under way to a cluster any more. */
async function untilIdle(admin: string): Promise<void> {
  const until = performance.now() + COPIES_MS;
  while (performance.now() < until) {
    const signal = AbortSignal.timeout(COPIES_MS);
    const answer = await fetch(`http://${admin}/stats?filter=upstream_rq_(pending_)?active$`, { signal });
    const lines = (await answer.text()).split('\n');
    if (!lines.some((line) => /: [1-9]\d*$/.test(line))) return;
    await pause(LOOK_MS);
  }
}

async function eachAtOnce<T, R>(
  all: readonly T[],
  work: (each: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < all.length; index = next++) {
      const each = all[index];
      if (each !== undefined) results[index] = await work(each, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** How long a line may take to come. */
const LINE_MS = 3000;
const CHUNK = 1 << 20;

interface Log {
  /** The lines of these requests; those that do not come in time are left out. */
  collect(ids: readonly string[]): Promise<ReadonlyMap<string, Logged>>;
}

/** Reads the access log while the proxy writes it. */
function startLog(path: string): Log {
  let offset = 0;
  let rest = '';
  const more = async (): Promise<readonly Logged[]> => {
    const file = await open(path, 'r').catch(() => undefined);
    if (file === undefined) return [];
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, offset);
      offset += bytesRead;
      const lines = (rest + buffer.toString('latin1', 0, bytesRead)).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap((line) => readLine(Buffer.from(line, 'latin1').toString()) ?? []);
    } finally {
      await file.close();
    }
  };
  return {
    collect: async (ids) => {
      const found = new Map<string, Logged>();
      const open = new Set(ids);
      let until = performance.now() + LINE_MS;
      while (open.size > 0 && performance.now() < until) {
        const lines = await more();
        for (const line of lines) {
          if (open.delete(line.id)) found.set(line.id, line);
        }
        if (lines.length === 0) await pause(LOOK_MS);
        else until = performance.now() + LINE_MS;
      }
      return found;
    },
  };
}

/** Headers that say how a connection is used, which each end decides by itself, but for one that says more. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'transfer-encoding', 'content-length']);

/**
 * @param id finds the request again
 * @param overTls whether the connection tells that the scheme is https
 * @param inside the address that a request from inside comes from; undefined where that is not to be had
 */
function sentHeaders(
  request: Request,
  { id, overTls, inside }: { readonly id: string; readonly overTls: boolean; readonly inside?: string },
): Headers {
  const { headers, repeated = {}, authority, scheme, internal } = request;
  const own = Object.entries(headers).flatMap(([name, value]) =>
    (OF_THE_CONNECTION.has(name) && !(name === 'connection' && namesMore(headers))) || name === 'host'
      ? []
      : (repeated[name] ?? [value]).map((each) => [name, each] as const),
  );
  const has = (name: string): boolean => Object.hasOwn(headers, name);
  return [
    ['host', authority],
    ...(has('x-forwarded-proto') || overTls === (scheme === 'https')
      ? []
      : [['x-forwarded-proto', scheme] as const]),
    ...(internal && inside !== undefined && !has('x-forwarded-for')
      ? [['x-forwarded-for', inside] as const]
      : []),
    ...own,
    [REQUEST_ID, id],
  ];
}

/** Whether `connection` asks for an upgrade, or names headers. */
function namesMore(headers: { readonly [name: string]: string }): boolean {
  const tokens = (headers.connection ?? '').split(',').map((token) => token.trim());
  return Object.hasOwn(headers, 'upgrade') || tokens.some((token) => !/^(?:|close|keep-alive)$/i.test(token));
}
