import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/index.ts';
import { allExamples } from '../../src/playground/examples.ts';
import { linkOf, readLink } from '../../src/playground/link.ts';
import type { PaneText } from '../../src/playground/questions.ts';
import { RequestQueue } from '../../src/playground/queue.ts';
import { analysisOf } from '../analyze/analyzed.ts';

function queue(...texts: readonly PaneText[]): RequestQueue {
  const made = new RequestQueue(() => performance.now());
  for (const text of texts) made.put(text);
  return made;
}

const ROUTES = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: / }
    route: { cluster: pages }
`;

describe('what the page is told', () => {
  test.each(allExamples().map((each) => [each.id, each] as const))(
    'the example %s',
    (id, { group, texts }) => {
      const made = queue(...texts);
      const properties = texts.find(({ text }) => text.startsWith('properties:'));
      for (const { pane, text, type } of texts) {
        const { kind, findings } = made.answer('findings', { pane });
        expect(kind).toBe(text === properties?.text ? 'properties' : 'findings');
        if (kind === 'properties') continue;
        const expected =
          properties === undefined
            ? analyze(text, type === undefined ? {} : { type }).findings
            : analysisOf(text, type, undefined, undefined, properties.text).findings;
        expect(findings.map(({ rule, message, range }) => ({ rule, message, range }))).toEqual(
          expected.map(({ rule, message, range }) => ({ rule, message, range })),
        );
        if (group === 'rules') expect(findings.map(({ rule }) => rule)).toContain(id);
      }
    },
  );

  test('what may be written, and what it means, half-written too', () => {
    const made = queue({ pane: 'a', name: 'a.yaml', text: ROUTES });
    const labels = (text: string, offset = text.length): readonly string[] => {
      made.put({ pane: 'a', name: 'a.yaml', text });
      return made.answer('complete', { pane: 'a', offset }).map(({ label }) => label);
    };
    const written = ROUTES.replace('{ cluster: pages }', '{ cluster: pages, ');
    expect(labels(written, written.lastIndexOf(', ') + 2)).toEqual(
      expect.arrayContaining(['timeout', 'retry_policy']),
    );
    made.put({ pane: 'a', name: 'a.yaml', text: ROUTES });
    const hover = made.answer('explain', { pane: 'a', offset: ROUTES.indexOf('domains') + 2 });
    expect(hover?.text).toContain('domains');
    expect(made.answer('explain', { pane: 'b', offset: 0 })).toBeUndefined();
    expect(made.answer('complete', { pane: 'b', offset: 0 })).toEqual([]);
  });

  test('a text of properties holds the other one to them, as both are written', () => {
    const made = queue({ pane: 'a', name: 'a.yaml', text: ROUTES });
    const rules = (): readonly string[] =>
      made.answer('findings', { pane: 'a' }).findings.map(({ rule, message }) => `${rule}: ${message}`);
    const hold = (then: string) =>
      made.put({ pane: 'b', name: 'access.yaml', text: `properties:\n- { name: p, then: ${then} }\n` });
    expect(rules()).toEqual([]);
    hold('{ reaches: { cluster: pages } }');
    expect(rules()).toEqual([
      'property-refuted: property "p" (access.yaml:2) is broken: GET https://example.test/ is answered with 404; the property says that it reaches cluster "pages"',
    ]);
    hold('{ not: { outcome: redirect } }');
    expect(rules()).toEqual([]);
    hold('{ not: { reeches: x } }');
    expect(rules()).toEqual([]);
    const { kind, findings } = made.answer('findings', { pane: 'b' });
    expect({ kind, found: findings.map(({ range, message }) => [range.start.line, message]) }).toEqual({
      kind: 'unreadable',
      found: [[2, expect.stringContaining('a condition has no "reeches"')]],
    });
    hold('{ reaches: { cluster: pages } }');
    // It is no side of a comparison, and no configuration to trace a request through.
    expect(made.answer('compare', {})).toEqual({
      problem: 'open a second text to compare this one with',
    });
    expect(made.answer('trace', { line: 'http://shop.test/' })).toMatchObject([{ name: 'a.yaml' }]);
    expect(made.answer('share', {})).toMatchObject({ texts: [{ pane: 'a' }, { pane: 'b' }] });
    made.forget('b');
    expect(rules()).toEqual([]);
  });

  test('two texts of one name are told apart', () => {
    const made = queue(
      { pane: 'a', name: 'front.yaml', text: ROUTES },
      { pane: 'b', name: 'front.yaml', text: ROUTES.replace('pages', 'others') },
    );
    const compared = made.answer('compare', {});
    if ('problem' in compared) throw new Error(compared.problem);
    expect(compared.requests.map(({ before, after }) => [before.place?.pane, after.place?.pane])).toEqual([
      ['a', 'b'],
    ]);
    expect(compared.requests[0]?.after.text).toContain('goes to cluster "others"');
    const traced = made.answer('trace', { line: 'shop.test/x' });
    if ('problem' in traced) throw new Error(traced.problem);
    expect(traced.map(({ verdict }) => verdict)).toEqual([
      'GET http://shop.test/x goes to cluster "pages"',
      'GET http://shop.test/x goes to cluster "others"',
    ]);
  });

  test('what only one side routes by is said', () => {
    const compared = (before: string, after: string) => {
      const made = queue(
        { pane: 'a', name: 'a.yaml', text: before },
        { pane: 'b', name: 'b.yaml', text: after },
      );
      const answer = made.answer('compare', {});
      return 'problem' in answer ? [answer.problem] : answer.remarks;
    };
    const named = `name: front\n${ROUTES}`;
    const clusters = 'clusters: [{ name: pages, connect_timeout: 1s, type: STATIC }]\n';
    expect(compared(clusters, named)).toContain(
      'requests are now routed by route configuration front, which is new',
    );
    expect(compared(named, clusters)).toContain(
      'no request is routed any more by route configuration front, which is gone',
    );
  });

  test('what is secret is hidden in findings, differences, traces and links', () => {
    const secret = 'hunter2-hunter2';
    const text = (to: string): string =>
      `${ROUTES}    request_headers_to_add: [{ header: { key: authorization, value: ${secret} } }]\n  - match: { prefix: / }\n    route: { cluster: ${to} }\n`;
    const made = queue(
      { pane: 'a', name: 'a.yaml', text: text('one') },
      { pane: 'b', name: 'b.yaml', text: text('two').replace(secret, `${secret}-new`) },
    );
    const said = JSON.stringify([
      made.answer('findings', { pane: 'a' }),
      made.answer('compare', {}),
      made.answer('trace', { line: `shop.test/x?token=${secret}` }),
      made.answer('share', {}),
    ]);
    expect(said).not.toContain(secret);
    expect(said).toContain('<redacted>');
  });

  test('what is no configuration, or cannot be read', () => {
    const made = queue({ pane: 'a', name: 'a.yaml', text: 'title: a book\n' });
    expect(made.answer('findings', { pane: 'a' }).kind).toBe('unknown');
    expect(made.answer('lift', { pane: 'a' })).toEqual({
      problem: 'a.yaml is no configuration that cfgtool knows',
    });
    made.put({ pane: 'a', name: 'a.yaml', text: 'clusters: [' });
    expect(made.answer('share', {})).toEqual({
      problem: expect.stringMatching(/^a\.yaml cannot be read, line \d+: /),
    });
    expect(made.answer('compare', {})).toEqual({ problem: 'open a second text to compare this one with' });
  });
});

describe('links', () => {
  const shared = {
    texts: [
      { pane: 'a', name: 'ä.yaml', text: ROUTES },
      { pane: 'b', name: 'b.yaml', text: '# 😀\n', type: 'Cluster' },
    ],
    view: 'difference',
    request: "shop.test -H 'a: b'",
  } as const;

  test('what is read is what was written', async () => {
    const link = await linkOf(shared);
    expect(link).toMatch(/^#z=[\w-]+$/);
    expect(await readLink(link)).toEqual(shared);
  });

  test('links that people write', async () => {
    expect(await readLink('#example=shadowed-route&view=findings')).toEqual({
      example: 'shadowed-route',
      view: 'findings',
    });
    expect(
      await readLink(
        `#text=${encodeURIComponent('a: 1+1')}&request=${encodeURIComponent('shop.test/?a=1&b=2')}`,
      ),
    ).toEqual({
      texts: [{ pane: 'a', name: 'input.yaml', text: 'a: 1+1' }],
      request: 'shop.test/?a=1&b=2',
    });
    expect(await readLink('#section')).toBe(undefined);
  });

  const packed = (data: unknown): string =>
    `#z=${deflateRawSync(JSON.stringify(data)).toString('base64url')}`;

  test.each([
    ['no base64', '#z=!!'],
    ['nothing packed', '#z=bm90'],
    ['no object', packed(7)],
    ['no texts', packed({ texts: 'all' })],
    ['texts of another kind', packed({ texts: [{ name: 7, text: null }] })],
    ['none', packed({ texts: [] })],
    ['more than a link holds', packed({ texts: [{ name: 'a', text: 'x'.repeat(21_000_000) }] })],
  ])('%s', async (_, fragment) => {
    expect(await readLink(fragment)).toBe(undefined);
  });
});
