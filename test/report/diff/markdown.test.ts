import { describe, expect, test } from 'vitest';
import { diffMarkdown } from '../../../src/report/diff/markdown.ts';
import type { ComparedPair } from '../../../src/results/comparison.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { diffOf } from '../../diff/sides.ts';

const shop = (...routes: readonly string[]): string =>
  `name: shop\ndomains: [shop.test]\nroutes: [${routes.map((match) => `{ match: ${match}, route: { cluster: a } }`).join(', ')}]\n`;

const result = diffOf(shop('{ prefix: / }', '{ path: /a }'), shop('{ prefix: / }'), { deadRoutes: true });

function markdown(...pairs: readonly ComparedPair[]): readonly string[] {
  return diffMarkdown({ pairs, files: { before: [], after: [] }, redact: showAll, version: '' }).split(
    '\n\n',
  );
}

describe('what is compared is named', () => {
  test('below the verdict of a single pair', () => {
    const named = (pair: Partial<ComparedPair>) => markdown({ name: 'b.yaml', result, ...pair })[1];
    expect(named({ name: 'a.yaml → b.yaml', before: 'a.yaml', after: 'b.yaml' })).toBe('`a.yaml → b.yaml`');
    expect(named({ after: 'b.yaml' })).toBe('`b.yaml`, which is new');
    expect(named({ before: 'b.yaml' })).toBe('`b.yaml`, which is gone');
  });

  test('above each of several pairs that differ', () => {
    const sides = { before: 'x', after: 'x', result };
    const same = { ...sides, result: diffOf(shop(), shop()) };
    const parts = markdown({ name: 'one', ...sides }, { name: 'two', ...sides }, { name: 'same', ...same });
    expect(parts.filter((part) => part.startsWith('####'))).toEqual(['#### `one`', '#### `two`']);
  });

  test('not where nobody named it', () => {
    expect(markdown({ name: '', result }).join('\n\n')).toContain('<details>');
  });
});

test('what was found out about a change stands beside it', () => {
  expect(markdown({ name: '', result }).join('\n\n')).toContain(
    'removed `routes[1]`<br>No request came to it, so that nothing is lost: route 0 \\(prefix "/"\\) takes all of its requests.',
  );
});
