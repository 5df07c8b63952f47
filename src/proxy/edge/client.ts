/** Sends requests to the proxy over HTTP/1.1, each over a connection with the addresses that it is to have. */
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { connect, isIPv6 } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Headers } from '../seen.ts';
import { pairs } from './echo.ts';

/** One request as it goes over the wire. */
export interface Sent {
  readonly method: string;
  /** The request's target. */
  readonly path: string;
  /** `host` among them. */
  readonly headers: Headers;
  /** With these behind it, it has a body, in chunks. */
  readonly trailers?: Headers;
  readonly port: number;
  /** The name that the TLS handshake asks for, empty for none; plaintext where absent. */
  readonly serverName?: string;
  readonly source: string;
  readonly destination: string;
  readonly destinationPort: number;
}

export type Answered =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers }
  | { readonly kind: 'closed' | 'unsent'; readonly why: string };

export interface Client {
  send(request: Sent): Promise<Answered>;
  stop(): void;
}

const ANSWER_MS = 10_000;

/** Connections to one entrance at a time. */
const MAX_SOCKETS = 16;

export function startClient(): Client {
  const agents = new Map<string, Agent>();
  const agentFor = (sent: Sent): Agent => {
    const key = connectionKey(sent);
    const known = agents.get(key);
    if (known !== undefined) return known;
    const agent = new ProxyAgent(sent);
    agents.set(key, agent);
    return agent;
  };
  return {
    send: (sent) => answerTo(sent, agentFor(sent)),
    stop: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

class ProxyAgent extends Agent {
  readonly #sent: Sent;

  constructor(sent: Sent) {
    super({ keepAlive: true, maxSockets: MAX_SOCKETS });
    this.#sent = sent;
  }

  override createConnection() {
    return connectionFor(this.#sent, 'http/1.1');
  }
}

/** A connection with the addresses that a request is to have, over TLS where it asks for that. */
export function connectionFor(sent: Sent, protocol: 'http/1.1' | 'h2') {
  const { port, serverName } = sent;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(proxyLine(sent));
  if (serverName === undefined) return socket;
  return connectTls({
    socket,
    rejectUnauthorized: false,
    ALPNProtocols: [protocol],
    ...(serverName === '' ? {} : { servername: serverName }),
  });
}

/** Equal for requests that one connection may carry. */
export function connectionKey(sent: Sent): string {
  return JSON.stringify([sent.port, sent.serverName ?? null, proxyLine(sent)]);
}

/** The PROXY protocol's first version, which says whose connection this is. */
function proxyLine({ source, destination, destinationPort }: Sent): string {
  const isSix = isIPv6(source) || isIPv6(destination);
  const address = (text: string): string => (isSix && !isIPv6(text) ? `::ffff:${text}` : text);
  return `PROXY ${isSix ? 'TCP6' : 'TCP4'} ${address(source)} ${address(destination)} 40000 ${destinationPort}\r\n`;
}

function answerTo(sent: Sent, agent: Agent): Promise<Answered> {
  return new Promise((resolve) => {
    const closed = (why: string): void => resolve({ kind: 'closed', why });
    let request: ClientRequest;
    const { trailers } = sent;
    const chunked: Headers = trailers === undefined ? [] : [['transfer-encoding', 'chunked']];
    try {
      request = send({
        agent,
        host: '127.0.0.1',
        port: sent.port,
        method: sent.method,
        path: sent.path,
        setHost: false,
        headers: [...sent.headers, ...chunked].flat(),
        timeout: ANSWER_MS,
      });
    } catch (error) {
      resolve({ kind: 'unsent', why: error instanceof Error ? error.message : String(error) });
      return;
    }
    const answered = (response: IncomingMessage): void => {
      const { statusCode = 0, rawHeaders } = response;
      const done = (): void => resolve({ kind: 'answered', status: statusCode, headers: pairs(rawHeaders) });
      response.once('end', done).once('error', done).resume();
    };
    const taken = (response: IncomingMessage): void => {
      response.socket.destroy();
      resolve({
        kind: 'answered',
        status: response.statusCode ?? 0,
        headers: pairs(response.rawHeaders),
      });
    };
    request.once('response', answered).once('connect', taken).once('upgrade', taken);
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
    request.once('error', (error) => closed(error.message));
    if (trailers !== undefined) {
      request.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]));
      request.write('b');
    }
    request.end();
  });
}
