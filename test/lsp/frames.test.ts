/** Messages whose length is wrong, and what follows them. */
import { describe, expect, test } from 'vitest';
import { frames } from '../../src/lsp/edge/connection.ts';

const framed = (text: string, length: number | string = Buffer.byteLength(text)): string =>
  `Content-Length: ${length}\r\n\r\n${text}`;

async function through(text: string, pieces: number): Promise<string> {
  const stream = frames();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) stream.write(bytes.subarray(at, at + pieces));
  stream.end();
  let out = '';
  for await (const chunk of stream) out += String(chunk);
  return out;
}

const [one, two, three] = ['{"id":1,"text":"Content-Length: 5\\r\\n ä"}', '{"id":2}', '{\n"id":3}'];

describe.each([1, 7, 10_000])('in pieces of %i bytes', (pieces) => {
  test('what is right stays as it is', async () => {
    const text = framed(one) + framed(two) + framed(three);
    expect(await through(text, pieces)).toBe(text);
  });

  test.each<[string, string]>([
    ['that is no number', framed(one, 'x')],
    ['that is negative', framed(one, -3)],
    ['that is too long', framed(one, 9_000)],
    ['that is far too long', framed(one, '99999999999999999999')],
    ['that is missing', `Content-Length:\r\n\r\n${one}`],
    ['that is too short', framed(one, 4)],
  ])('a length %s loses no message that follows', async (_, wrong) => {
    const out = await through(wrong + framed(two) + framed(three), pieces);
    expect(out.endsWith(framed(two) + framed(three))).toBe(true);
  });

  test('another head before the length is no trouble', async () => {
    const text = `Content-Type: application/json\r\n${framed(two)}${framed(three)}`;
    expect(await through(text, pieces)).toBe(framed(two) + framed(three));
  });
});

test('a long message is put together once', async () => {
  const text = framed(JSON.stringify({ text: 'a\n'.repeat(2_000_000) }));
  const start = performance.now();
  expect((await through(text, 4096)) === text).toBe(true);
  expect(performance.now() - start).toBeLessThan(10_000);
});
