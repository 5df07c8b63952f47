/**
 * One stream of gRPC in both directions, as the aggregated service of a management server speaks it: messages with five
 * bytes before them over HTTP/2. Bounded in size and time by whoever reads it.
 */

import type { SecureClientSessionOptions } from 'node:http2';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';

export interface GrpcStream {
  send(message: Uint8Array): void;
  /** Each message of the server; ends where the server does, with what it says of that. */
  readonly messages: AsyncIterable<Uint8Array>;
  close(): void;
}

/** The server ended the stream, or speaks no gRPC. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
}

const STATUS =
  'OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED'.split(
    ' ',
  );

/** What a server may say of itself in words. */
const MAX_WORDS = 500;

/**
 * @param authority `http://HOST:PORT` or `https://HOST:PORT`
 * @param path the method, such as `/package.Service/Method`
 * @param limit bytes that one message may have
 */
export function openStream(
  authority: string,
  path: string,
  tls: SecureClientSessionOptions,
  limit: number,
): GrpcStream {
  const session = connect(authority, { ...tls, rejectUnauthorized: true });
  const stream = session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: path,
    [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
    [constants.HTTP2_HEADER_TE]: 'trailers',
    [constants.HTTP2_HEADER_USER_AGENT]: 'cfgtool',
  });
  return {
    send: (message) => {
      const frame = Buffer.alloc(5 + message.length);
      frame.writeUInt32BE(message.length, 1);
      frame.set(message, 5);
      if (!stream.destroyed) stream.write(frame);
    },
    messages: messagesOf(session, stream, limit),
    close: () => {
      stream.destroy();
      session.destroy();
    },
  };
}

async function* messagesOf(
  session: ClientHttp2Session,
  stream: ClientHttp2Stream,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let said: string | undefined;
  let broken: Error | undefined;
  const failed = new Promise<never>((_, reject) => {
    session.on('error', (error) => {
      broken = error;
      reject(error);
    });
    stream.once('error', reject);
  });
  failed.catch(() => {});
  stream.on('trailers', (trailers) => {
    said ??= wordsOf(trailers);
  });
  stream.once('response', (headers) => {
    const status = String(headers[constants.HTTP2_HEADER_STATUS]);
    const type = String(headers[constants.HTTP2_HEADER_CONTENT_TYPE] ?? '');
    if (status !== '200') said = `it answers with status ${status}`;
    else if (!type.startsWith('application/grpc'))
      said = `it answers with ${type.slice(0, 80) || 'no type'}, not with gRPC`;
    else if (headers['grpc-status'] !== undefined) said = wordsOf(headers);
    if (said !== undefined) stream.close();
  });
  const chunks = stream[Symbol.asyncIterator]();
  let pending = Buffer.alloc(0);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), failed]);
      if (next.done === true) break;
      pending = Buffer.concat([pending, next.value]);
      while (pending.length >= 5) {
        const length = pending.readUInt32BE(1);
        if (pending[0] !== 0) throw new GrpcError('it packs its messages, which cfgtool did not ask for');
        if (length > limit) throw new GrpcError('large');
        if (pending.length < 5 + length) break;
        yield pending.subarray(5, 5 + length);
        pending = pending.subarray(5 + length);
      }
    }
  } catch (error) {
    // The stream ends first, and what ended its connection says more.
    await new Promise((resolve) => setImmediate(resolve));
    throw broken ?? (said === undefined ? error : new GrpcError(said));
  } finally {
    session.destroy();
  }
  throw new GrpcError(said ?? 'it ended the stream without a word');
}

function wordsOf(headers: { readonly [name: string]: unknown }): string {
  const code = Number(headers['grpc-status'] ?? 2);
  const message = String(headers['grpc-message'] ?? '').slice(0, MAX_WORDS);
  const text = /%(?![0-9a-f]{2})/i.test(message) ? message : decodedOr(message);
  return `it ended the stream: ${STATUS[code] ?? code}${text === '' ? '' : `, ${text}`}`;
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
