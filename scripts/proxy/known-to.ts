/** Configurations without the fields that a release does not have. */
import { isObject } from '../../src/model/bound.ts';
import { hasFieldFor } from '../../src/schema/at-release.ts';
import { compiledMessage, hasTable } from '../../src/schema/compiled.ts';
import type { Release } from '../../src/schema/release.ts';
import { messageOfType } from '../../src/schema/version.ts';

/** @param message the table of the value; told by its type where it says one */
export function knownTo(value: object, release: Release, message?: string): object {
  return within(value, message, release) as object;
}

function within(value: unknown, message: string | undefined, release: Release): unknown {
  if (Array.isArray(value)) return value.map((item) => within(item, message, release));
  if (!isObject(value)) return value;
  const { '@type': type } = value;
  const [, named = ''] = typeof type === 'string' ? (/\/(?:envoy\.)?(.*)$/.exec(type) ?? []) : [];
  const own = named === '' ? message : messageOfType(named)?.id;
  if (own === undefined || !hasTable(own))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, within(item, undefined, release)]),
    );
  const { byName } = compiledMessage(own, 'v3');
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
      const field = byName.get(key);
      if (field !== undefined && !hasFieldFor(own, key, release)) return [];
      const inner = field?.element.kind === 'message' ? field.element.name : undefined;
      if (field?.shape !== 'map' || !isObject(item)) return [[key, within(item, inner, release)]];
      const entries = Object.entries(item).map(([name, each]) => [name, within(each, inner, release)]);
      return [[key, Object.fromEntries(entries)]];
    }),
  );
}
