/** Stands in for every cluster: a server on the loopback address, with a port for each, that remembers what comes. */
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REQUEST_ID } from '../access-log.ts';
import type { Received } from '../seen.ts';

export interface Echo {
  /** The port of each cluster. */
  readonly ports: ReadonlyMap<string, number>;
  /** What came with an id, which is forgotten then. */
  take(id: string): readonly Received[];
  stop(): Promise<void>;
}

export async function startEcho(clusters: Iterable<string>): Promise<Echo> {
  const arrived = new Map<string, Received[]>();
  const sockets = new Set<Socket>();
  const names = new Map<number, string>();
  const keep = ({ method = '', url = '', rawHeaders, socket }: IncomingMessage): void => {
    const all = pairs(rawHeaders);
    const id = all.find(([name]) => name.toLowerCase() === REQUEST_ID)?.[1] ?? '';
    const cluster = names.get(socket.localPort ?? 0) ?? '';
    const headers = all.filter(([name]) => name.toLowerCase() !== REQUEST_ID);
    // What asks for a tunnel has no path, only the host that it is to lead to.
    const path = method === 'CONNECT' ? '' : url;
    arrived.set(id, [...(arrived.get(id) ?? []), { cluster, method, path, headers }]);
  };
  const http = createHttp((request, response) => {
    keep(request);
    request.resume();
    response.sendDate = false;
    response.writeHead(200, { 'content-length': '0' }).end();
  });
  http.on('connect', (request: IncomingMessage, socket: Duplex) => {
    keep(request);
    socket.end('HTTP/1.1 200 OK\r\n\r\n');
  });
  const servers: Server[] = [];
  const ports = new Map<string, number>();
  for (const name of clusters) {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      http.emit('connection', socket);
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    ports.set(name, port);
    names.set(port, name);
  }
  return {
    ports,
    take: (id) => {
      const found = arrived.get(id) ?? [];
      arrived.delete(id);
      return found;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Names and values, which node lists one after the other. */
export function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}
