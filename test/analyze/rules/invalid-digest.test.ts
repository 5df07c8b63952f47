import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (sha256: string) =>
  found(
    'invalid-digest',
    `http_uri: { uri: "http://files.test/a", cluster: files, timeout: 5s }\nsha256: "${sha256}"\n`,
    'core.RemoteDataSource',
  ).map(({ pointer, level }) => [pointer, level]);

const DIGEST = 'a1'.repeat(32);

test.each([DIGEST.slice(1), `${DIGEST}0`, `sha256:${DIGEST}`, `${DIGEST.slice(1)}g`])('%s', (sha256) => {
  expect(of(sha256)).toEqual([['/sha256', 'error']]);
});

test.each([DIGEST, DIGEST.toUpperCase(), ''])('nothing about "%s"', (sha256) => {
  expect(of(sha256)).toEqual([]);
});
