import { expect, test } from 'vitest';
import { found, foundInTwo } from '../analyzed.ts';

const of = (sha256: string, look = found) =>
  look(
    'invalid-digest',
    `http_uri: { uri: "http://files.test/a", cluster: files, timeout: 5s }\nsha256: "${sha256}"\n`,
    'core.RemoteDataSource',
  ).map(({ pointer, level }) => [pointer, level]);

const DIGEST = 'a1'.repeat(32);

test.each([DIGEST.slice(1), `${DIGEST}0`, `sha256:${DIGEST}`, `${DIGEST.slice(1)}g`])('%s', (sha256) => {
  // The proxy of version 3 takes it, and refuses all that it fetches (1.40 was asked).
  expect(of(sha256)).toEqual([['/sha256', 'warning']]);
  expect(of(sha256, foundInTwo)).toEqual([['/sha256', 'error']]);
});

test.each([DIGEST, DIGEST.toUpperCase(), ''])('nothing about "%s"', (sha256) => {
  expect(of(sha256)).toEqual([]);
});
