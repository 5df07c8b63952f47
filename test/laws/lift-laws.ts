/** Laws of the lift to version 3, over random messages of version 2. */

import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { liftConfiguration } from '../../src/engine/lift.ts';
import { refusedSides } from '../../src/engine/refused.ts';
import { type FileMigration, migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import type { Configuration } from '../../src/model/index.ts';
import { firstDifference } from '../../src/model/same.ts';
import { InputError } from '../../src/source/errors.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';
import { messageOf } from '../arbitraries/message.ts';
import { opened } from '../opened.ts';
import { demand, type Law, law } from './law.ts';

const TYPES = ['Cluster', 'Listener', 'RouteConfiguration', 'HttpConnectionManager', 'Secret', 'Bootstrap'];
const OPTIONS = { partial: false, keepTransport: false };

/** A table with a random message of it, as a text. */
const written = fc
  .constantFrom(...TYPES)
  .chain((type) => messageOf(type).map((value) => ({ type, text: `${JSON.stringify(value, null, 1)}\n` })));

type Written = { readonly type: string; readonly text: string };

/** The message as version 2 reads it; undefined where it is none. */
function read({ type, text }: Written, api: 'v2' | 'v3' = 'v2'): Configuration | undefined {
  try {
    return opened(text, { type, api }, 'test.json');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** A lifted message; undefined where something stands in the way. */
function lifted(configuration: Configuration): FileMigration | undefined {
  const result = liftConfiguration(configuration, OPTIONS);
  demand(result.equivalent, () => `the lift is refused: ${result.difference}`);
  return result.left.length > 0 ? undefined : result;
}

const V2 = 'type.googleapis.com/envoy.config';

/** Bootstraps of version 2 whose connection managers trace by a tracer of the whole proxy, or do not. */
const traced = fc
  .record({
    tracer: fc.constantFrom<object>(
      { name: 'envoy.zipkin' },
      { name: 'envoy.zipkin', config: { collector_cluster: 'c', collector_endpoint: '/a' } },
      { name: 'envoy.lightstep', config: { collector_cluster: 'c', access_token_file: '/t' } },
      {
        name: 'envoy.tracers.datadog',
        typed_config: { '@type': `${V2}.trace.v2.DatadogConfig`, collector_cluster: 'c', service_name: 's' },
      },
    ),
    managers: fc.array(fc.constantFrom<object>({ tracing: {} }, { tracing: { verbose: true } }, {}), {
      maxLength: 3,
    }),
    fetched: fc.constantFrom<object>({}, {}, { lds_config: { path: '/lds.yaml' } }),
    word: fc.constantFrom('config', 'typed_config'),
  })
  .map(({ tracer, managers, fetched, word }) => {
    const type = { '@type': `${V2}.filter.network.http_connection_manager.v2.HttpConnectionManager` };
    const listeners = managers.map((manager, at) => {
      const settings = {
        ...(word === 'config' ? {} : type),
        stat_prefix: 'a',
        ...manager,
        route_config: { virtual_hosts: [] },
        http_filters: [{ name: 'envoy.router' }],
      };
      return {
        name: `l${at}`,
        address: { socket_address: { address: '127.0.0.1', port_value: 80 + at } },
        filter_chains: [{ filters: [{ name: 'envoy.http_connection_manager', [word]: settings }] }],
      };
    });
    return JSON.stringify({
      node: { id: 'a', cluster: 'a' },
      static_resources: { listeners, clusters: [{ name: 'c', connect_timeout: '1s' }] },
      dynamic_resources: fetched,
      tracing: { http: tracer },
    });
  });

export const liftLaws: readonly Law[] = [
  law(
    {
      id: 'lift-keeps-tracers',
      says: 'a tracer is the same after a lift, whole or in parts, and once it has moved to its connection managers',
      runs: 60,
    },
    [traced, fc.boolean()],
    (text, partial) => {
      const given = opened(text, { api: 'v2' }, 'a.json');
      const lift = liftConfiguration(given, { ...OPTIONS, partial });
      const after = opened(lift.text, lift.changed ? {} : { api: 'v2' }, 'a.json');
      const moved = opened(migrateConfiguration(after, { older: false, also: [] }).text, {}, 'a.json');
      for (const other of lift.left.length === 0 ? [after, moved] : [after])
        for (const sides of [[given, other] as const, [other, given] as const]) {
          const [first] = diffConfigurations([sides[0]], [sides[1]]).changes.filter(
            ({ level }) => level !== 'cosmetic',
          );
          demand(first === undefined, () => `${first?.rule} ${first?.path}: ${first?.message}`);
        }
    },
  ),
  law(
    {
      id: 'lift-keeps-form',
      says: 'a lifted message has the canonical form of the one before, or stays as it is with reasons',
      runs: 150,
      slow: 10,
    },
    [written],
    (given) => {
      const before = read(given);
      if (before === undefined) return;
      const result = liftConfiguration(before, OPTIONS);
      demand(result.equivalent, () => `the lift is refused: ${result.difference}`);
      if (result.left.length === 0) return;
      demand(result.text === given.text, () => 'what is left was changed');
      demand(
        result.left.every(({ reason }) => reason.length > 20),
        () => 'a reason says nothing',
      );
    },
  ),
  law(
    {
      id: 'lift-ends',
      says: 'what was lifted reads as version 3, and lifting it again changes nothing',
      runs: 150,
      slow: 10,
    },
    [written],
    ({ type, text }) => {
      const before = read({ type, text });
      const result = before && lifted(before);
      if (result === undefined) return;
      const after = read({ type, text: result.text }, 'v3');
      demand(after !== undefined, () => `the lifted text cannot be read: ${result.text}`);
      if (after === undefined) return;
      demand(after.api === 'v3' || !result.changed, () => `it reads as ${after.api}: ${result.text}`);
      const again = liftConfiguration(after, OPTIONS);
      demand(!again.changed, () => `a second run changes ${again.applied.map(({ reason }) => reason)}`);
    },
  ),
  law(
    {
      id: 'lift-is-equal',
      says: 'diff of a message and of what it was lifted to finds nothing but the version, and no new error',
      runs: 100,
      slow: 15,
    },
    [written],
    (given) => {
      const before = read(given);
      const result = before && lifted(before);
      const after = result && read({ ...given, text: result.text }, 'v3');
      if (before === undefined || after === undefined) return;
      const [first] = diffConfigurations([before], [after]).changes.filter(
        ({ level }) => level !== 'cosmetic',
      );
      demand(first === undefined, () => `${first?.rule} ${first?.path}: ${first?.message}`);
      const { added } = refusedSides([before], [after], undefined, () => performance.now());
      demand(added.length === 0, () => `the proxy refuses it now: ${added[0]?.finding.message}`);
      const [moved] = compareBehaviour([before], [after]).changes;
      demand(moved === undefined, () => `a request goes elsewhere: ${JSON.stringify(moved?.request)}`);
    },
  ),
  law(
    {
      id: 'lift-edits-text',
      says: 'the lifted text reads as what the patch of the lift makes of the value before',
      runs: 150,
      slow: 10,
    },
    [written],
    (given) => {
      const before = read(given);
      const result = before && lifted(before);
      const [root] = before?.roots ?? [];
      if (result === undefined || root === undefined) return;
      const patch = result.patches.flatMap((each) => each.patch);
      const value = plainValue(root.tree, ROOT) as object;
      const patched = jsonPatch.applyPatch(
        value,
        structuredClone(patch) as never,
        false,
        true,
        false,
      ).newDocument;
      const [after] = read({ ...given, text: result.text }, 'v3')?.roots ?? [];
      const difference = after && firstDifference(patched, plainValue(after.tree, ROOT));
      demand(after !== undefined && difference === undefined, () => `reads otherwise at ${difference}`);
    },
  ),
  law(
    {
      id: 'lift-names-all',
      says: 'without what stood in the way the message is lifted: all of it was named at once',
      runs: 150,
      slow: 10,
    },
    [written],
    (given) => {
      const before = read(given);
      const [root] = before?.roots ?? [];
      if (before === undefined || root === undefined) return;
      const { left } = liftConfiguration(before, OPTIONS);
      const named = [...new Set(left.map(({ pointer }) => pointer))];
      if (named.length === 0 || named.includes('')) return;
      const rest = withoutAll(plainValue(root.tree, ROOT), named);
      const again = read({ ...given, text: `${JSON.stringify(rest)}\n` });
      if (again === undefined) return;
      // A message that lacks what was taken away is another one, and so is what is around it.
      const isLacking = (pointer: string): boolean =>
        named.some((each) => each.startsWith(pointer.slice(0, pointer.lastIndexOf('/'))));
      const more = liftConfiguration(again, OPTIONS).left.filter(({ pointer }) => !isLacking(pointer));
      demand(
        more.length === 0,
        () => `not named before: ${more.map(({ pointer, reason }) => `${pointer}: ${reason}`)}`,
      );
    },
  ),
  law(
    {
      id: 'lift-after-normalizing',
      says: 'a message and its normal form say the same once they are lifted',
      runs: 100,
      slow: 15,
    },
    [written],
    (given) => {
      const before = read(given);
      if (before === undefined) return;
      const [normal] = normalizeConfiguration(before, { onlyWritten: true, showSecrets: true });
      const second = normal && read({ ...given, text: `${JSON.stringify(normal.value)}\n` });
      const [one, other] = [lifted(before), second && lifted(second)];
      if (one === undefined || other === undefined) return;
      const [left, right] = [one, other].map(({ text }) => read({ ...given, text }, 'v3'));
      if (left === undefined || right === undefined) return;
      const [first] = diffConfigurations([left], [right]).changes.filter(({ level }) => level !== 'cosmetic');
      demand(first === undefined, () => `${first?.rule} ${first?.path}: ${first?.message}`);
    },
  ),
];

/** A value without what stands at some pointers, the last entries of lists first. */
function withoutAll(value: unknown, pointers: readonly string[]): unknown {
  const outer = pointers.filter((pointer) => !pointers.some((each) => pointer.startsWith(`${each}/`)));
  const inOrder = outer.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const operations = inOrder.map((path) => ({ op: 'remove' as const, path }));
  return jsonPatch.applyPatch(value as object, operations, false, true, false).newDocument;
}
