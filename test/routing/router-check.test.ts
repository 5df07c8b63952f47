/** Every pair of configuration and expectations that was published with the proxy's own tool runs and passes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { results } from './expect/tests.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/router_check/', import.meta.url));

const pairs = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.golden.'))
      .map((tests) => [tests, tests.replace(/\.golden\..*$/, '.yaml')] as const)
  : [];

describe.skipIf(pairs.length === 0)('router_check', () => {
  test.each(pairs)('%s', (tests, routes) => {
    const all = results(
      readFileSync(join(CORPUS, routes), 'utf8'),
      readFileSync(join(CORPUS, tests), 'utf8'),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.flatMap(({ test: { name, problems }, failures }) =>
        [...problems, ...failures].map((why) => [name, why]),
      ),
    ).toEqual([]);
  });
});
