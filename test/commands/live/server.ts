/** Servers of the test's own process, each with one manner of answering, on the loopback address. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Server as NetServer } from 'node:net';
import { afterEach } from 'vitest';
import { madeUpCertificate } from '../../../src/proxy/certificate.ts';

const open: (Server | NetServer)[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening<S extends Server | NetServer>(server: S, at?: string): Promise<S> {
  await new Promise<void>((resolve) =>
    at === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(at, resolve),
  );
  open.push(server);
  return server;
}

const portOf = (server: Server | NetServer): number => (server.address() as AddressInfo).port;

/** Answers HTTP. @returns `http://127.0.0.1:PORT` */
export async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${portOf(await listening(createServer(answer)))}`;
}

/** The same on a socket of this machine. */
export async function serveOn(path: string, answer: RequestListener): Promise<void> {
  await listening(createServer(answer), path);
}

/** The same over TLS, with a certificate that nobody trusts. */
export async function serveTls(answer: RequestListener): Promise<string> {
  const { chain, key } = madeUpCertificate();
  return `https://127.0.0.1:${portOf(await listening(createTlsServer({ cert: chain, key }, answer)))}`;
}

/** Writes bytes of its own, whatever it is asked. */
export async function serveBytes(bytes: string | Buffer): Promise<string> {
  const server = createPlainServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  return `http://127.0.0.1:${portOf(await listening(server))}`;
}
