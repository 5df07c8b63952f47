/**
 * Asks a running proxy for its configuration: one GET, bounded in time and size. Redirects are not followed,
 * certificates are checked whatever the environment says, and no proxy of the environment stands between.
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createGunzip } from 'node:zlib';
import type { LiveAddress } from '../../source/live.ts';
import { bodyFailure, connectionFailure, LiveFailure, statusFailure, typeFailure } from './failure.ts';

export interface LiveLimits {
  /** Bytes of the answer, once it is unpacked. */
  readonly bytes: number;
  /** Milliseconds until it answers at all, and the longest rest while it does. */
  readonly silence: number;
  /** Milliseconds for all of it. */
  readonly whole: number;
}

export const LIVE_TIMES = { silence: 10_000, whole: 60_000 } as const;

/**
 * The body of the answer.
 *
 * @throws InputError with what went wrong and what to do about it
 */
export async function fetchLive(address: LiveAddress, limits: LiveLimits): Promise<Uint8Array> {
  const agent =
    address.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: false })
      : new HttpAgent({ keepAlive: false });
  const whole = new AbortController();
  const timer = setTimeout(() => whole.abort(new LiveFailure('slow')), limits.whole);
  try {
    const answer = await answerOf(address, agent, whole, limits.silence);
    try {
      const failure = statusFailure(answer) ?? typeFailure(answer);
      if (failure !== undefined) throw failure;
      return await bodyOf(answer, limits, whole.signal);
    } finally {
      answer.destroy();
    }
  } catch (error) {
    const failure = whole.signal.aborted ? whole.signal.reason : error;
    throw connectionFailure(address, failure, limits);
  } finally {
    clearTimeout(timer);
    agent.destroy();
  }
}

function answerOf(
  { protocol, socket, host, port, path, login }: LiveAddress,
  agent: HttpAgent | HttpsAgent,
  whole: AbortController,
  silence: number,
): Promise<IncomingMessage> {
  const options: RequestOptions & { readonly rejectUnauthorized: boolean } = {
    method: 'GET',
    path,
    agent,
    signal: whole.signal,
    ...(socket === undefined ? { host, ...(port === '' ? {} : { port }) } : { socketPath: socket }),
    ...(login === undefined ? {} : { auth: login }),
    headers: {
      accept: 'application/json, application/yaml, text/yaml, text/plain',
      'accept-encoding': 'gzip',
      'user-agent': 'cfgtool',
    },
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    const asked = (protocol === 'https:' ? httpsRequest : httpRequest)(options, resolve);
    // Rest of the connection, from its beginning to the end of the answer.
    asked.setTimeout(silence, () => whole.abort(new LiveFailure('silent')));
    asked.on('error', reject);
    // A connection that is to speak something else from here on; without a listener node closes it and says nothing.
    asked.on('upgrade', (answer, connection) => {
      connection.destroy();
      resolve(answer);
    });
    // Last of all events, whatever came before.
    asked.on('close', () => reject(new LiveFailure('short')));
    asked.end();
  });
}

async function bodyOf(
  answer: IncomingMessage,
  { bytes }: LiveLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const length = Number(answer.headers['content-length']);
  if (length > bytes) throw new LiveFailure('large');
  const isPacked = answer.headers['content-encoding']?.toLowerCase() === 'gzip';
  const unpacked = isPacked ? createGunzip() : undefined;
  const stop = (): void => void (unpacked ?? answer).destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (unpacked !== undefined) {
    // Whatever ends the one ends the other; pipe alone would leave the reader waiting.
    answer.on('error', (error) => unpacked.destroy(error));
    answer.on('aborted', () => unpacked.destroy(new LiveFailure('short')));
    answer.pipe(unpacked);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of (unpacked ?? answer) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytes) throw new LiveFailure('large');
    }
  } catch (error) {
    throw bodyFailure(error, isPacked);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (!answer.complete) throw new LiveFailure('short');
  return Buffer.concat(chunks);
}
