/** Bad and hostile input, through the command line as users meet it: one clear answer, the right exit code. */
import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

interface Case {
  readonly name: string;
  readonly content: () => string | Uint8Array;
  readonly code: number;
  /** Part of what standard error says. */
  readonly says?: RegExp;
}

const cluster = (fields: string): string => `clusters:\n- name: shop\n${fields}`;
const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);

const cases: readonly Case[] = [
  { name: 'a NUL byte', content: () => 'clusters:\n- name: a\u0000b\n', code: 2, says: /:2:10: .*NUL byte/ },
  {
    name: 'invalid UTF-8',
    content: () => Buffer.from('clusters:\n- name: caf\xe9\n', 'latin1'),
    code: 2,
    says: /:2:12: .*UTF-8/,
  },
  { name: 'UTF-16', content: () => Buffer.from('\ufeffclusters: []', 'utf16le'), code: 2, says: /UTF-16/ },
  {
    name: 'truncated YAML',
    content: () => 'clusters: [{name: "sho',
    code: 2,
    says: /:1:\d+: this is not YAML/,
  },
  {
    name: 'truncated JSON',
    content: () => '{"clusters": [{"name": "shop", "type": ',
    code: 2,
    says: /too early|is not/,
  },
  {
    name: 'a tab as indentation',
    content: () => 'clusters:\n\t- name: shop\n',
    code: 2,
    says: /:2:1: .*tab/,
  },
  { name: 'duplicate keys', content: () => cluster('  type: STATIC\n  type: EDS\n'), code: 0 },
  {
    name: '1,000 levels of lists',
    content: () => `clusters: ${nested(1000, '[', ']')}\n`,
    code: 2,
    says: /200 levels/,
  },
  {
    name: '1,000 levels of JSON objects',
    content: () => nested(1000, '{"a":', '1}').replace('1}', '1}'),
    code: 2,
    says: /levels|is not/,
  },
  {
    name: '1,000 levels of block maps',
    content: () => Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    code: 2,
    says: /200 levels/,
  },
  {
    name: 'an alias bomb',
    content: () =>
      `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 12 }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(',')}]`).join('\n')}\nclusters: []\n`,
    code: 2,
    says: /aliases stand for more than/,
  },
  {
    name: '8,000 plain aliases',
    content: () => `clusters:\n- &shared {name: shop, connect_timeout: 1s}\n${'- *shared\n'.repeat(8000)}`,
    code: 0,
  },
  {
    name: '__proto__ and constructor as keys',
    content: () =>
      '{"clusters": [{"name": "shop", "__proto__": {"polluted": true}, "constructor": {"prototype": 1}}]}',
    code: 0,
  },
  {
    name: 'a map of 40,000 keys',
    content: () =>
      cluster(
        `  metadata:\n    filter_metadata:\n${Array.from({ length: 40_000 }, (_, key) => `      key_${key}: {}\n`).join('')}`,
      ),
    code: 0,
  },
  {
    name: '40,000 unknown fields',
    content: () => cluster(Array.from({ length: 40_000 }, (_, key) => `  field_${key}: 1\n`).join('')),
    code: 0,
  },
  {
    name: 'a scalar of 50 MB',
    content: () => cluster(`  alt_stat_name: "${'x'.repeat(50_000_000)}"\n`),
    code: 0,
  },
  { name: 'an empty file', content: () => '', code: 2, says: /holds no document/ },
  { name: 'only comments', content: () => '# nothing\n', code: 2, says: /holds no document/ },
  {
    name: 'a hostile regex',
    content: () =>
      'virtual_hosts:\n- name: a\n  domains: ["*"]\n  routes:\n  - match: {regex: "(a+)+$"}\n    route: {cluster: b}\n',
    code: 0,
  },
];

describe.each(cases)('$name', ({ content, code, says }) => {
  const name = 'input.yaml';

  test.each(['migrate', 'normalize'])(
    '%s answers and ends',
    (command) => {
      const path = folder.write(name, content());
      const result = cfgtool([command, path, '--output', folder.write('out', '')]);
      expect({ code: result.code, err: result.code === code ? '' : result.err.slice(0, 500) }).toEqual({
        code,
        err: '',
      });
      if (says) expect(result.err).toMatch(says);
      expect(result.err).not.toMatch(/\n {4}at /);
    },
    60_000,
  );
});

test('a directory without configurations, a missing file and a plain folder name what to do', () => {
  mkdirSync(`${folder.path}/empty`, { recursive: true });
  for (const input of [`${folder.path}/empty`, `${folder.path}/missing.yaml`, `${folder.path}/*.nothing`]) {
    const result = cfgtool(['migrate', input]);
    expect(result.code, input).toBe(2);
    expect(result.err, input).toMatch(/\S/);
    expect(result.out).toBe('');
  }
});

test('thousands of clusters on one line are migrated in time', () => {
  const clusters = Array.from(
    { length: 4000 },
    (_, index) => `{name: c${index}, hosts: [{pipe: {path: /${'x'.repeat(50)}}}]}`,
  );
  const path = folder.write('long.yaml', `clusters: [${clusters.join(',')}]\n`);
  const result = cfgtool(['migrate', '--check', path]);
  expect(result.code).toBe(1);
  expect(result.err).not.toMatch(/\n {4}at /);
});

test('a merge key is named, since what it stands for is not seen', () => {
  const path = folder.write(
    'merge.yaml',
    'x: &d\n  hosts: [{pipe: {path: /x}}]\nstatic_resources:\n  clusters:\n  - name: a\n    <<: *d\n',
  );
  expect(cfgtool(['migrate', '--check', path]).err).toMatch(/merge key "<<" in line 6/);
});

test('a searched file with a misspelled key is skipped with a question, not without a word', () => {
  mkdirSync(`${folder.path}/searched`);
  folder.write('searched/good.yaml', cluster('  connect_timeout: 1s\n'));
  folder.write('searched/typo.yaml', 'static_resource:\n  clusters: []\n');
  const { code, err } = cfgtool(['validate', 'searched'], { cwd: folder.path });
  expect(code).toBe(0);
  expect(err).toContain('skipped searched/typo.yaml:1:1: ');
  expect(err).toContain('did you mean static_resources by "static_resource"?');
});
