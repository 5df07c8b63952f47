/** A hostile or broken server in the place of a running proxy: each case ends with a clear error, within its limit. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchLive, type LiveLimits } from '../../../src/commands/live/fetch.ts';
import { InputError, type InputErrorDetails } from '../../../src/source/errors.ts';
import { liveAddress } from '../../../src/source/live.ts';
import { temporaryFolder } from '../run.ts';
import { serve, serveBytes, serveOn, serveTls } from './server.ts';

const folder = temporaryFolder();
const LIMITS: LiveLimits = { bytes: 1_000_000, silence: 300, whole: 900 };
const DUMP = '{"configs": []}';

const fetched = async (input: string, limits = LIMITS): Promise<string> =>
  Buffer.from(await fetchLive(liveAddress(input), limits)).toString();

/** What fetching fails with, and after how long. */
async function failure(
  input: string,
  limits = LIMITS,
): Promise<InputErrorDetails & { readonly took: number }> {
  const started = performance.now();
  try {
    await fetched(input, limits);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...error.details, took: performance.now() - started };
  }
  throw new Error('it was fetched');
}

const json = (answer: ServerResponse): void => void answer.setHeader('content-type', 'application/json');
const answering =
  (status: number, headers: { readonly [name: string]: string }, body = DUMP): RequestListener =>
  (_, answer) =>
    void answer.writeHead(status, headers).end(body);

