import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replay } from '../../src/replay/index.ts';
import { opened } from '../opened.ts';
import { bootstraps, type Rewrite, unnoticed } from './replay-laws.ts';

type Open = { [key: string]: Open } & Open[];

/** The virtual hosts of a bootstrap, to be changed where they stand. */
function hostsOf(bootstrap: Open): readonly Open[] {
  const manager = bootstrap.static_resources?.listeners?.[0]?.filter_chains?.[0]?.filters?.[0]?.config;
  return manager?.route_config?.virtual_hosts ?? [];
}

const rewriting =
  (change: (bootstrap: Open) => void): Rewrite =>
  (text) => {
    const bootstrap = JSON.parse(text) as Open;
    change(bootstrap);
    return JSON.stringify(bootstrap);
  };

/** Rewritings that were made once, or could be. */
const WRONG: { readonly [what: string]: Rewrite } = {
  'the policy of a virtual host taken away since every route has one of its own': rewriting((bootstrap) => {
    for (const host of hostsOf(bootstrap))
      if (host.routes?.every(({ route }) => route?.cors !== undefined)) Reflect.deleteProperty(host, 'cors');
  }),
  'a runtime value converted for a mirror policy, whoever else reads it': rewriting((bootstrap) => {
    const keys = new Set<unknown>();
    for (const { routes = [] } of hostsOf(bootstrap))
      for (const { route } of routes) {
        const policy = (route as Open).request_mirror_policy;
        if (!policy?.runtime_key || policy.runtime_fraction !== undefined) continue;
        keys.add(policy.runtime_key);
        Object.assign(policy, { runtime_fraction: { runtime_key: policy.runtime_key } });
        Reflect.deleteProperty(policy, 'runtime_key');
      }
    for (const { static_layer: values = {} } of bootstrap.layered_runtime?.layers ?? [])
      for (const [key, value] of Object.entries(values))
        if (keys.has(key) && Number.isInteger(value))
          Object.assign(values, { [key]: { numerator: value, denominator: 'TEN_THOUSAND' } });
  }),
  'a runtime value that is not converted with its mirror policy': rewriting((bootstrap) => {
    for (const { routes = [] } of hostsOf(bootstrap))
      for (const { route } of routes) {
        const policy = (route as Open).request_mirror_policy;
        if (!policy?.runtime_key || policy.runtime_fraction !== undefined) continue;
        Object.assign(policy, { runtime_fraction: { runtime_key: policy.runtime_key } });
        Reflect.deleteProperty(policy, 'runtime_key');
      }
  }),
};

test.each(Object.entries(WRONG))('14.1 14.2 the laws notice %s', (_, rewrite) => {
  const { failure } = unnoticed({ id: 'wrong', says: 'it is right', runs: 400 }, [rewrite]).check({
    numRuns: 400,
    seed: 7,
    endOnFailure: true,
  });
  expect(failure?.report).toBeDefined();
});

test.each(Object.entries(WRONG))('14.1 14.2 replay alone notices %s', (_, rewrite) => {
  const texts = fc.sample(bootstraps, { numRuns: 120, seed: 7 });
  const noticed = texts.filter((text) => {
    const [before, after] = [text, rewrite(text)].map((each) => opened(each, {}, 'a.json'));
    return before && after && replay(before, after).difference !== undefined;
  });
  expect(noticed.length).toBeGreaterThan(0);
});
