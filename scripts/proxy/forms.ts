/** Requests in the forms that clients have for them: over HTTP/1.0 and HTTP/2, with trailers, and with an absolute target. */
import { type ClientHttp2Session, connect } from 'node:http2';
import type { How } from '../../src/proxy/edge/ask.ts';
import {
  type Answered,
  type Client,
  connectionFor,
  connectionKey,
  type Sent,
  startClient,
} from '../../src/proxy/edge/client.ts';
import { pairs } from '../../src/proxy/edge/echo.ts';
import type { Headers } from '../../src/proxy/seen.ts';

const FORMS = [
  ...(['usual', 'http2', 'usual', 'absolute'] as const),
  ...(['http2 with trailers', 'usual', 'http/1.0', 'with trailers'] as const),
] as const;

/** Of eight requests one has an absolute target, one comes over HTTP/1.0, and two over HTTP/2; two have trailers. */
export const IN_FORMS: How = { client: startForms, variables: new Map() };

function startForms(): Client {
  const usual = startClient();
  const sessions = new Map<string, ClientHttp2Session>();
  const sessionFor = (sent: Sent): ClientHttp2Session => {
    const key = connectionKey(sent);
    const known = sessions.get(key);
    if (known !== undefined && !known.closed && !known.destroyed) return known;
    const made = sessionTo(sent);
    sessions.set(key, made);
    return made;
  };
  let count = 0;
  return {
    send: (sent) => {
      const form = formOf(sent, count++);
      if (form === 'http2') return answerTo(sent, sessionFor(sent), form);
      if (form === 'http/1.0') return answerToOld(sent);
      if (form === 'with trailers') return usual.send({ ...sent, trailers: TRAILERS });
      if (form === 'http2 with trailers') {
        // What is answered before all of it was sent may end the connection (1.36).
        const own = sessionTo(sent);
        return answerTo(sent, own, form).finally(() => own.destroy());
      }
      // Whatever Host says then, the target has the word.
      return usual.send(
        form === 'absolute'
          ? {
              ...sent,
              path: `${schemeOf(sent)}://${headerOf(sent, 'host')}${sent.path}`,
              headers: withHost(sent.headers, 'other.test'),
            }
          : sent,
      );
    },
    stop: () => {
      usual.stop();
      for (const session of sessions.values()) session.destroy();
    },
  };
}

function headerOf({ headers }: Sent, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

/** What it is said to have come over: over HTTP/1.1 a header alone says so. */
function schemeOf(sent: Sent): string {
  const said = headerOf(sent, 'x-forwarded-proto');
  return said === 'http' || said === 'https' ? said : sent.serverName === undefined ? 'http' : 'https';
}

function withHost(headers: Headers, host: string): Headers {
  return headers.map(([name, value]) => (name === 'host' ? [name, host] : [name, value]));
}

/** HTTP/1.1 alone has tunnels and upgrades like these, odd hosts and paths, and headers of the connection. */
function formOf(sent: Sent, count: number): (typeof FORMS)[number] {
  const form = FORMS[count % FORMS.length] ?? 'usual';
  const { method, path, headers } = sent;
  const isPlain =
    method !== 'CONNECT' &&
    /^\/[!-~]*$/.test(path) &&
    !path.includes('#') &&
    /^[-.0-9A-Za-z]+(?::\d+)?$/.test(headerOf(sent, 'host')) &&
    !headers.some(([name]) => OF_CONNECTION.has(name));
  // A manager at the edge refuses an absolute target with another scheme than the connection has.
  const isOdd = form === 'absolute' && schemeOf(sent) !== (sent.serverName === undefined ? 'http' : 'https');
  if (!isPlain || isOdd) return 'usual';
  // A body is looked at where it says to be gRPC.
  return form.includes('trailers') && headerOf(sent, 'content-type') !== '' ? 'http2' : form;
}

const OF_CONNECTION: ReadonlySet<string> = new Set(
  'connection upgrade te keep-alive proxy-connection transfer-encoding content-length http2-settings'.split(
    ' ',
  ),
);

function sessionTo(sent: Sent): ClientHttp2Session {
  const session = connect('http://127.0.0.1', { createConnection: () => connectionFor(sent, 'h2') });
  // Its streams say what became of them.
  session.on('error', () => {});
  return session;
}

const ANSWER_MS = 10_000;

const TRAILERS: Headers = [
  ['x-a', 'trailer'],
  ['x-user', 'mallory'],
];

/** Over a connection of its own, which ends behind the answer. */
function answerToOld(sent: Sent): Promise<Answered> {
  const { method, path, headers } = sent;
  const socket = connectionFor(sent, 'http/1.1');
  const lines = [`${method} ${path} HTTP/1.0`, ...headers.map((each) => each.join(': ')), '', ''];
  socket.write(lines.join('\r\n'), 'latin1');
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer in time')));
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.once('error', (error) => resolve({ kind: 'closed', why: error.message }));
    socket.once('close', () => {
      const [head = ''] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n', 1);
      const [first = '', ...others] = head.split('\r\n');
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
      if (Number.isNaN(status)) resolve({ kind: 'closed', why: 'the connection was closed' });
      else resolve({ kind: 'answered', status, headers: pairs(others.flatMap(named)) });
    });
  });
}

/** The name and the value of a header line. */
function named(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function answerTo(
  sent: Sent,
  session: ClientHttp2Session,
  form: 'http2' | 'http2 with trailers',
): Promise<Answered> {
  const headers: { [name: string]: string | string[] } = {
    ':method': sent.method,
    ':path': sent.path,
    ':scheme': schemeOf(sent),
    ':authority': headerOf(sent, 'host'),
  };
  for (const [name, value] of sent.headers)
    if (name !== 'host') headers[name] = [...[headers[name] ?? []].flat(), value];
  return new Promise((resolve) => {
    try {
      const ends = form === 'http2';
      const stream = session.request(headers, { endStream: ends, waitForTrailers: !ends });
      stream.once('wantTrailers', () => stream.sendTrailers(Object.fromEntries(TRAILERS)));
      // Without a byte the program takes it for a flood of empty frames, before 1.40.
      if (!ends) stream.end('b');
      stream.once('response', ({ ':status': status = 0 }, _, raw: readonly string[] = []) => {
        const answered: Answered = { kind: 'answered', status, headers: pairs(raw) };
        stream
          .once('end', () => resolve(answered))
          .once('error', () => resolve(answered))
          .resume();
      });
      stream.setTimeout(ANSWER_MS, () => stream.destroy(new Error('no answer in time')));
      stream.once('error', (error) => resolve({ kind: 'closed', why: error.message }));
      stream.once('close', () => resolve({ kind: 'closed', why: 'the stream was closed' }));
    } catch (error) {
      resolve({ kind: 'unsent', why: error instanceof Error ? error.message : String(error) });
    }
  });
}
