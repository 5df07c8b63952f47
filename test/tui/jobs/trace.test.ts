import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NODE } from '../../../src/model/bound.ts';
import { parseRequest } from '../../../src/routing/request/request-json.ts';
import { exploreRequestFor, exploreTrace, type Traced } from '../../../src/tui/jobs/trace.ts';
import { openedInput } from '../opened.ts';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');

function requestTo(authority: string, path: string, headers = {}) {
  const result = parseRequest({ authority, path, headers, scheme: 'https' });
  if ('problem' in result) throw new Error(result.problem);
  return result.request;
}

function routes(opened: ReturnType<typeof openedInput>) {
  return opened.subject.routing.routes[0]?.routeConfiguration.virtual_hosts?.[0]?.routes ?? [];
}

function nodeOfRoute(opened: ReturnType<typeof openedInput>, index: number): number {
  return (routes(opened)[index] as { [NODE]?: number } | undefined)?.[NODE] ?? -1;
}

describe('a traced request', () => {
  test('has its steps in order, and the chosen route by its place', () => {
    const opened = openedInput({ 'front.yaml': front });
    const traced = exploreTrace(opened, requestTo('shop.copperleaf.test', '/search')) as Traced;
    expect(traced.answer).toBe('goes to cluster "search"');
    expect(traced.steps.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['listener', 'virtual host', 'route', 'then']),
    );
    const chosen = traced.steps.find(({ label, matched }) => label === 'route' && matched);
    expect(chosen?.place).toEqual({ root: 0, node: nodeOfRoute(opened, 2) });
    expect(chosen?.text).toMatch(
      /^route 2 \(prefix "\/search"\) \(front\.yaml:\d+\): every condition holds$/,
    );
    expect(structuredClone(traced)).toEqual(traced);
  });

  test('that meets several route configurations says which there are', () => {
    const one = (name: string) =>
      `{name: ${name}, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: ${name}}}]}]}`;
    const opened = openedInput({ 'routes.yaml': `route_configs: [${one('blue')}, ${one('green')}]\n` });
    const answer = exploreTrace(opened, requestTo('shop.test', '/'));
    expect(answer).toMatchObject({ problem: expect.stringContaining('2 route configurations') });
    expect('hint' in answer && answer.hint).toContain('@ROUTE-CONFIG');
    const green = { ...requestTo('shop.test', '/'), route_config: 'green' };
    expect('choices' in answer && answer.choices[1]?.request).toEqual(green);
    expect(exploreTrace(opened, green)).toMatchObject({
      answer: 'goes to cluster "green"',
    });
  });

  test('hides what its own headers carry as passwords', () => {
    const opened = openedInput({ 'front.yaml': front });
    const request = requestTo('shop.copperleaf.test', '/search', { authorization: 'Bearer s3cret-token' });
    const { request: _, ...shown } = exploreTrace(opened, request) as Traced;
    expect(JSON.stringify(shown)).not.toContain('s3cret-token');
  });
});

describe('a request for a route', () => {
  test('lands there, for every route that is alive; for a dead one it says why', () => {
    const opened = openedInput({ 'front.yaml': front });
    const dead: number[] = [];
    routes(opened).forEach((_, index) => {
      const node = nodeOfRoute(opened, index);
      const answer = exploreRequestFor(opened, { root: 0, node });
      if (answer?.kind === 'lands') {
        const traced = answer.traced as Traced;
        const places = [...traced.steps, ...traced.ends].flatMap(({ place }) => place?.node ?? []);
        expect(places, `route ${index}`).toContain(node);
      } else {
        expect(answer).toMatchObject({ kind: 'dead', why: expect.stringMatching(/^routes? \d/) });
        dead.push(index);
      }
    });
    expect(dead).toEqual([3]);
  });

  test('where no route stands there is none', () => {
    expect(exploreRequestFor(openedInput({ 'front.yaml': front }), { root: 0, node: 1 })).toBeUndefined();
  });
});
