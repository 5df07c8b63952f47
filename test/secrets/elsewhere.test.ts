/**
 * A secret is hidden where it stands as that value, and nowhere else that its letters occur: what is shown of a file is
 * the same letter for letter whatever the secret in it is. It is so too where the secret is a common word, which names
 * of the file, paths and messages have; nothing but its place tells then that it is one.
 */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeFolder } from '../fuzz/folder.ts';
import { innerRunner, type Runner } from '../fuzz/inner.ts';
import { shareOf } from '../share.ts';
import { commandsWith } from './commands.ts';
import { positions } from './positions.ts';

const root = resolve('.');
const folder = makeFolder();
let runner: Runner;

beforeAll(async () => {
  runner = await innerRunner(root, folder);
});
afterAll(() => {
  process.chdir(root);
  folder.remove();
});

/** Both as long, so that places are the same; the first is what the file calls things too. */
const COMMON = 'routesgoldshop';
const UNSEEN = 'zvuqxwkjplmnhy';

/** What has the common word in it for something else. */
const NAMES = `---
virtual_hosts:
- name: ${COMMON}
  domains: [${COMMON}.test]
  routes:
  - match: {prefix: /${COMMON}, unknown: 1}
    route: {cluster: ${COMMON}}
  - match: {path: /${COMMON}/a}
    route: {cluster: c-${COMMON}, prefix_rewrite: /${COMMON}}
`;

const TESTS = `tests:
- {test_name: ${COMMON}, input: {authority: shop.test, path: /${COMMON}}, validate: {cluster_name: none}}
`;

async function shown(
  make: (mark: string) => object,
  secret: string,
  [command = '', ...args]: readonly string[],
): Promise<string> {
  const files = {
    'a.yaml': stringify(make(secret)) + NAMES,
    'b.yaml': stringify(make('otherjustaslng')) + NAMES,
    'plain.yaml': NAMES,
    'tests.yaml': TESTS,
  };
  const content = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  const { code, out, err } = await runner.run({ command, args, files: content, marks: [] });
  expect(code, err).toBeLessThan(3);
  // A fingerprint tells contents apart, and gives none of them away.
  return `${out}\n${err}`.replace(/\b[0-9a-f]{12}\b/g, 'fingerprint');
}

/** What came of a run differs where the secret is another; `undefined` where it does not. */
function difference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  const [left, right] = [one.split('\n'), other.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `${left[at]}\n${right[at]}`;
}

const ASKED = positions.filter(({ again }) => !again).map((each, turn) => ({ ...each, turn }));

describe.each(ASKED)('$name', ({ with: make, turn }) => {
  test('is hidden, and nothing else', async () => {
    const found: string[] = [];
    const commands = commandsWith(COMMON).map(
      (common, at) => [common, commandsWith(UNSEEN)[at] ?? []] as const,
    );
    for (const [common, unseen] of shareOf(commands, turn)) {
      const differs = difference(await shown(make, COMMON, common), await shown(make, UNSEEN, unseen));
      if (differs !== undefined) found.push(`${common.join(' ')}\n${differs}`);
    }
    expect(found).toEqual([]);
  });
});