describe('a running proxy', () => {
  it('is asked once, with GET, for everything in force', async () => {
    const asked: IncomingMessage[] = [];
    const at = await serve((request, answer) => {
      asked.push(request);
      json(answer);
      answer.end(DUMP);
    });
    expect(await fetched(at)).toBe(DUMP);
    expect(await fetched(`${at}/`)).toBe(DUMP);
    expect(await fetched(`${at}/clusters?format=json`)).toBe(DUMP);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /config_dump?include_eds',
      'GET /config_dump?include_eds',
      'GET /clusters?format=json',
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('may be behind a socket of this machine', async () => {
    const path = `${folder.path}/admin.sock`;
    const asked: (string | undefined)[] = [];
    await serveOn(path, ({ url }, answer) => {
      asked.push(url);
      answer.end(DUMP);
    });
    expect(await fetched(`unix:${path}`)).toBe(DUMP);
    expect(asked).toEqual(['/config_dump?include_eds']);
  });

  it('gets credentials as they are written, and no message shows them', async () => {
    let header: string | undefined;
    const at = await serve(({ headers }, answer) => {
      header = headers.authorization;
      answer.writeHead(403).end();
    });
    const { file, problem, hint } = await failure(at.replace('//', '//ops:s%40cret-1@'));
    expect(header).toBe(`Basic ${Buffer.from('ops:s@cret-1').toString('base64')}`);
    expect({ file, problem }).toEqual({ file: at, problem: 'it refuses access (403)' });
    expect(`${file} ${problem} ${hint}`).not.toMatch(/cret|ops/);
  });

  it('may pack its answer with gzip', async () => {
    const at = await serve((_, answer) => {
      answer.setHeader('content-encoding', 'gzip');
      answer.end(gzipSync(DUMP));
    });
    expect(await fetched(at)).toBe(DUMP);
  });
});

describe('an address that is none', () => {
  it.each([
    ['http://', 'this is no address of a running proxy'],
    ['http://a b/', 'this is no address of a running proxy'],
    ['http://ops:p@ss/word@:99999999/x', 'this is no address of a running proxy'],
    ['unix:', 'the path of the socket is missing'],
  ])('%s', async (input, problem) => {
    const found = await failure(input).catch((error: InputError) => error.details);
    expect(found.problem).toBe(problem);
    expect(JSON.stringify(found)).not.toContain('p@ss');
  });
});

describe('a server that', () => {
  it('is not there', async () => {
    const at = await serveBytes('');
    const port = Number(at.slice(at.lastIndexOf(':') + 1));
    expect(await failure(`http://127.0.0.1:${port === 1 ? 2 : 1}`)).toMatchObject({
      problem: 'nothing listens there',
    });
    expect(await failure(`unix:${folder.path}/none.sock`)).toMatchObject({
      problem: 'there is no such socket',
    });
    expect(await failure(`unix:${folder.path}/${'a'.repeat(300)}`)).toMatchObject({
      problem: expect.stringMatching(/socket/),
    });
  });

  it('is silent', async () => {
    const at = await serve(() => {});
    const { problem, took } = await failure(at);
    expect(problem).toBe('it said nothing for 0.3 seconds');
    expect(took).toBeLessThan(800);
  });

  it('falls silent within its answer', async () => {
    const at = await serve((_, answer) => void answer.write('{"configs": ['));
    expect(await failure(at)).toMatchObject({ problem: 'it said nothing for 0.3 seconds' });
  });

  it.each(['plain', 'gzip'])('never ends its answer, byte by byte (%s)', async (way) => {
    const packed = gzipSync('{"configs": ['.padEnd(100_000, ' '));
    let timer: NodeJS.Timeout | undefined;
    const at = await serve((_, answer) => {
      if (way === 'gzip') answer.setHeader('content-encoding', 'gzip');
      let next = 0;
      timer = setInterval(() => answer.write(way === 'gzip' ? packed.subarray(next, ++next) : ' '), 40);
      answer.on('close', () => clearInterval(timer));
    });
    const { problem, took } = await failure(at);
    clearInterval(timer);
    expect(problem).toBe('its answer was not whole after 0.9 seconds');
    expect(took).toBeLessThan(1500);
  });

  it('says more and more', async () => {
    const block = 'a'.repeat(65_536);
    const at = await serve((_, answer) => {
      const more = (): void => {
        while (!answer.destroyed && answer.write(block));
      };
      answer.on('drain', more);
      more();
    });
    const patient = { ...LIMITS, whole: 60_000, silence: 60_000 };
    expect(await failure(at, patient)).toMatchObject({
      problem: expect.stringContaining('larger than 1 MB'),
    });
  });

  it('announces too much', async () => {
    const at = await serve(answering(200, { 'content-length': '999999999999' }));
    expect(await failure(at)).toMatchObject({ problem: expect.stringContaining('larger than 1 MB') });
  });

  it('sends a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const at = await serve((_, answer) => {
      answer.setHeader('content-encoding', 'gzip');
      answer.end(bomb);
    });
    const before = process.memoryUsage().rss;
    expect(await failure(at, { ...LIMITS, whole: 5000 })).toMatchObject({
      problem: expect.stringContaining('larger than 1 MB'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('calls gzip what is none, or cuts it off', async () => {
    const packed = gzipSync(DUMP.repeat(10_000));
    const bodies = [Buffer.from(DUMP), packed.subarray(0, 40)];
    const at = await serve((_, answer) => {
      answer.setHeader('content-encoding', 'gzip');
      answer.end(bodies.shift());
    });
    expect(await failure(at)).toMatchObject({
      problem: expect.stringContaining('packed with gzip, and is not'),
    });
    expect(await failure(at)).toMatchObject({ problem: 'its answer ended before it was whole' });
  });

  it('packs in a way that nobody asked for', async () => {
    const at = await serve(answering(200, { 'content-encoding': 'br' }));
    expect(await failure(at)).toMatchObject({ problem: expect.stringContaining('packs its answer as br') });
  });

  it('announces more than it sends', async () => {
    const at = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"configs": []');
    expect(await failure(at)).toMatchObject({ problem: 'its answer ended before it was whole' });
  });

  it('ends in the middle of a chunk', async () => {
    const at = await serveBytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"conf');
    expect(await failure(at)).toMatchObject({ problem: 'its answer ended before it was whole' });
  });

  it('sends more than it announces: only what was announced is its answer', async () => {
    const at = await serveBytes(`HTTP/1.1 200 OK\r\ncontent-length: ${DUMP.length}\r\n\r\n${DUMP}garbage`);
    const result = await fetched(at).catch((error: InputError) => error.details.problem);
    expect([DUMP, 'it does not speak HTTP as it should']).toContain(result);
  });

  it('changes to another protocol, or says nothing but that it will answer', async () => {
    const headers = 'connection: upgrade\r\nupgrade: websocket\r\n';
    const switching = await failure(await serveBytes(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`));
    expect(switching).toMatchObject({ problem: 'it answers with status 101' });
    expect(switching.took).toBeLessThan(LIMITS.silence);
    for (const status of ['100 Continue', '103 Early Hints'])
      expect(await failure(await serveBytes(`HTTP/1.1 ${status}\r\n\r\n`))).toMatchObject({
        problem: 'it closed the connection without an answer',
      });
    // It may name what else it speaks.
    expect(await fetched(await serveBytes(`HTTP/1.1 200 OK\r\n${headers}\r\n${DUMP}`))).toBe(DUMP);
  });

  it('speaks something else', async () => {
    expect(await failure(await serveBytes('SSH-2.0-OpenSSH_9.6\r\n'))).toMatchObject({
      problem: 'it does not speak HTTP as it should',
    });
    expect(await failure(await serveBytes(''))).toMatchObject({
      problem: 'it closed the connection without an answer',
    });
    const headers = `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`;
    expect(await failure(await serveBytes(headers))).toMatchObject({
      problem: 'the headers of its answer are too large',
    });
  });

  it('redirects is not followed; where to is said, without credentials', async () => {
    let asked = 0;
    const target = await serve((_, answer) => {
      asked++;
      answer.end(DUMP);
    });
    const at = await serve(
      answering(302, { location: `${target.replace('//', '//ops:secret-1@')}/config_dump` }),
    );
    const { problem, hint } = await failure(at);
    expect(problem).toBe(`it redirects (302) to ${target}/config_dump, and cfgtool follows no redirects`);
    expect(hint).toBe('name that address, if it is the one you mean');
    expect(asked).toBe(0);
  });

  it.each([
    [401, 'it asks for credentials (401)'],
    [403, 'it refuses access (403)'],
    [404, 'it knows no such path (404)'],
    [204, 'it answers with status 204'],
    [500, 'it answers with status 500'],
  ])('answers with %d', async (status, problem) => {
    const found = await failure(await serve(answering(status, {})));
    expect(found.problem).toBe(problem);
    expect(found.hint).toEqual(expect.stringMatching(/\w/));
  });

  it.each([
    ['text/html; charset=utf-8', 'a web page (text/html)'],
    ['image/png', 'image/png'],
  ])('answers with %s', async (type, shown) => {
    const at = await serve(answering(200, { 'content-type': type }));
    expect(await failure(at)).toMatchObject({
      problem: `it answers with ${shown}, not with a configuration`,
    });
  });

  it('shows a certificate that nobody trusts, whatever the environment says', async () => {
    const at = await serveTls(answering(200, {}));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await failure(at)).toMatchObject({
        problem: expect.stringMatching(/^its certificate is signed by nobody this machine trusts/),
      });
      expect(await failure(at.replace('https', 'http'))).toMatchObject({
        problem: expect.stringMatching(/./),
      });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(await failure((await serve(answering(200, {}))).replace('http', 'https'))).toMatchObject({
      problem: 'no TLS can be agreed upon',
    });
  });

  it('no proxy of the environment is asked in its place', async () => {
    let asked = 0;
    const between = await serve((_, answer) => {
      asked++;
      answer.end('no');
    });
    const at = await serve(answering(200, {}));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = between;
    try {
      expect(await fetched(at)).toBe(DUMP);
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(asked).toBe(0);
  });
});
