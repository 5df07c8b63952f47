/** What keeps requests out, or limits them, and does less of it: breaking by whatever name the chain has for it. */
import { describe, expect, it } from 'vitest';
import { type Change, diffConfigurations } from '../../src/diff/index.ts';
import { opened } from '../opened.ts';
import { any, bootstrapOf } from '../routing/filters/chains.ts';
import {
  delegate,
  GONE,
  GUARDS,
  guard,
  HARMLESS,
  KEPT,
  KINDS,
  type Kind,
  LEVELS,
  LIMITS,
  named,
  OFF,
  OPENING,
  ofRoute,
  on,
  type Parts,
  route,
  UNREAD,
} from './guard-cases.ts';

function changes(before: Parts, after: Parts): readonly Change[] {
  const side = (parts: Parts) => [opened(bootstrapOf([{ name: '', requests: [], ...parts }]), {}, 's.json')];
  return diffConfigurations(side(before), side(after)).changes;
}

function levels(before: Parts, after: Parts): readonly string[] {
  return changes(before, after).map(({ level }) => level);
}

const names = (kind: Kind) => [`envoy.filters.http.${kind}`, 'of-our-own'];

describe.each(KINDS)('%s', (kind) => {
  it.each(names(kind))('is breaking where it is gone or off, named %s', (name) => {
    const filters = [guard(kind, name)];
    expect(levels({ filters }, { filters: [] })).toEqual(['breaking']);
    expect(levels({ filters }, { filters: [guard(kind, name, undefined, { disabled: true })] })).toEqual([
      'breaking',
    ]);
    for (const [level, at] of Object.entries(LEVELS)) {
      const [on, off] = [
        { filters, ...at({}) },
        { filters, ...at(named(name, OFF)) },
      ];
      expect([level, levels(on, off)]).toEqual([level, ['breaking']]);
      // The other way round it does more.
      expect([level, levels(off, on)]).toEqual([level, ['warning']]);
    }
  });

  it('is breaking where it is gone together with the matcher in front of it, or fetched', () => {
    expect(levels({ filters: [delegate(guard(kind, 'inner'))] }, { filters: [] })).toEqual(['breaking']);
    const fetched = {
      name: 'of-our-own',
      config_discovery: {
        config_source: { ads: {} },
        type_urls: [`type.googleapis.com/envoy.extensions.filters.http.${kind}.v3.${GUARDS[kind][0]}`],
      },
    };
    expect(levels({ filters: [fetched] }, { filters: [] })).toEqual(['breaking']);
  });

  it('is not switched off under a name that its chain does not have (fact 109)', () => {
    for (const [level, at] of Object.entries(LEVELS)) {
      const filters = [guard(kind, 'of-our-own')];
      const off = named(`envoy.filters.http.${kind}`, OFF);
      expect([level, levels({ filters, ...at({}) }, { filters, ...at(off) })]).toEqual([level, ['warning']]);
    }
  });

  it('is not switched off where it was off', () => {
    const filters = [guard(kind, 'of-our-own', undefined, { disabled: true })];
    const at = LEVELS['a route'] ?? (() => ({}));
    expect(levels({ filters, ...at({}) }, { filters, ...at(named('of-our-own', OFF)) })).not.toContain(
      'breaking',
    );
  });
});

describe('fact 142: what a route says for a guard', () => {
  it.each(OPENING)('is breaking: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toContain('breaking');
  });

  it.each(HARMLESS)('is not: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).not.toContain('breaking');
  });
});

describe('rate limits of routes and virtual hosts', () => {
  it.each(GONE)('are breaking where they are gone: %s (fact 141)', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toContain('breaking');
  });

  it.each(KEPT)('are a warning: %s', (_, filters, before, after) => {
    expect(new Set(levels({ filters, ...before }, { filters, ...after }))).toEqual(new Set(['warning']));
  });

  it.each(UNREAD)('are told only where nobody reads them: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toEqual(['info']);
  });

  it('are a warning in a chain with a filter that nobody knows', () => {
    const filters = [{ name: 'x', typed_config: any('extensions.filters.http.wasm.v3.Wasm') }];
    expect(levels({ filters, ...ofRoute(LIMITS) }, { filters, ...on({}) })).toEqual(['warning']);
  });

  it('are breaking where no chain is known', () => {
    const bare = (limits: readonly object[]) =>
      opened(
        JSON.stringify({
          '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
          virtual_hosts: [{ name: 'v', domains: ['*'], rate_limits: limits, routes: [route()] }],
        }),
        {},
        'bare.json',
      );
    const { changes: found } = diffConfigurations([bare(LIMITS)], [bare([])]);
    expect(found.map(({ level, rule }) => [level, rule])).toEqual([
      ['breaking', 'virtual-host-rate-limit-removed'],
    ]);
  });
});
