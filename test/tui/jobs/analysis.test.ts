import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NODE } from '../../../src/model/bound.ts';
import { nodeFinder } from '../../../src/source/pointer.ts';
import { exploreAnalysis } from '../../../src/tui/jobs/analysis.ts';
import { exploreSecrets } from '../../../src/tui/jobs/input.ts';
import { openedInput } from '../opened.ts';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');
const silent = (): void => {};

describe('findings', () => {
  test('stand at the node that their pointer leads to', () => {
    const opened = openedInput({ 'front.yaml': front });
    const { findings } = exploreAnalysis(opened, silent);
    expect(findings.length).toBeGreaterThan(10);
    const tree = opened.subject.documents[0]?.root.tree;
    const find = tree === undefined ? () => undefined : nodeFinder(tree);
    for (const { root, node, pointer } of findings) expect([root, node]).toEqual([0, find(pointer)]);
  });

  test('can be sent to another thread; what would fix them is told in words', () => {
    const analysis = exploreAnalysis(openedInput({ 'front.yaml': front }), silent);
    expect(structuredClone(analysis)).toEqual(analysis);
    expect(analysis.findings.some(({ fixTitle }) => fixTitle !== undefined)).toBe(true);
  });

  test('of several files count documents through; each file is looked at for itself unless they belong together', () => {
    const texts = {
      'routes.yaml':
        'name: main\nvirtual_hosts: [{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: cart}}]}]\n',
      'clusters.yaml':
        'clusters: [{name: unused, connect_timeout: 1s, type: STATIC, load_assignment: {cluster_name: unused}}]\n',
    };
    const rules = (together: boolean) =>
      exploreAnalysis(openedInput(texts, undefined, { together }), silent).findings.map(({ rule, root }) => [
        rule,
        root,
      ]);
    expect(rules(false).map(([rule]) => rule)).not.toContain('undefined-cluster');
    expect(rules(true)).toContainEqual(['undefined-cluster', 0]);
    expect(rules(true)).toContainEqual(['unreachable-cluster', 1]);
  });
});

test('links name each cluster with the messages that name it', () => {
  const opened = openedInput({ 'front.yaml': front });
  const { links } = exploreAnalysis(opened, silent);
  const basket = links.clusters.indexOf('basket');
  const nodes: number[] = [];
  for (let at = 0; at < links.references.length; at += 4)
    if (links.references[at] === basket) nodes.push(links.references[at + 2] ?? -1);
  const named = (opened.subject.routing.routes[0]?.routeConfiguration.virtual_hosts ?? []).flatMap(
    ({ routes = [] }) =>
      routes.flatMap(({ route }) =>
        route?.cluster === 'basket' ? [(route as { [NODE]?: number })[NODE]] : [],
      ),
  );
  expect(nodes).toEqual(named);
  expect(named.length).toBeGreaterThan(0);
});

test('progress counts up to its total', () => {
  const told: number[] = [];
  exploreAnalysis(openedInput({ 'front.yaml': front }), (_, done, total) => told.push(done / total));
  expect(told.length).toBeGreaterThan(5);
  expect(told).toEqual([...told].sort((left, right) => left - right));
  expect(told.at(-1)).toBeLessThan(1);
});

test('secrets of both sides, none where they may be shown', () => {
  const text = (secret: string) =>
    `listeners: [{name: a, filter_chains: [{tls_context: {common_tls_context: {tls_certificates: [{private_key: {inline_string: ${secret}}}]}}}]}]\n`;
  const sides = [{ 'b.yaml': text('new-key') }, { 'a.yaml': text('old-key') }] as const;
  // Lines with what is shown of them: the key stands there in no other form.
  const lines = ['new-key', 'old-key'].map((key) => ({
    line: text(key).trimEnd(),
    shown: text('<redacted>').trimEnd(),
  }));
  expect(exploreSecrets(openedInput(...sides))).toEqual(lines);
  expect(exploreSecrets(openedInput(...sides, { showSecrets: true }))).toBeUndefined();
});
