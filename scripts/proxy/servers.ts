/**
 * Servers that filters of the real proxy ask: an authorizer over HTTP and over gRPC, and a rate limit service. Each refuses
 * what says that it is to be refused: requests with the header `x-authz: no`, descriptors with the value `over`.
 */
import { createServer as createHttp } from 'node:http';
import { createServer as createHttp2, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';

export interface Servers {
  readonly all: readonly {
    readonly name: string;
    readonly port: number;
    readonly isNamed: boolean;
    readonly speaksHttp2?: boolean;
  }[];
  stop(): Promise<void>;
}

/** What the services refuse. */
export const REFUSED_HEADER = 'x-authz';
export const OVER = 'over';

export async function startServers(): Promise<Servers> {
  const authorizer = createHttp((request, response) => {
    request.resume();
    response.writeHead(request.headers[REFUSED_HEADER] === 'no' ? 401 : 200, { 'content-length': '0' }).end();
  });
  const sessions = new Set<ServerHttp2Session>();
  const grpc = createHttp2();
  grpc.on('session', (session) => sessions.add(session.once('close', () => sessions.delete(session))));
  grpc.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => parts.push(chunk));
    stream.on('error', () => undefined);
    stream.on('end', () => {
      const message = Buffer.concat(parts).subarray(5);
      const isLimit = /RateLimit/i.test(headers[':path'] ?? '');
      const answer = isLimit ? limitAnswer(message) : authorizationAnswer(message);
      const length = Buffer.alloc(5);
      length.writeUInt32BE(answer.length, 1);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(Buffer.concat([length, answer]));
    });
  });
  const ports = [await listening(authorizer), await listening(grpc)];
  return {
    all: [
      { name: 'authorizer', port: ports[0] ?? 0, isNamed: false },
      { name: 'services', port: ports[1] ?? 0, isNamed: false, speaksHttp2: true },
    ],
    stop: async () => {
      authorizer.closeAllConnections();
      for (const session of sessions) session.destroy();
      await Promise.all([authorizer, grpc].map((each) => new Promise((resolve) => each.close(resolve))));
    },
  };
}

async function listening(server: Server | ReturnType<typeof createHttp2>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A CheckResponse: an empty status lets pass, code 7 refuses, with the status 401. The header stands in the request as plain text. */
function authorizationAnswer(message: Buffer): Buffer {
  const isRefused = message.includes(Buffer.from([...field(1, REFUSED_HEADER), ...field(2, 'no')]));
  const refusal = [0x0a, 0x02, 0x08, 0x07, 0x12, 0x05, 0x0a, 0x03, 0x08, 0x91, 0x03];
  return Buffer.from(isRefused ? refusal : [0x0a, 0x00]);
}

/** A RateLimitResponse: 1 is within the limit, 2 beyond. */
function limitAnswer(message: Buffer): Buffer {
  const isOver = message.includes(Buffer.from(field(2, OVER)));
  return Buffer.from([0x08, isOver ? 2 : 1]);
}

/** A short text as a field of a message. */
function field(number: number, text: string): readonly number[] {
  return [(number << 3) | 2, text.length, ...Buffer.from(text)];
}
